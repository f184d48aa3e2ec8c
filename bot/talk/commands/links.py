"""Links: /link, which joins the accounts of one person to one player, and /unlink, which separates them."""

from __future__ import annotations

from dataclasses import replace

from bot.sessions import Actor
from bot.sessions.errors import Refusal
from bot.talk.catalog import join
from bot.talk.command import ParsedCommand
from bot.talk.context import Choice, CommandContext
from bot.talk.input.payloads import button_data
from bot.talk.refusal_texts import refusal_text
from bot.talk.reply import Button, Code, Reply
from bot.talk.views.links import account_words, outcome, question
from bot.talk.wording import platform_words

_YES, _NO = "yes", "no"
_UNDO = "undo"
_SEAT = "seat"
_TABLE = "web"


async def link(context: CommandContext, parsed: ParsedCommand) -> tuple[Reply, ...]:
    """/link: show a code to type on another account; with a code, ask whether to link the two accounts.

    The question's buttons run `/link yes` and `/link no`. `seat` gives a link that signs another browser in
    to the person's seat at the local table (their web account). Where others can read the reply, codes and
    links are not shown, and a code typed there is revoked.
    """
    words, linking = context.words, context.manager.linking
    wants_seat = parsed.rest.lower() == _SEAT
    if not context.incoming.place.answers_privately:
        if wants_seat or not parsed.words:
            return (Reply(words.say("link-elsewhere", command=Code("/link"))),)
        await linking.void(parsed.rest)
        return (Reply(words.say("link-void", command=Code("/link"))),)
    if wants_seat:
        return (await _seat(context),)
    actor = await _in_private(context)
    if not parsed.words:
        return (await _code(context, actor),)
    if len(parsed.words) == 2 and parsed.words[0] in (_YES, _NO):  # noqa: PLR2004 (an answer, and to what)
        answer, key = parsed.words
        return (await _answered(context, actor, key, is_yes=answer == _YES),)
    view = await linking.type_code(actor, parsed.rest)
    return (question(words, view, actor.player),)


async def unlink(context: CommandContext, parsed: ParsedCommand) -> tuple[Reply, ...]:
    """/unlink: separate linked accounts, after a confirmation.

    As long as the last link can be undone, that is offered: both players get back what was theirs. Otherwise
    the person chooses an account to remove, which gets a new player without games.

    Raises:
        Refusal: the person has only one account.
    """
    words, unlinking = context.words, context.manager.unlinking
    if not context.incoming.place.answers_privately:
        return (Reply(words.say("blocked-elsewhere", command=Code("/unlink"))),)
    player = context.player.id
    if parsed.sure and len(parsed.words) == 2 and parsed.words[0] == _UNDO:  # noqa: PLR2004 (what, and which)
        await unlinking.undo(await _in_private(context), parsed.words[1])
        return (Reply(words.say("unlink-undone")),)
    if parsed.words == (_NO,):
        return (Reply(words.say("unlink-kept")),)
    accounts = await unlinking.accounts(player)
    if len(accounts) < 2:  # noqa: PLR2004 (one is linked with nothing)
        raise Refusal("nothing-to-unlink")
    if parsed.sure and len(parsed.words) == 1:
        await unlinking.remove_account(await _in_private(context), parsed.words[0])
        return (Reply(words.say("unlink-taken-out", platform=platform_words(words, parsed.words[0]))),)
    no = Choice(words.words("button-link-no"), f"/unlink {_NO}", sure=True)
    if (last := await unlinking.undoable(player)) is not None:
        listed = join([account_words(words, account) for account in accounts], ", ")
        undo = Choice(words.words("button-unlink"), f"/unlink {_UNDO} {last}", sure=True)
        return (await context.ask(words.say("unlink-ask", accounts=listed), [undo, no]),)
    choices = [
        Choice(platform_words(words, account.platform), f"/unlink {account.platform}", sure=True)
        for account in await unlinking.removable(player, context.incoming.place.platform)
    ]
    return (await context.ask(words.say("unlink-which"), [*choices, no]),)


async def _code(context: CommandContext, actor: Actor) -> Reply:
    """Return a message with a new link code; with a button for a seat link if the person has a web account.

    If the person has had too many codes, the message says so, beside the button.
    """
    words = context.words
    has_seat = await _seat_of(context) is not None
    seat = Button(words.words("button-link-seat"), button_data(f"/link {_SEAT}"))
    buttons = ((seat,),) if has_seat else ()
    try:
        code = await context.manager.linking.new_code(actor)
    except Refusal as refusal:
        if not has_seat or refusal.code != "too-many-link-codes":
            raise
        return Reply(refusal_text(words, refusal), buttons=buttons)
    lines = [words.say("link-code", command=Code(f"/link {code}")), words.say("link-secret")]
    if has_seat:
        lines.append(words.say("link-seat", button=seat.label))
    return Reply(join(lines), buttons=buttons)


async def _seat(context: CommandContext) -> Reply:
    """Return a single-use link that signs another browser in to the person's seat at the local table.

    If the public address of the page is not known, the message gives the end of the link to type after it.
    """
    words, links = context.words, context.sign_in_links
    if context.incoming.place.platform == _TABLE:
        return Reply(words.say("link-seat-here"))
    account = await _seat_of(context)
    if account is None:
        return Reply(words.say("link-no-seat", command=Code("/link")))
    fragment = await links.fragment(account, context.incoming.person)
    if fragment is None:
        return Reply(words.say("link-seat-removed", part=Code("/unlink"), command=Code("/link")))
    warning = words.say("link-seat-secret")
    if not links.address:
        return Reply(join([words.say("link-seat-fragment", fragment=Code(f"/{fragment}")), warning]))
    return Reply(join([words.say("link-seat-address", address=f"{links.address}/{fragment}"), warning]))


async def _seat_of(context: CommandContext) -> str | None:
    """Return the key of the person's web account; None if they have none or are on the web page now."""
    person = context.incoming.person
    if person.platform == _TABLE:
        return None
    others = await context.manager.people.other_accounts(person.platform, person.key)
    return next((key for platform, key in others if platform == _TABLE), None)


async def _answered(context: CommandContext, actor: Actor, key: str, *, is_yes: bool) -> Reply:
    """Record the answer to the question whether to link, and return its outcome.

    After the first of the two confirmations, the outcome is that the other account has been asked.

    Args:
        actor: the person who answers, in their private chat.
        key: the id of the link.
    """
    words, linking = context.words, context.manager.linking
    if not is_yes:
        return Reply(outcome(words, await linking.refuse(actor, key)))
    view = await linking.confirm(actor, key)
    if view.state == "confirmed":
        other = account_words(words, view.asker.accounts[0])
        return Reply(words.say("link-other-asked", account=other))
    return Reply(outcome(words, view))


async def _in_private(context: CommandContext) -> Actor:
    """Return the person as an actor in their private chat on this platform, which is created if it is new.

    Raises:
        Refusal: the bot cannot write to the person in private.
    """
    if context.chat.owner is not None:
        return context.actor
    place = await context.incoming.private_place()
    if place is None:
        raise Refusal("no-private-chat")
    return replace(await context.actor_in(place), on_board=context.actor.on_board)
