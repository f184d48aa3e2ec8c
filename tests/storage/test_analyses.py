from __future__ import annotations

from datetime import UTC, datetime, timedelta

from storage import Database, analyses
from storage.people import add_player
from storage.rows import AnalysisRow

NOW = datetime(2026, 11, 20, 18, 4, tzinfo=UTC)


def row(key: str, number: int = 1, minutes: int = 0, text: str | None = "text") -> AnalysisRow:
    """Return an analysis of a game, made some minutes from now."""
    return AnalysisRow(key, number, 1 if text else 0, text, "w b", NOW + timedelta(minutes=minutes))


async def test_an_analysis_is_found_by_its_game(database: Database) -> None:
    """An analysis is found by its import and game number only."""
    async with database.write() as connection:
        await analyses.keep_analysis(connection, row("i2b", 2), most=9)
        assert await analyses.analysis(connection, "i2b", 2) == row("i2b", 2)
        assert await analyses.analysis(connection, "i2b", 1) is None


async def test_an_analysis_replaces_the_previous_one(database: Database) -> None:
    """A game has only its last analysis."""
    async with database.write() as connection:
        await analyses.keep_analysis(connection, row("k7f"), most=9)
        await analyses.keep_analysis(connection, row("k7f", minutes=1, text="deeper"), most=9)
        found = await analyses.analysis(connection, "k7f", 1)
    assert found is not None
    assert found.text == "deeper"


async def test_the_oldest_analyses_lose_their_text(database: Database) -> None:
    """Beyond the limit, the oldest analyses lose their text and keep the review."""
    async with database.write() as connection:
        for minute, key in enumerate(("a2a", "b2b", "c2c")):
            await analyses.keep_analysis(connection, row(key, minutes=minute), most=2)
        kept = [await analyses.analysis(connection, key, 1) for key in ("a2a", "b2b", "c2c")]
    assert [(each.text, each.review) for each in kept if each] == [
        (None, "w b"),
        ("text", "w b"),
        ("text", "w b"),
    ]


async def test_analyses_are_deleted_with_their_import(database: Database) -> None:
    """Deleting an import deletes its analyses, so a later import under the same id does not inherit them."""
    async with database.write() as connection:
        player = await add_player(connection, "Anna", NOW)
        await analyses.add_import(connection, "i2a", player.id, None, ["first"], 1)
        await analyses.keep_analysis(connection, row("i2a", 2), most=9)
        await analyses.add_import(connection, "i2b", player.id, None, ["second"], 1)
        assert await analyses.analysis(connection, "i2a", 2) is None
