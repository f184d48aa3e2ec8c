"""The form of a new game: its choices, what was chosen last, and the lines that it says."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, strategies as st

from bot.rules import RULESETS, TimeControl
from bot.rules.rulesets import MatchLength
from bot.sessions import First, Level, Options
from bot.sessions.errors import Refusal
from bot.sessions.options import agreed_length
from bot.talk.catalog import LANGUAGES, words_in
from bot.talk.incoming import Incoming, Line, Person, Place
from bot.talk.new_game import FIELDS, Against, Choices
from bot.talk.options import read_options
from bot.talk.views.new_game import NewGame, new_game
from tests.dialogues.house import House
from tests.dialogues.script import TABLE


def request_by(house: House, player: str, chat: str, typed: str = "") -> Incoming:
    """Return a request by a person in a chat."""
    person = Person("web", player.lower(), player, house.language)
    return Incoming("", person, page_of(house, chat), Line(typed))


def page_of(house: House, chat: str) -> Place:
    """Return a chat as a room of the page."""
    return replace(house.place(chat), is_page=True)


async def form_of(house: House, player: str, chat: str = TABLE) -> NewGame:
    """Return the form of a person."""
    return await house.conversation.new_game(request_by(house, player, chat))


def line_of(form: NewGame, against: str, chosen: dict[str, str], friend: str = "") -> str:
    """Return the line that a page composes of what is chosen, as `FormOpponent.line` says."""
    (opponent,) = (each for each in form.opponents if each.key == against)
    shown = [each for each in form.fields if chosen["game"] in each.games and against in each.opponents]
    words = (opponent.line, friend, chosen["game"], *(chosen[each.key] for each in shown))
    return " ".join(filter(None, words))


options = st.builds(
    Options,
    length=st.none() | st.builds(MatchLength, points=st.integers(2, 25)),
    cube=st.booleans(),
    extended=st.booleans(),
    first=st.none() | st.sampled_from(First),
    hints=st.booleans(),
    level=st.none() | st.sampled_from(Level),
    time_control=st.none()
    | st.sampled_from([TimeControl.parse(each) for each in ("30h+30h<30h", "7d+2h<9d")]),
)


@given(st.sampled_from(Against), st.sampled_from(list(RULESETS)), options)
def test_every_choice_is_read_again_from_its_words(against: Against, ruleset: str, chosen: Options) -> None:
    """The words of all chosen values, in one line, are read as just these, and the game allows them."""
    choices = Choices(against, ruleset=ruleset, options=chosen).possible()
    form = new_game(words_in("en"), "wood", {against: choices}, against)
    (opponent,) = form.opponents
    _, *typed = line_of(form, against.value, opponent.chosen).split()
    read = read_options(typed, levels=against is Against.COMPUTER)
    starter = {None: (), First.CHALLENGER: ("first", "me"), First.OPPONENT: ("first", "opponent")}
    assert read.rest == starter[choices.options.first]
    for field in FIELDS:
        if field.key != "first" and field.exists(ruleset, against):
            assert getattr(read.options, field.column) == field.value_in(choices), field.key
    assert read.ruleset == ruleset
    agreed_length(ruleset, read.options)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_offered_value_can_be_chosen(language: str) -> None:
    """Each value of each field is read from its words alone, and no two values of a field look the same."""
    form = new_game(words_in(language), "wood", {each: Choices(each) for each in Against}, Against.LINK)
    for field in form.fields:
        assert len({each.label for each in field.choices}) == len(field.choices), field.key
        assert len({each.typed for each in field.choices}) == len(field.choices), field.key
        for choice in field.choices:
            read = read_options(choice.typed.split(), levels=True)
            assert not choice.typed or not read.rest or choice.typed.startswith("first"), choice


def test_a_game_has_only_the_choices_that_it_knows() -> None:
    """Each game has the cube and the extended scoring if and only if the rules accept them."""
    form = new_game(words_in("en"), "wood", {Against.LINK: Choices(Against.LINK)}, Against.LINK)
    games = {each.key: each.games for each in form.fields}
    for key, chosen in {"cube": Options(cube=True), "extended": Options(extended=True)}.items():
        for name in RULESETS:
            try:
                agreed_length(name, chosen)
                accepts = True
            except Refusal:
                accepts = False
            assert (name in games[key]) is accepts, (key, name)


def test_the_boards_of_the_games_differ() -> None:
    """No two games show the same checkers and dice, and each board has all thirty checkers."""
    form = new_game(words_in("en"), "dark", {Against.LINK: Choices(Against.LINK)}, Against.LINK)
    boards = {each.typed: each.board for each in form.games}
    assert list(boards) == list(RULESETS)
    assert len({(each.white, each.black, each.dice) for each in boards.values()}) == len(boards)
    assert all(sum(each.white) == sum(each.black) == 15 for each in boards.values())
    assert {each.theme for each in boards.values()} == {"dark"}


async def test_the_form_has_the_last_choices(house: House) -> None:
    """Against the computer and against people the form begins with what the player chose last there."""
    await house.type("Anna", "/play short skilled to 7 cube")
    await house.type("Anna", "/challenge Boris palm to 13 3 days hints first opponent")
    form = await form_of(house, "Anna")
    chosen = {each.key: each.chosen for each in form.opponents}
    assert (form.opponent, form.friend and form.friend.name) == ("friend", "Boris")
    assert chosen["computer"] == {
        "game": "short", "level": "skilled", "length": "to 7", "first": "", "cube": "cube"
    }  # fmt: skip
    assert chosen["link"] == {
        "game": "palm", "length": "to 13", "clock": "3d", "first": "first opponent", "hints": "hints"
    }  # fmt: skip
    assert "to 13" in [choice.typed for field in form.fields for choice in field.choices]


async def test_a_player_without_games_gets_the_default_choices(house: House) -> None:
    """A first form has the computer, the classical game and no clock, and so has a visitor's."""
    for form in (
        await form_of(house, "Anna"),
        house.conversation.visitors_new_game(page_of(house, TABLE), "ru"),
    ):
        chosen = {each.key: each.chosen for each in form.opponents}
        assert (form.opponent, form.friend) == ("computer", None)
        assert chosen["computer"]["game"] == "long"
        assert (chosen["link"]["length"], chosen["link"]["clock"]) == ("1 game", "")
    assert [each.label for each in form.opponents] == ["Компьютер", "Друг", "Ссылка", "Кто угодно"]
    assert form.friends == ()


