from __future__ import annotations

from dataclasses import replace
from urllib.parse import parse_qs, urlsplit

import pytest
from hypothesis import given, strategies as st
from telegram import InlineKeyboardButton
from telegram.constants import InlineKeyboardButtonLimit

from bot.chats.telegram.keyboards import IN_A_ROW, WIDEST_ROW, keyboard_of
from bot.talk.command import ParsedCommand
from bot.talk.command_table import COMMANDS
from bot.talk.input.parsing import read_line
from bot.talk.reply import Button, Invite, Reach, Reply, Style

BOT = "Nardy_Bot"


def rows_of(*rows: tuple[Button, ...], invites: tuple[Invite, ...] = ()) -> list[list[InlineKeyboardButton]]:
    """Return the rows of buttons sent to Telegram."""
    keyboard = keyboard_of(Reply(("Words.",), buttons=rows, invites=invites), BOT)
    return [list(row) for row in keyboard.inline_keyboard] if keyboard is not None else []


def labelled(*labels: str) -> tuple[Button, ...]:
    """Return a row of buttons with these labels."""
    return tuple(Button(label, f"1:/move k7f {number}") for number, label in enumerate(labels))


def lengths(*labels: str) -> list[int]:
    """Return the lengths of the rows into which one row is split."""
    return [len(row) for row in rows_of(labelled(*labels))]


def link_of(line: str, reach: Reach, text: str = "") -> str:
    """Return the link of an invitation."""
    ((button,),) = rows_of(invites=(Invite("Invite", line, reach, text),))
    assert button.url is not None
    return button.url


def test_a_message_without_buttons_has_no_keyboard() -> None:
    """A message without buttons has no keyboard."""
    assert keyboard_of(Reply(("Words.",)), BOT) is None
    assert keyboard_of(Reply(("Words.",), buttons=((),)), BOT) is None


def test_a_button_has_its_data() -> None:
    """A button has its label and up to 64 bytes of data."""
    longest = "4:/move k7f ".ljust(InlineKeyboardButtonLimit.MAX_CALLBACK_DATA, "1")
    ((button,),) = rows_of((Button("24→18", longest),))
    assert (button.text, button.callback_data, button.url) == ("24→18", longest, None)


@pytest.mark.parametrize("data", ["x" * 65, "я" * 33])
def test_a_button_with_too_much_data_is_an_error(data: str) -> None:
    """Data beyond Telegram's limit, counted in bytes, is an error."""
    with pytest.raises(ValueError, match="longer than Telegram allows"):
        rows_of((Button("Label", data),))


def test_a_label_is_visible() -> None:
    """A label has no invisible characters and is never empty."""
    ((turned, empty),) = rows_of(labelled("\u202eab", "\u200b"))
    assert (turned.text, empty.text) == ("ab", "…")


@pytest.mark.parametrize(
    ("style", "sent"), [(Style.PRIMARY, "primary"), (Style.PLAIN, None), (Style.DANGER, "danger")]
)
def test_a_button_is_formatted_in_its_style(style: Style, sent: str | None) -> None:
    """A button has Telegram's colour for its style."""
    ((button,),) = rows_of((Button("Done", "1:/done k7f", style),))
    assert button.to_dict().get("style") == sent


