from __future__ import annotations

import pytest

from bot.sessions.challenges import CHALLENGE_EXPIRY
from bot.sessions.workers import AlarmRunner, Heartbeat
from bot.talk.incoming import Press
from bot.talk.reply import plain
from tests.dialogues.house import TELEGRAM_CHAT, House
from tests.dialogues.script import TABLE


async def expire_challenges(house: House) -> None:
    """Let two weeks pass, and run the due alarms."""
    house.clock.forward(days=14)
    manager = house.manager
    await AlarmRunner(
        manager, Heartbeat(manager, {}), {CHALLENGE_EXPIRY: manager.challenges.expire}
    ).handle_due()
    await house.until_idle()


async def test_an_expired_challenge_says_so(house: House) -> None:
    """An expired challenge loses its buttons in place, silently, and a late press is answered."""
    await house.type("Anna", "/challenge Boris")
    house.notified()
    card = house.last()
    messages, accept = len(house.platform.messages), card.reply.buttons[0][0]
    await expire_challenges(house)
    assert (len(house.platform.messages), house.notified(), card.reply.buttons) == (messages, [], ())
    assert plain(card.reply.text) == (
        "Anna’s challenge has expired: nobody answered it in time. /challenge makes a new one."
    )
    (reply,) = await house.handle("Boris", Press(accept.data), TABLE, house.message_id(card))
    assert plain(reply.text) == (
        "That challenge has expired: nobody answered it in time. /challenge makes a new one."
    )


@pytest.mark.slow
async def test_an_expired_rematch_names_the_command_for_another(house: House) -> None:
    """An expired rematch names a command that asks for it again."""
    await house.type("Anna", "/challenge Boris 1 game")
    await house.type("Boris", "/accept")
    (game,) = await house.manager.game_ids()
    await house.type("Boris", "/resign mars")
    await house.press("Boris", "Resign: mars, 2 points", TABLE, answered=True)
    await house.type("Anna", f"/rematch {game}")
    await expire_challenges(house)
    assert plain(house.last().reply.text).endswith(f"/rematch {game} makes a new one.")
    await house.type("Anna", f"/rematch {game}")
    assert "Boris, Anna asks for another game" in plain(house.last().reply.text)


@pytest.mark.slow
async def test_an_invitation_that_was_not_started_expires(house: House) -> None:
    """An accepted invitation that was never started expires for both players."""
    telegram_dora = f"{TELEGRAM_CHAT}Dora"
    await house.type("Anna", "/challenge anyone", "Anna")
    (invite,) = house.last("Anna").reply.invites
    await house.type("Dora", invite.line, telegram_dora)
    await expire_challenges(house)
    for chat in ("Anna", telegram_dora):
        assert house.shown(chat).text == (
            "Anna’s invitation has expired: Dora accepted it, but the game was not started in time. "
            "/challenge makes a new one."
        )
    for player, chat in (("Anna", "Anna"), ("Dora", telegram_dora)):
        assert await house.type(player, invite.line, chat) == (
            "That invitation has expired: it was accepted, but the game was not started in time. "
            "/challenge makes a new one."
        )
