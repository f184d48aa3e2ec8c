"""/play private in a shared chat."""

from __future__ import annotations

from pathlib import Path

from tests.dialogues.house import open_house


async def test_a_private_game_is_shown_only_in_private(tmp_path: Path) -> None:
    """Nothing of the game appears in the chat where it was requested."""
    async with open_house(tmp_path / "nardy.db") as house:
        await house.type("Anna", "/play private")
        assert {message.chat for message in house.platform.messages} == {"Anna"}


async def test_without_a_private_chat_no_game_begins(tmp_path: Path) -> None:
    """Without a private chat no game begins, and the answer has a button that opens one."""
    async with open_house(tmp_path / "nardy.db") as house:
        house.unreachable.add("Boris")
        answer = await house.type("Boris", "/play private")
        assert answer.startswith("I cannot write to you in private.")
        assert [button.private_line for row in house.answers["Boris"][0].buttons for button in row] == [
            "/play"
        ]
        assert house.platform.messages == []


async def test_a_repeated_event_begins_one_game(tmp_path: Path) -> None:
    """A /play private that is delivered twice begins one game."""
    async with open_house(tmp_path / "nardy.db") as house:
        for _ in range(2):
            house.event_count = 0
            await house.type("Anna", "/play private")
        assert len(await house.manager.games_of(1)) == 1
