"""Links: the question before the accounts of two players are linked to one player, and its outcome."""

from __future__ import annotations

from bot.sessions import LinkedAccount, LinkSide, LinkView
from bot.talk.catalog import Words, join
from bot.talk.input.payloads import button_data
from bot.talk.reply import Bold, Button, Code, Reply, Style, Text
from bot.talk.wording import bold_name, platform_words, shortened


def account_words(words: Words, account: LinkedAccount) -> Text:
    """Return an account's name, username and platform for use in a sentence."""
    name = shortened(account.name)
    known_as = f"{name} (@{account.handle})" if account.handle else name
    return words.say("link-account", name=Bold(known_as), platform=platform_words(words, account.platform))


def accounts_words(words: Words, side: LinkSide) -> Text:
    """Return all accounts of one of the two players, the account used for linking first."""
    return join([account_words(words, account) for account in side.accounts], ", ")


def question(words: Words, view: LinkView, reader: int) -> Reply:
    """Return the question that asks one of two players to confirm that the other's accounts are theirs too.

    It gives both players' games, because both players become one.

    Args:
        reader: the id of the player who is asked.
    """
    is_asker = reader == view.asker.player
    mine, theirs = (view.asker, view.typist) if is_asker else (view.typist, view.asker)
    other = accounts_words(words, theirs)
    text = join(
        [
            words.say("link-was-typed" if is_asker else "link-is-of", account=other),
            words.say(
                "link-means",
                account=other,
                mine=_games(words, mine),
                theirs=_games(words, theirs),
            ),
            words.say("link-sure", command=Code("/unlink")),
        ]
    )
    yes = Button(words.words("button-link-yes"), button_data(f"/link yes {view.id}"), Style.PRIMARY)
    no = Button(words.words("button-link-no"), button_data(f"/link no {view.id}"), Style.DANGER)
    return Reply(text, buttons=((yes, no),))


def outcome(words: Words, view: LinkView) -> Text:
    """Return the outcome of a link as a sentence: linked, separated again, or refused."""
    asker, typist = accounts_words(words, view.asker), accounts_words(words, view.typist)
    if view.state == "linked":
        side = view.asker if view.asker.accounts else view.typist
        accounts, name = accounts_words(words, side), Bold(shortened(view.name))
        return words.say("link-linked", accounts=accounts, name=name, command=Code("/unlink"))
    if view.state == "undone":
        return words.say("link-undone", one=asker, other=typist)
    return words.say("link-refused")


def _games(words: Words, side: LinkSide) -> Text:
    """Return the number of games that a player is playing, and the names of some opponents, if any."""
    count = words.words("link-games", count=side.games)
    if not side.opponents:
        return (count,)
    names: Text = join([(bold_name(name),) for name in side.opponents], ", ")
    return words.say("link-games-against", games=count, names=names)
