"""A turn that is begun in one chat and gone on with in another, with the bot as a separate process."""

from __future__ import annotations

from pathlib import Path

from tests.discord_standin.standin import DiscordStandIn
from tests.discord_standin.world import Message
from tests.discord_wire.playing import begun, bot_on, plays, press_first, whose

BACK = "↶ Take back"


def is_begun(board: Message) -> bool:
    """Return True if a board shows a half-made turn."""
    return BACK in board.labels


async def test_a_turn_begun_in_private_is_no_trap_in_the_channel(tmp_path: Path) -> None:
    """The first press in the channel says and shows what was played in private; Take back works there."""
    async with DiscordStandIn() as discord, bot_on(discord, tmp_path):
        anna, boris, games = discord.user("Anna"), discord.user("Boris"), discord.channel("games")
        for person in (anna, boris):
            for setting in ("forced off", "confirm off"):
                await (await person.slash(games, "settings", option=setting)).answer()
        board = await begun(anna, boris, games)
        mover = whose(board, anna, boris)
        other = boris if mover is anna else anna
        await mover.slash(mover.direct, "board")
        await press_first(mover, await mover.sees(mover.direct, plays))
        await mover.sees(mover.direct, is_begun)
        assert not any(map(is_begun, mover.messages(games)))
        move = next(label for label in board.labels if "→" in label)
        refused = await (await other.press(board, move)).answer()
        assert refused.text.startswith("It is not your turn")
        told = await (await mover.press(board, move)).answer()
        assert told.text.startswith("You have already played ")
        await mover.press(await mover.sees(games, is_begun), BACK)
        await mover.sees(games, lambda seen: plays(seen) and not is_begun(seen))
        await mover.sees(mover.direct, lambda seen: plays(seen) and not is_begun(seen))
