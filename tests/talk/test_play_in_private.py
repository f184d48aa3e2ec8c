"""Playing the program alone, asked for where others read along."""

from __future__ import annotations

from pathlib import Path

from tests.dialogues.house import open_house


async def test_a_game_in_private_is_shown_in_no_other_chat(tmp_path: Path) -> None:
    """Where it was asked for, nothing of the game appears."""
    async with open_house(tmp_path / "nardy.db") as house:
        await house.type("Anna", "/play private")
        assert {message.chat for message in house.platform.messages} == {"Anna"}


async def test_who_cannot_be_written_to_begins_no_game(tmp_path: Path) -> None:
    """Without a private chat there is no game, but what would help is said, with a button that does it."""
    async with open_house(tmp_path / "nardy.db") as house:
        house.unreachable.add("Boris")
        answer = await house.type("Boris", "/play private")
        assert answer.startswith("I cannot write to you in private.")
        assert [button.private_line for row in house.answers["Boris"][0].buttons for button in row] == [
            "/play"
        ]
        assert house.platform.messages == []


async def test_a_game_in_private_is_begun_once_for_one_press(tmp_path: Path) -> None:
    """The same press, delivered twice, begins one game."""
    async with open_house(tmp_path / "nardy.db") as house:
        for _ in range(2):
            house.event_count = 0
            await house.type("Anna", "/play private")
        assert len(await house.manager.games_of(1)) == 1
