from __future__ import annotations

import pytest

from bot.chats.discord.buttons import LastingButton, laid_out, view_of
from bot.talk.reply import Button, Style


def rows(*lengths: int) -> tuple[tuple[Button, ...], ...]:
    """Return rows of these lengths, each button with different data."""
    return tuple(
        tuple(Button(f"{row}.{column}", f"{row}:{column}") for column in range(length))
        for row, length in enumerate(lengths)
    )


@pytest.mark.parametrize(
    ("lengths", "laid"),
    [
        ((), ()),
        ((3, 1), (3, 1)),
        ((5, 5, 5, 5, 5), (5, 5, 5, 5, 5)),
        ((7,), (5, 2)),
        ((6, 1), (5, 1, 1)),
        ((1, 1, 1, 1, 1, 1), (5, 1)),
        ((6, 6, 6), (5, 5, 5, 3)),
        ((0, 2), (2,)),
        ((9, 9, 9), (5, 5, 5, 5, 5)),
    ],
)
def test_rows_fit_into_five_of_five(lengths: tuple[int, ...], laid: tuple[int, ...]) -> None:
    """Rows of at most five stay; longer ones wrap, and at most 25 buttons are shown."""
    found = laid_out(rows(*lengths))
    assert tuple(map(len, found)) == laid
    whole = [button for row in rows(*lengths) for button in row]
    assert [button for row in found for button in row] == whole[:25]


def test_equal_buttons_are_shown_once() -> None:
    """Discord refuses a repeated id in a message, so only the first of two equal buttons is shown."""
    first, other, second = (
        Button("3→off", "4:/move k7f 3/off"),
        Button("a", "b"),
        Button("x", "4:/move k7f 3/off"),
    )
    assert laid_out(((first, other), (second,))) == ((first, other),)
    assert laid_out(((first, first),)) == ((first,),)


@pytest.mark.parametrize("data", ["12:/move k7f 24/18 13/8", "?d9s9y8g3t2q8.0", "a\nb\t~!", "x" * 64])
def test_a_button_carries_its_data(data: str) -> None:
    """A button's id, of at most 100 characters, contains its data."""
    view = view_of(((Button("Label", data, Style.DANGER),),))
    assert view is not None
    (item,) = view.children
    assert isinstance(item, LastingButton)
    assert len(item.custom_id) <= 100
    match = item.template.fullmatch(item.custom_id)
    assert match is not None
    assert match["data"] == data


def test_a_button_with_too_much_data_is_an_error() -> None:
    """A button with more data than Discord accepts is an error."""
    with pytest.raises(ValueError, match="longer than Discord allows"):
        view_of(((Button("Label", "x" * 100),),))


async def test_a_view_has_no_timeout_and_serves_one_message() -> None:
    """A view has no timeout, contains only lasting buttons, and is built for each message."""
    first, second = view_of(rows(2, 1)), view_of(rows(2, 1))
    assert first is not None
    assert first is not second
    assert first.timeout is None
    assert first.is_persistent()
    assert {type(item) for item in first.children} == {LastingButton}
    assert view_of(()) is None


async def test_labels_are_short_and_visible() -> None:
    """A label has at most 80 visible characters."""
    view = view_of(((Button("\u202eab" * 50, "a"), Button("\u200b", "b")),))
    assert view is not None
    labels = [row["components"][place]["label"] for row in view.to_components() for place in (0, 1)]
    assert labels == ["ab" * 40, "…"]