async def test_friends_are_known_players(house: House) -> None:
    """The form suggests the players of shared chats and finds them by name; their word names them."""
    form = await form_of(house, "Anna")
    assert {each.name for each in form.friends} == {"Boris", "Carl"}
    (boris,) = await house.conversation.friends(request_by(house, "Anna", TABLE, "bo"))
    assert boris.name == "Boris"
    chosen = next(each.chosen for each in form.opponents if each.key == "friend")
    await house.type("Anna", line_of(form, "friend", chosen, boris.typed))
    assert house.shown(TABLE).text.startswith("Boris, Anna challenges you to Long Nardy.")


async def test_a_stranger_cannot_be_challenged_by_number(house: House) -> None:
    """The number of a player whom the asker does not know is refused like an unknown name."""
    await house.type("Dora", "/start", "Dora")
    dora = (await house.manager.people.visit("web", "dora", "Dora", "Dora", "private", "")).player.id
    assert (await house.type("Anna", f"/challenge #{dora} long")).startswith("You know nobody called")
    assert (await house.conversation.friends(request_by(house, "Anna", TABLE, "do"))) == ()


async def test_a_link_made_on_a_page_comes_as_a_value(house: House) -> None:
    """On a page a private challenge to anyone gives the invitation, and at the table it does not."""
    incoming = request_by(house, "Anna", "Anna", "/challenge sport to 3 cube 1 day")
    page = replace(incoming, idempotency_key="a")
    (reply,) = await house.conversation.handle(page)
    made = reply.invitation
    assert made is not None
    assert made.terms == "Long Nardy, sport rules to 3 points, with a doubling cube"
    assert (made.notes, made.address) == ("Clock: 1 day for each turn.", "")
    assert "/accept" not in str(reply.text)
    await house.type("Boris", f"/start {made.start}", "Boris")
    await house.press("Boris", "Accept", "Boris", answered=True)
    assert "Anna" in house.shown("Boris").text
    at_table = replace(page, place=page_of(house, TABLE), idempotency_key="b")
    assert await house.conversation.handle(at_table) == ()
