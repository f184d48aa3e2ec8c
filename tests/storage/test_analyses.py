from __future__ import annotations

from datetime import UTC, datetime, timedelta

from storage import Database, analyses
from storage.people import add_player
from storage.rows import AnalysisRow

NOW = datetime(2026, 11, 20, 18, 4, tzinfo=UTC)


def row(key: str, number: int = 1, minutes: int = 0, text: str | None = "text") -> AnalysisRow:
    """An analysis of a game, made some minutes from now."""
    return AnalysisRow(key, number, 1 if text else 0, text, "w b", NOW + timedelta(minutes=minutes))


async def test_an_analysis_is_found_by_its_game(database: Database) -> None:
    """What was kept of one game of an import is found for it, and nothing for another."""
    async with database.write() as connection:
        await analyses.keep_analysis(connection, row("i2b", 2), most=9)
        assert await analyses.analysis(connection, "i2b", 2) == row("i2b", 2)
        assert await analyses.analysis(connection, "i2b", 1) is None


async def test_an_analysis_replaces_the_one_before(database: Database) -> None:
    """Of one game the last analysis stands."""
    async with database.write() as connection:
        await analyses.keep_analysis(connection, row("k7f"), most=9)
        await analyses.keep_analysis(connection, row("k7f", minutes=1, text="deeper"), most=9)
        found = await analyses.analysis(connection, "k7f", 1)
    assert found is not None
    assert found.text == "deeper"


async def test_of_the_oldest_only_the_verdict_remains(database: Database) -> None:
    """Beyond so many analyses the oldest lose their text and keep who did better."""
    async with database.write() as connection:
        for minute, key in enumerate(("a2a", "b2b", "c2c")):
            await analyses.keep_analysis(connection, row(key, minutes=minute), most=2)
        kept = [await analyses.analysis(connection, key, 1) for key in ("a2a", "b2b", "c2c")]
    assert [(each.text, each.review) for each in kept if each] == [
        (None, "w b"),
        ("text", "w b"),
        ("text", "w b"),
    ]


async def test_analyses_go_with_their_import(database: Database) -> None:
    """When an import goes, what was kept of its games goes too, so that no later one under that id has it."""
    async with database.write() as connection:
        player = await add_player(connection, "Anna", NOW)
        await analyses.add_import(connection, "i2a", player.id, None, ["first"], 1)
        await analyses.keep_analysis(connection, row("i2a", 2), most=9)
        await analyses.add_import(connection, "i2b", player.id, None, ["second"], 1)
        assert await analyses.analysis(connection, "i2a", 2) is None
