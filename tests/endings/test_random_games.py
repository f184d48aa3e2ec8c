"""One random game of each rule set, whose last part is typed turn by turn."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from bot.maintenance import check
from bot.rules import RULESETS, Side
from bot.sessions import record_of
from tests.dialogues.house import open_house
from tests.endings.games import MOST_TURNS, skip_ahead, start_game, type_turn
from tests.long_parameters import long_except
from tests.talk.houses import SavedHouse, open_copy


@pytest.mark.parametrize("ruleset", long_except(RULESETS, "short"))
async def test_a_random_game_is_played_to_its_end(
    ruleset: str, prepared: SavedHouse, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """Once bearing off begins, printed turns can be typed, and the stored game equals its record.

    The turns before that are made in one action; `test_record` makes each of them an action.
    """
    path, rng = tmp_path / "nardy.db", Random(3)
    async with open_copy(prepared, path, caplog) as house:
        game = await start_game(house, f"/challenge Boris {ruleset} 1 game")
        game = await skip_ahead(house, game, lambda play: any(play.state.position.off(side) for side in Side))
        for _ in range(MOST_TURNS):
            if game.is_over:
                break
            game = await type_turn(house, game, rng)
        assert game.is_over
    async with open_house(path, previous=house) as again:
        assert await again.manager.game(game.id) == game
        assert record_of(*await again.manager.with_events(game.id)).end() == game.live.state
    assert (await check(path)).faults == ()
