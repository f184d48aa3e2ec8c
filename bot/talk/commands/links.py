"""Links: accounts of one person that become one player, and two again: /link and /unlink."""

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
    """/link: a code for another account of the same person; with a code, the question whether to link.

    With `seat`, a link that opens his seat at the local table in one more browser. Where others read along
    nothing of this is told, and a code that is typed there is void.
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
    """/unlink: one player becomes two again; it is asked first."""
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
    """Return a code for another account; who has a seat at the local table is offered to open that, too."""
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
    told = [words.say("link-code", command=Code(f"/link {code}")), words.say("link-secret")]
    if has_seat:
        told.append(words.say("link-seat", button=seat.label))
    return Reply(join(told), buttons=buttons)


async def _seat(context: CommandContext) -> Reply:
    """Return what opens the person's own seat at the local table in one more browser, once."""
    words, links = context.words, context.sign_in_links
    if context.incoming.place.platform == _TABLE:
        return Reply(words.say("link-seat-here"))
    account = await _seat_of(context)
    if account is None:
        return Reply(words.say("link-no-seat", command=Code("/link")))
    fragment = await links.fragment(account, context.incoming.person)
    if fragment is None:
        return Reply(words.say("link-seat-removed", part=Code("/unlink"), command=Code("/link")))
    told = words.say("link-seat-secret")
    if not links.address:
        return Reply(join([words.say("link-seat-fragment", fragment=Code(f"/{fragment}")), told]))
    return Reply(join([words.say("link-seat-address", address=f"{links.address}/{fragment}"), told]))


async def _seat_of(context: CommandContext) -> str | None:
    """Return the person's own account at the local table, if he is somewhere else and has one."""
    person = context.incoming.person
    if person.platform == _TABLE:
        return None
    others = await context.manager.people.other_accounts(person.platform, person.key)
    return next((key for platform, key in others if platform == _TABLE), None)


async def _answered(context: CommandContext, actor: Actor, key: str, *, is_yes: bool) -> Reply:
    """Carry out an answer, and say what has become of the two accounts."""
    words, linking = context.words, context.manager.linking
    if not is_yes:
        return Reply(outcome(words, await linking.refuse(actor, key)))
    view = await linking.confirm(actor, key)
    if view.state == "confirmed":
        other = account_words(words, view.asker.accounts[0])
        return Reply(words.say("link-other-asked", account=other))
    return Reply(outcome(words, view))


async def _in_private(context: CommandContext) -> Actor:
    """Return the person as the one who acts in his private chat, which there is from now on.

    Raises:
        Refusal: he cannot be written to in private.
    """
    if context.chat.owner is not None:
        return context.actor
    place = await context.incoming.private_place()
    if place is None:
        raise Refusal("no-private-chat")
    return replace(await context.actor_in(place), on_board=context.actor.on_board)
