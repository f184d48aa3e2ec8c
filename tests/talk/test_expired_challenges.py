from __future__ import annotations

import pytest

from bot.sessions.challenges import CHALLENGE_EXPIRY
from bot.sessions.workers import AlarmRunner, Heartbeat
from bot.talk.incoming import Press
from bot.talk.reply import plain
from tests.dialogues.script import TABLE
from tests.dialogues.scripted import FAR, House


async def expired(house: House) -> None:
    """Let two weeks pass, and what is due be handled."""
    house.clock.forward(days=14)
    manager = house.manager
    await AlarmRunner(
        manager, Heartbeat(manager, {}), {CHALLENGE_EXPIRY: manager.challenges.expire}
    ).handle_due()
    await house.until_idle()


async def test_the_card_of_an_expired_challenge_says_so(house: House) -> None:
    """The card is edited where it stands, loses its buttons, and rings for nobody; a press is answered."""
    await house.line("Anna", "/challenge Boris")
    house.notified()
    card = house.last()
    messages, accept = len(house.platform.messages), card.reply.buttons[0][0]
    await expired(house)
    assert (len(house.platform.messages), house.notified(), card.reply.buttons) == (messages, [], ())
    assert plain(card.reply.text) == (
        "Anna’s challenge has expired: nobody answered it in time. /challenge makes a new one."
    )
    (told,) = await house.handle("Boris", Press(accept.data), TABLE, house.number(card))
    assert plain(told.text) == (
        "That challenge has expired: nobody answered it in time. /challenge makes a new one."
    )


@pytest.mark.slow
async def test_an_expired_rematch_leads_to_another(house: House) -> None:
    """The card of a rematch names the command that asks for it again, which works."""
    await house.line("Anna", "/challenge Boris 1 game")
    await house.line("Boris", "/accept")
    (game,) = await house.manager.game_ids()
    await house.line("Boris", "/resign mars")
    await house.press("Boris", "Resign: mars, 2 points", TABLE, answered=True)
    await house.line("Anna", f"/rematch {game}")
    await expired(house)
    assert plain(house.last().reply.text).endswith(f"/rematch {game} makes a new one.")
    await house.line("Anna", f"/rematch {game}")
    assert "Boris, Anna asks for another game" in plain(house.last().reply.text)


@pytest.mark.slow
async def test_what_expires_while_it_is_taken_was_answered(house: House) -> None:
    """Both cards, and both who come late, are told that the game was not started in time."""
    far_dora = f"{FAR}Dora"
    await house.line("Anna", "/challenge", "Anna")
    (invite,) = house.last("Anna").reply.invites
    await house.line("Dora", invite.line, far_dora)
    await expired(house)
    for chat in ("Anna", far_dora):
        assert house.standing(chat).text == (
            "Anna’s invitation has expired: Dora accepted it, but the game was not started in time. "
            "/challenge makes a new one."
        )
    for who, chat in (("Anna", "Anna"), ("Dora", far_dora)):
        assert await house.line(who, invite.line, chat) == (
            "That invitation has expired: it was accepted, but the game was not started in time. "
            "/challenge makes a new one."
        )
