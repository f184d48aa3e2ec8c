"""What tells a statement that walks a long table from one that finds its rows by an index."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.plans import filled, walks

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture(scope="module")
def full(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database in which much was played."""
    return filled(tmp_path_factory.mktemp("full") / "nardy.db")


@pytest.mark.parametrize(
    "statement",
    [
        "SELECT id FROM games WHERE position = ?",
        "SELECT id FROM games WHERE outcome IS NULL ORDER BY changed",
        "SELECT id FROM posts WHERE message = ?",
        "SELECT subject_id FROM posts WHERE chat = ? AND subject = ?",
        "SELECT id FROM chats WHERE platform = ? ORDER BY id",
        "SELECT name FROM accounts WHERE platform = ? AND name LIKE 'a%'",
        "UPDATE posts SET message = NULL WHERE wanted_revision = ?",
    ],
)
def test_a_walk_is_found(full: Path, statement: str) -> None:
    """A statement that reads a whole table, or all rows of a platform or a chat, is told."""
    assert walks(full, statement) != []


@pytest.mark.parametrize(
    "statement",
    [
        "SELECT id FROM games WHERE id = ?",
        "SELECT id FROM games WHERE white = ? AND outcome IS NULL",
        "SELECT id FROM posts WHERE chat = ? AND message = ?",
        "SELECT name FROM accounts WHERE platform = ? AND name >= ? AND name < ?",
        "INSERT INTO given_ids (id) VALUES (?)",
    ],
)
def test_what_an_index_finds_is_no_walk(full: Path, statement: str) -> None:
    """A statement that an index answers is not told."""
    assert walks(full, statement) == []
