from __future__ import annotations

from hypothesis import given, settings, strategies as st

from bot.chats.texts import MOST_PIECES, pieces

LINES = st.lists(st.text("ab 🎲", max_size=12), max_size=8)


def units(text: str) -> int:
    """Return the length in UTF-16 units."""
    return len(text.encode("utf-16-le")) // 2


@settings(max_examples=30)
@given(LINES, st.integers(2, 30))
def test_every_piece_has_room_and_nothing_is_lost(lines: list[str], room: int) -> None:
    """Pieces respect the limits on length and number, and together hold all visible text in order."""
    cut = pieces("\n".join(lines), room)
    assert len(cut) <= MOST_PIECES
    assert all(units(piece) <= room for piece in cut)
    if cut:
        assert "".join("".join(cut).split()) == "".join("".join(lines).split())


def test_lines_are_kept_whole_where_they_can_be() -> None:
    """A text is split between its lines."""
    assert pieces("24/18 13/8\n12/4\n6/off", 12) == ("24/18 13/8", "12/4\n6/off")


def test_a_text_of_too_many_pieces_gives_none() -> None:
    """A text that needs too many messages gives no pieces."""
    lines = ["24/18"] * MOST_PIECES
    assert len(pieces("\n".join(lines), 5)) == MOST_PIECES
    assert pieces("\n".join([*lines, "13/8"]), 5) == ()
