"""One game of each rule set, drawn by lot, whose last part is typed turn by turn as it is printed."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from bot.maintenance import check
from bot.rules import RULESETS, Side
from bot.sessions import record_of
from tests.dialogues.scripted import open_house
from tests.endings.playing import MOST_TURNS, begun, forward, turn
from tests.long_parameters import long_except
from tests.talk.houses import Begun, copied


@pytest.mark.parametrize("ruleset", long_except(RULESETS, "short"))
async def test_a_game_drawn_by_lot_is_played_to_its_end(
    ruleset: str, met: Begun, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """From the first checker borne off nothing that is typed is refused; its record comes to what is stored.

    The turns before that are made in one step; `test_record` makes each of them an action.
    """
    path, rng = tmp_path / "nardy.db", Random(3)
    async with copied(met, path, caplog) as house:
        game = await begun(house, f"/challenge Boris {ruleset} 1 game")
        game = await forward(house, game, lambda play: any(play.state.position.off(side) for side in Side))
        for _ in range(MOST_TURNS):
            if game.is_over:
                break
            game = await turn(house, game, rng)
        assert game.is_over
    async with open_house(path, before=house) as again:
        assert await again.manager.game(game.id) == game
        assert record_of(*await again.manager.with_events(game.id)).end() == game.live.state
    assert (await check(path)).faults == ()
