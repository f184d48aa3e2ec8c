"""The form of a new game as a message: its buttons, its presses, and what they begin."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, strategies as st

from bot.rules import RULESETS, TimeControl
from bot.rules.rulesets import MatchLength
from bot.sessions import First, Level, Options
from bot.talk.catalog import LANGUAGES, words_in
from bot.talk.incoming import Incoming, Line, Person, Press
from bot.talk.input.payloads import LONGEST_DATA
from bot.talk.new_game import FIELDS, Against, Choices
from bot.talk.reply import Reply, plain
from bot.talk.views.buttons import IN_A_ROW, MOST_ROWS
from bot.talk.views.new_game_message import GAMES, MAIN, OPPONENTS, FormPress, FormReader, form_message
from tests.dialogues.house import House
from tests.dialogues.script import TABLE

LARGEST = 2**31 - 1
"""The largest id of a player."""

choices = st.builds(
    Choices,
    st.sampled_from(Against),
    st.none() | st.integers(1, LARGEST),
    st.sampled_from(list(RULESETS)),
    st.builds(
        Options,
        length=st.none()
        | st.builds(MatchLength, points=st.integers(1, 25))
        | st.builds(MatchLength, games=st.integers(1, 25)),
        cube=st.booleans(),
        extended=st.booleans(),
        first=st.none() | st.sampled_from(First),
        hints=st.booleans(),
        level=st.none() | st.sampled_from(Level),
        time_control=st.none()
        | st.sampled_from(
            [TimeControl.parse(each) for each in ("3d+3d<3d", "1h+2h<1440h", "1439h+1438h<1440h")]
        ),
    ),
)


@given(choices, st.sampled_from("=go!06"), st.integers(1, LARGEST))
def test_a_press_carries_all_choices(chosen: Choices, page: str, owner: int) -> None:
    """The data of a button is at most 64 ASCII bytes, and is read as the same choices, page and owner."""
    press = FormPress(page, chosen.possible(), owner)
    data = press.data()
    assert data.isascii()
    assert len(data) <= LONGEST_DATA
    assert FormPress.parse(data.split()[1]) == press


@given(st.text("=go!cfla.lngpshort0123456789-@ehm", max_size=50))
def test_any_other_press_is_read_as_none_or_possible(word: str) -> None:
    """Data that was changed on the way is read as no press, or as choices that the game has."""
    press = FormPress.parse(word)
    assert press is None or press.choices == press.choices.possible()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page_of_the_form_fits_every_platform(language: str) -> None:
    """Each page has at most five rows of five buttons, and each button its own label and a way on."""
    friends = {number: f"Friend number {number}" for number in range(1, 7)}
    pages = [MAIN, GAMES, OPPONENTS, *map(str, range(len(FIELDS)))]
    for against in Against:
        reader = FormReader(words_in(language), 7, (*Against,), friends)
        for ruleset in RULESETS:
            for page in pages:
                shown = form_message(reader, Choices(against, 3, ruleset).possible(), page)
                where = (against, ruleset, page)
                assert len(shown.buttons) <= MOST_ROWS, where
                assert all(0 < len(row) <= IN_A_ROW for row in shown.buttons), where
                labels = [button.label for row in shown.buttons for button in row]
                assert len(set(labels)) == len(labels), where


async def form_in(house: House, player: str, chat: str, line: str = "/challenge") -> Reply:
    """Type a line and return the last private answer."""
    await house.type(player, line, chat)
    return house.answers[player][-1]


async def test_a_game_is_begun_by_touch(house: House) -> None:
    """Every choice is made by pressing buttons of one message, and the challenge has just these terms."""
    await house.type("Anna", "/challenge Boris to 3")
    await form_in(house, "Anna", TABLE)
    for label in (
        "Game: Long Nardy", "Short Nardy", "Cube: off", "Length: to 5 points",
        "to 7 points", "Clock: no clock", "3 days a turn", "First: by lot", "me", "Hints: off",
        "Against: Boris", "Carl", "Challenge Carl",
    ):  # fmt: skip
        await house.press("Anna", label, TABLE, answered=True)
    answer = house.answer("Anna")
    assert answer is not None
    assert answer.text == "Chosen: Short Nardy (backgammon) to 7 points, with a doubling cube."
    assert answer.labels == ("Another game",)
    (made,) = [each for each in await house.manager.challenges.made_by(1) if each.ruleset == "short"]
    assert made.options == Options(
        MatchLength(points=7), cube=True, first=First.CHALLENGER, hints=True,
        time_control=TimeControl.parse("3d+3d<3d"),
    )  # fmt: skip
    assert made.opponent == 3


async def test_a_game_against_the_computer_is_begun_by_touch(house: House) -> None:
    """After `/play` the form shows the choices of that game, and another level begins another game."""
    assert await house.type("Anna", "/play", "Anna") == "You play Long Nardy."
    for label in ("Other choices", "Level: casual", "strong", "Play"):
        await house.press("Anna", label, "Anna", answered=True)
    games = await house.manager.games_of(1)
    assert {game.level for game in games} == {Level.CASUAL, Level.STRONG}


def press_by(house: House, player: str, chat: str, data: str) -> Incoming:
    """Return a press of a person in a chat."""
    person = Person("web", player.lower(), player, house.language)
    return Incoming(f"press {data}", person, house.place(chat), Press(data))


async def test_only_the_asker_may_press(house: House) -> None:
    """Another person's press is refused with a reason and begins nothing."""
    form = await form_in(house, "Anna", TABLE)
    data = form.buttons[-1][0].data
    (refused,) = await house.conversation.handle(press_by(house, "Boris", TABLE, data))
    assert plain(refused.text) == "These buttons are somebody else’s. /challenge shows you your own."
    assert await house.manager.challenges.made_by(2) == []


async def test_a_changed_press_reaches_no_stranger(house: House) -> None:
    """A press with the id of a player whom the asker does not know challenges nobody."""
    await house.type("Dora", "/start", "Dora")
    dora = (await house.manager.people.visit("web", "dora", "Dora", "Dora", "private", "")).player.id
    data = FormPress("!", Choices(Against.FRIEND, dora), 1).data()
    (refused,) = await house.conversation.handle(press_by(house, "Anna", "Anna", data))
    assert plain(refused.text).startswith("You know nobody called")
    shown = FormPress("=", Choices(Against.FRIEND, dora), 1).data()
    (form,) = await house.conversation.handle(press_by(house, "Anna", "Anna", shown))
    assert "Dora" not in str(form)
    assert await house.manager.challenges.made_by(1) == []


async def test_a_group_leads_to_the_form_in_private(house: House) -> None:
    """Where others read the answers, the form is in private, and anyone can be challenged as last time."""
    await house.type("Anna", "/challenge Boris sport to 3")
    group = replace(house.place(TABLE), answers_privately=False)
    typed = Incoming("a", Person("web", "anna", "Anna"), group, Line("/challenge"))
    (reply,) = await house.conversation.handle(typed)
    (private,), (anyone,) = reply.buttons
    assert private.private_line == "/challenge"
    await house.conversation.handle(replace(typed, idempotency_key="b", what=Press(anyone.data)))
    await house.until_idle()
    assert house.shown(TABLE).text.startswith(
        "Anna challenges anyone to Long Nardy, sport rules to 3 points."
    )


async def test_a_page_opens_its_own_form(house: House) -> None:
    """On every platform the answer names the form that a page opens instead of showing the message."""
    assert (await form_in(house, "Anna", TABLE)).opens == "new game"