@pytest.mark.parametrize(
    ("labels", "split"),
    [
        (("Undo", "Done", "More"), [3]),
        (("24→18",) * 5, [5]),
        (("A" * (WIDEST_ROW // 4),) * 4, [2, 2]),
        (("A" * (WIDEST_ROW // 4),) * 5, [3, 2]),
        (("A" * 40,) * 2, [1, 1]),
        (("x", "A" * 20, "y"), [1, 1, 1]),
    ],
)
def test_a_row_too_wide_for_a_phone_is_split(labels: tuple[str, ...], split: list[int]) -> None:
    """A row is split evenly if its widest label does not fit as often as it has buttons."""
    assert lengths(*labels) == split


_labels = st.lists(st.text("ab→", min_size=1, max_size=45), min_size=1, max_size=12)


@given(_labels)
def test_a_row_is_split_evenly_to_fit_a_phone(labels: list[str]) -> None:
    """Buttons keep their order in even rows of at most five, each with room for its label."""
    rows = [[button.text for button in row] for row in rows_of(labelled(*labels))]
    assert [text for row in rows for text in row] == labels
    assert max(map(len, rows)) - min(map(len, rows)) <= 1
    for row in rows:
        assert len(row) <= IN_A_ROW
        assert len(row) * max(map(len, row)) <= WIDEST_ROW or len(row) == 1


def test_rows_are_not_merged() -> None:
    """Two rows of buttons are never merged."""
    assert [len(row) for row in rows_of(labelled("a"), labelled("b", "c"))] == [1, 2]


@pytest.mark.parametrize("reach", Reach)
def test_a_link_has_its_command(reach: Reach) -> None:
    """A link's start parameter parses as the command that it was made for."""
    for line in ("/accept k7f abcdefgh23", "/play", "/challenge", "/rules tavla", "/help"):
        address = link_of(line, reach)
        if reach is Reach.FRIEND:
            (address,) = parse_qs(urlsplit(address).query)["url"]
        key = "startgroup" if reach is Reach.GROUP else "start"
        (payload,) = parse_qs(urlsplit(address).query)[key]
        asked = read_line(line)
        assert isinstance(asked, ParsedCommand)
        assert read_line(f"/start {payload}") == replace(asked, linked=True)
        assert read_line(f"/start@{BOT} {payload}") == replace(asked, linked=True)


def test_an_invitation_to_a_friend_is_shared() -> None:
    """A link for a friend opens the dialogue that shares it with a text."""
    text = "Anna & Co. invite you: 🎲 50% + 1?"
    found = urlsplit(link_of("/accept k7f", Reach.FRIEND, text))
    assert (found.scheme, found.netloc, found.path) == ("https", "t.me", "/share/url")
    shared = parse_qs(found.query)
    assert shared["text"] == [text]
    assert shared["url"] == [f"https://t.me/{BOT}?start=accept_k7f"]


def test_an_invitation_has_no_plus_for_a_space() -> None:
    """A shared text has `%20` for a space, because some of Telegram's apps show a plus literally.

    https://github.com/TelegramMessenger/Telegram-iOS/issues/1727
    """
    assert "+" not in link_of("/accept k7f", Reach.FRIEND, "Play with me")


def test_an_invitation_to_a_group_adds_the_bot() -> None:
    """A link for a group opens the dialogue that adds the bot to one."""
    assert link_of("/challenge", Reach.GROUP) == f"https://t.me/{BOT}?startgroup=challenge"


def test_other_commands_have_no_link() -> None:
    """A link can run only the commands that allow it."""
    for name, command in COMMANDS.items():
        if not command.by_link:
            with pytest.raises(ValueError, match="a link may not run"):
                link_of(f"/{name}", Reach.FRIEND)


def test_invitations_are_below_the_buttons() -> None:
    """Each invitation has a separate row below the buttons."""
    invites = (Invite("Friend", "/play", Reach.FRIEND), Invite("Group", "/play", Reach.GROUP))
    rows = rows_of(labelled("a", "b"), invites=invites)
    assert [[button.text for button in row] for row in rows] == [["a", "b"], ["Friend"], ["Group"]]


def test_a_button_for_the_private_chat_is_a_link() -> None:
    """A button for the private chat is a link that opens the bot's chat and runs the command there."""
    reply = Reply((), buttons=((Button("Play in private", "v1/play private", private_line="/play"),),))
    keyboard = keyboard_of(reply, "nardybot")
    assert keyboard is not None
    button = keyboard.inline_keyboard[0][0]
    assert (button.url, button.callback_data) == ("https://t.me/nardybot?start=play", None)
