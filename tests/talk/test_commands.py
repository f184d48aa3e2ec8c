from __future__ import annotations

from dataclasses import fields, replace
from pathlib import Path

import pytest

from bot.rules import RULESETS, Grade
from bot.rules.formats import read_match, read_records
from bot.sessions import Actor
from bot.talk.catalog import LANGUAGES, placeholders, words_in
from bot.talk.command import EVERYWHERE, Command, Group, Ids, Menu
from bot.talk.command_table import COMMANDS, command_names
from bot.talk.commands.help_pages import commands_page
from bot.talk.incoming import Incoming, Line, Person, Press
from bot.talk.input.parsing import read_line
from bot.talk.input.payloads import LONGEST_DATA
from bot.talk.reply import Code, Reply, Stage, plain
from bot.talk.setting_table import BOARD_LOOKS, OPTIONS, values_of
from renderers import Scene
from tests.dialogues.script import TABLE
from tests.dialogues.scripted import House, only_game, open_house
from tests.talk.houses import copies_of

OURS = "Something went wrong"
CHATS = (TABLE, "Anna")
READER = 10**15
"""A player with a long id."""


def help_page(language: str, group: Group) -> Reply:
    """A page of the help, as one player sees it."""
    return commands_page(words_in(language), COMMANDS.values(), group, READER)


REPLAY = {part.name: getattr(COMMANDS["replay"], part.name) for part in fields(Command)}


@pytest.mark.parametrize("part", ["name", "handler", "params", "group", "posts", "ids"])
def test_a_part_left_out_of_a_row_is_named(part: str) -> None:
    """A row of the command table that lacks a part is refused by a message that names the part."""
    with pytest.raises((TypeError, ValueError), match=rf"\b{part}\b"):
        Command(**{name: value for name, value in REPLAY.items() if name != part})


def test_the_other_parts_of_a_row_say_what_is_unusual() -> None:
    """Left out they make a cheap command in all menus, for everybody, that no link carries."""
    needed = {name: REPLAY[name] for name in ("name", "handler", "params", "group", "posts", "ids")}
    plain_row = Command(**needed)
    assert plain_row == Command(**needed, menus=EVERYWHERE, by_link=False, cost=1, for_admins=False)
    assert REPLAY.keys() - needed.keys() == {"menus", "by_link", "cost", "for_admins"}


@pytest.mark.parametrize(("name", "ids"), [("play", Ids.OPEN), ("roll", None), ("accept", None)])
def test_ids_stand_only_where_one_may_follow(name: str, ids: Ids | None) -> None:
    """A row says whose ids complete a command exactly if the command takes an id."""
    with pytest.raises(ValueError, match=f"/{name}: ids"):
        replace(COMMANDS[name], ids=ids)


def test_no_menu_lists_what_the_help_does_not() -> None:
    """A row without a group of the help cannot stand in a menu of Telegram."""
    with pytest.raises(ValueError, match=r"/menu: .* needs a group"):
        replace(COMMANDS["menu"], menus=EVERYWHERE)


def test_a_command_that_is_offered_has_a_name() -> None:
    """Each command that a menu lists has a name in every language."""
    offered = [name for name, row in COMMANDS.items() if Menu.DISCORD in row.menus]
    named = [placeholders(language).keys() for language in LANGUAGES]
    assert [name for name in offered for ids in named if f"command-name-{name}" not in ids] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_help_lists_every_command(language: str) -> None:
    """Every listed command stands once in the help, in the order of the table, and no other does."""
    pages = [plain(help_page(language, group).text) for group in Group]
    told = [line[1:].split(" – ")[0] for page in pages for line in page.splitlines() if line.startswith("/")]
    assert sorted(told) == sorted(name for name, command in COMMANDS.items() if command.listed)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_page_of_the_help_leaves_room(language: str) -> None:
    """A quarter of Discord's 2000 characters is free on each page, also where commands can be touched."""
    for group in Group:
        spans = help_page(language, group).text
        touched = sum(len("<:1234567890123456789>") for span in spans if isinstance(span, Code))
        assert len(plain(spans)) + touched <= 1500, group


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_page_of_the_help_leads_to_all_others(language: str) -> None:
    """It has a button for each other page, whose data fits where the id of its reader is long."""
    for group in Group:
        pressed = [button.data for row in help_page(language, group).buttons for button in row]
        leads = [data for data in pressed if data.endswith(f" @{READER}")]
        assert leads == [f":/help {other.value} @{READER}" for other in Group if other is not group]
        assert max(len(data.encode()) for data in pressed) <= LONGEST_DATA


def test_a_page_of_the_help_is_no_command_and_no_game() -> None:
    """What is typed behind /help for a page means no command in any language, no game and no number."""
    pages = {group.value for group in Group}
    assert not pages & (command_names().keys() | RULESETS.keys())
    assert not any(page.isdecimal() for page in pages)


async def test_help_is_gone_through_page_by_page(house: House) -> None:
    """/help shows the first page, each button the page that it names, and a page that is none the first."""
    (page,) = await house.handle("Anna", Line("/help"))
    for number in (2, 3, 4, 5, 1):
        pressed = [button.data for row in page.buttons for button in row][0 if number == 1 else number - 2]
        (page,) = await house.handle("Anna", Press(pressed))
        assert plain(page.text).startswith(f"Commands, {number} of 5: ")
    assert (await house.line("Anna", "/help gone")).startswith("Commands, 1 of 5: Begin a game")


async def test_a_help_page_outlives_a_restart(tmp_path: Path) -> None:
    """Another process on the same database goes on from the buttons of a page."""
    async with open_house(tmp_path / "nardy.db") as house:
        (page,) = await house.handle("Anna", Line("/help"))
    async with open_house(tmp_path / "nardy.db") as house:
        (page,) = await house.handle("Anna", Press(page.buttons[0][0].data))
        assert plain(page.text).startswith("Commands, 2 of 5: Your turn")


async def test_a_stranger_opens_a_help_page_of_the_strangers_own(house: House) -> None:
    """A press by another player on a page of the help is answered with the command that shows the same."""
    house.read_by_others = True
    (page,) = await house.handle("Anna", Line("/help"))
    (refused,) = await house.handle("Boris", Press(page.buttons[0][0].data))
    assert plain(refused.text) == (
        "These buttons are somebody else’s. /help moves shows you the same page with your own."
    )
    assert refused.buttons == ()
    assert (await house.line("Boris", "/help moves")).startswith("Commands, 2 of 5: Your turn")


@pytest.mark.slow
@pytest.mark.parametrize("name", COMMANDS)
async def test_a_command_without_a_game_is_answered(house: House, name: str) -> None:
    """With nothing being played every command answers something that helps, with and without arguments."""
    for chat, arguments in ((TABLE, ""), ("Anna", " foo"), (TABLE, " k7f foo 💥")):
        before = len(house.platform.messages)
        answer = await house.line("Anna", f"/{name}{arguments}", chat)
        assert OURS not in answer
        assert answer or len(house.platform.messages) > before, f"/{name}{arguments} in {chat}"


@pytest.mark.slow
@pytest.mark.parametrize("name", COMMANDS)
async def test_a_command_in_a_game_is_answered(playing: House, name: str) -> None:
    """In a game every command does something that is seen, or answers, whoever gives it."""
    game = await only_game(playing)
    named = f" {game} foo"
    for who, chat, arguments in (
        ("Carl", TABLE, named),
        ("Boris", "Boris", ""),
        ("Boris", "Boris", named),
        ("Anna", TABLE, " foo"),
        ("Anna", TABLE, ""),
    ):
        before = [message.reply for message in playing.platform.messages]
        answer = await playing.line(who, f"/{name}{arguments}", chat)
        assert OURS not in answer
        after = [message.reply for message in playing.platform.messages]
        assert answer or after != before, f"/{name}{arguments} by {who}"


WRONG = {
    "/roll": "You have no game here. /play starts one against the computer, /challenge challenges a friend.",
    "/board foo": "There is no game foo. /games lists yours.",
    "/board k7f": "There is no game k7f. /games lists yours.",
    "/accept": "Nothing is waiting for your answer. /challenge challenges somebody.",
    "/accept foo": "There is no challenge foo. /challenge makes one.",
    "/cancel": "You have no open challenge. /challenge makes one.",
    "/nonsense": "There is no command /nonsense. /help lists them all.",
    "/challenge Nemo": (
        "You know nobody called Nemo: a name finds people who write in a chat with you, or whom you "
        "have played. /challenge without a name makes an invitation that you can send."
    ),
    "/challenge Anna": "You cannot play against yourself. /play plays the computer.",
    "/play chess": (
        "There is no game called chess. The games are long, federation, sport, narde, palm, nard, "
        "short; the computer’s levels are novice, casual, skilled, strong, best."
    ),
    "/settings colour red": (
        "There is no setting colour. The settings are roll, forced, confirm, race, numbers, "
        "reminders, quiet, digest, theme, side, language, zone, boards, daily, name."
    ),
    "/settings theme pink": f"theme cannot be set to that. It can be {', '.join(BOARD_LOOKS)}.",
    "/settings side own": "side cannot be set to that. It can be white, black.",
    "/settings roll maybe": "roll cannot be set to that. It can be on, off.",
    "/help move": "/move – move, like 24/18 13/8",
}


async def test_what_is_wrong_is_said_with_what_would_work(house: House) -> None:
    """A command that comes to nothing is answered by two sentences."""
    assert {line: await house.line("Anna", line) for line in WRONG} == WRONG


async def test_an_option_alone_is_shown_with_its_other_values(house: House) -> None:
    """It says what it is set to and how that is typed, and has a button for each other value."""
    answer = await house.line("Anna", "/settings boards")
    assert answer == "The old board after a turn: stays.\nChange it like this: /settings boards shrink."
    (reply,) = house.answers["Anna"]
    buttons = [(button.label, button.data) for row in reply.buttons for button in row]
    assert buttons == [
        ("shrinks to one line", ":/settings boards shrink"),
        ("is deleted", ":/settings boards delete"),
    ]


async def test_a_value_can_be_typed_as_it_is_called(house: House) -> None:
    """What an option can be is read by its name in any language, of one word or of several."""
    told = {
        "/settings theme высокий контраст": "Board: high contrast.",
        "/settings roll НЕТ": "Roll automatically: off.",
        "/settings language Русский": "Language: Русский.",
    }
    assert {line: await house.line("Anna", line) for line in told} == told


async def meet_guests(house: House) -> None:
    """Meet people whose names have several words."""
    for name in ("Long John", "Mary Ann"):
        await house.line(name, "/start")


guests = copies_of(meet_guests)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("line", "card"),
    [
        ("/challenge", "Anna challenges anyone to Long Nardy."),
        ("/challenge Boris", "Boris, Anna challenges you to Long Nardy."),
        ("/challenge @boris", "Boris, Anna challenges you to Long Nardy."),
        ("/challenge boris NARDE", "Boris, Anna challenges you to Narde to 5 points."),
        ("/challenge sport Boris", "Boris, Anna challenges you to Long Nardy, sport rules."),
        ("/challenge palm", "Anna challenges anyone to Long Nardi, Palm rules."),
        ("/challenge Long John", "Long John, Anna challenges you to Long Nardy."),
        ("/challenge narde Long John", "Long John, Anna challenges you to Narde to 5 points."),
        ("/challenge @Long John sport", "Long John, Anna challenges you to Long Nardy, sport rules."),
        ("/challenge Mary  Ann", "Mary Ann, Anna challenges you to Long Nardy."),
        ("/challenge Mary Ann narde", "Mary Ann, Anna challenges you to Narde to 5 points."),
    ],
)
async def test_challenges_are_read_as_meant(guests: House, line: str, card: str) -> None:
    """Names of several words, with or without @, and a rule set in any place."""
    await guests.line("Anna", line)
    assert guests.standing(TABLE).text.startswith(card)


@pytest.mark.parametrize("line", ["/challenge <@77>", "/challenge narde <@!77>"])
async def test_a_mention_challenges_one_who_was_never_heard(house: House, line: str) -> None:
    """A platform that mentions people by their keys can name somebody new."""
    anna, dana = Person("web", "anna", "Anna"), Person("web", "77", "Dana")
    incoming = Incoming("mention", anna, house.place(TABLE), Line(line), mentioned=(dana,))
    assert await house.conversation.handle(incoming) == ()
    await house.until_idle()
    assert house.standing(TABLE).text.startswith("Dana, Anna challenges you to ")
    assert house.platform.notifications == ["77"]


async def test_a_name_that_several_show_is_refused(house: House) -> None:
    """A challenge must mean one person."""
    place = house.place(TABLE)
    await house.conversation.handle(Incoming("x", Person("web", "another", "Boris"), place, Line("/start")))
    answer = (
        "Several people you know are called Boris. "
        "/challenge without a name makes an invitation that you can send."
    )
    assert await house.line("Anna", "/challenge Boris") == answer


async def test_open_challenges_are_accepted_by_id_from_another_chat(house: House) -> None:
    """The id on the card of an open challenge works in any chat."""
    await house.line("Anna", "/challenge")
    command = house.standing(TABLE).text.rsplit(": ", 1)[1].rstrip(".")
    await house.line("Carl", command, "Carl")
    assert "Anna" in house.standing("Carl").text


@pytest.mark.slow
async def test_of_several_challenges_one_is_chosen(house: House) -> None:
    """With several challenges waiting, /accept asks which; a choice accepts it."""
    await house.line("Anna", "/challenge Boris")
    await house.line("Carl", "/challenge Boris narde")
    assert await house.line("Boris", "/accept") == "Which one do you mean?"
    shown = house.answer("Boris")
    assert shown is not None
    await house.press("Boris", next(label for label in shown.labels if "Carl" in label), TABLE, answered=True)
    assert "Narde" in house.standing(TABLE).text


async def test_a_reply_to_a_card_means_its_challenge(house: House) -> None:
    """With several challenges waiting, /accept in reply to a card accepts that one."""
    await house.line("Anna", "/challenge Boris")
    card = house.number(house.last())
    await house.line("Carl", "/challenge Boris")
    assert await house.line("Boris", "/accept", message=card) == ""
    assert "⚪" in house.standing(TABLE).text
    assert "Carl" not in house.standing(TABLE).text


async def test_an_accepted_challenge_leads_to_its_game(playing: House) -> None:
    """Accepting what has become a game says so."""
    game = await only_game(playing)
    expected = f"That challenge has already become game {game}. /board {game} shows it."
    assert await playing.line("Carl", f"/accept {game}") == expected


LATE = "That offer in game {game} has been answered or has lapsed. /draw {game} offers a draw."
OVER = "Game {game} is over. /board {game} shows it."


@pytest.mark.parametrize("answer", ["accept", "decline"])
@pytest.mark.parametrize(
    ("offer", "ended", "said"),
    [
        ("draw", "/decline", LATE),
        ("draw", "/accept", OVER),
        ("oyn", "/decline", LATE),
        ("mars", "/accept", OVER),
        ("pause", "/decline", LATE),
    ],
)
async def test_a_late_press_on_an_offer_is_answered_by_what_became_of_it(
    playing: House, answer: str, offer: str, ended: str, said: str
) -> None:
    """Its buttons are not taken for those of the challenge from which the game has its id."""
    game = await only_game(playing)
    by = Actor(1, "offer", None)
    match offer:
        case "draw":
            await playing.manager.offer_draw(by, game)
        case "pause":
            await playing.manager.offer_pause(by, game)
        case grade:
            await playing.manager.resign(by, game, Grade(grade))
    if not (await playing.manager.game(game)).is_over:
        await playing.line("Boris", ended)
    (late,) = await playing.handle("Boris", Press(f":/{answer} {game} {offer}"))
    assert plain(late.text) == said.format(game=game)


@pytest.mark.slow
async def test_a_resignation_is_asked_for_once_even_when_the_game_is_chosen(playing: House) -> None:
    """Choosing which game to resign is no consent: the question whether to resign still comes, once."""
    game = await only_game(playing)
    await playing.line("Anna", "/play")
    await playing.line("Anna", "/resign mars", "Carlsberg")
    await playing.press("Anna", f"{game}: Anna – Boris, Long Nardy", "Carlsberg", answered=True)
    shown = playing.answer("Anna")
    assert shown is not None
    assert shown.text == f"Resign game {game} against Boris? It costs you: mars, 2 points."
    await playing.press("Anna", "Resign: mars, 2 points", "Carlsberg", answered=True)
    assert (await playing.manager.game(game)).is_over


async def test_the_value_of_a_resignation_must_be_possible(playing: House) -> None:
    """A value that is not scored here is refused with the commands that work."""
    game = await only_game(playing)
    assert await playing.line("Anna", "/resign gammon") == (
        f"You cannot resign game {game} for that. You can resign for: "
        f"/resign {game} oyn (oyn, 1 point), /resign {game} mars (mars, 2 points)."
    )
    question = await playing.line("Anna", "/resign oyn")
    assert question.startswith(f"Offer Boris to resign game {game} (oyn, 1 point)?")


@pytest.mark.slow
async def test_a_lower_resignation_waits_for_the_opponent(playing: House) -> None:
    """The opponent is asked by buttons, and the game goes on until then."""
    await playing.line("Anna", "/resign")
    await playing.press("Anna", "Offer: oyn, 1 point", TABLE, answered=True)
    assert "Anna offers to resign: oyn, 1 point." in playing.standing(TABLE).text
    await playing.press("Boris", "Accept: oyn, 1 point", TABLE, answered=False)
    assert "Anna resigns and Boris wins: oyn, 1 point." in playing.standing(TABLE).text


async def test_a_question_is_answered_once(playing: House) -> None:
    """The second press of an answer does nothing, and says that the question is closed."""
    await playing.line("Anna", "/draw")
    button = playing.answers["Anna"][0].buttons[0][0]
    assert await playing.handle("Anna", Press(button.data)) == ()
    (again,) = await playing.handle("Anna", Press(button.data))
    assert plain(again.text) == "That question is no longer open. Give the command again."


async def test_a_question_is_answered_by_the_one_who_was_asked(playing: House) -> None:
    """Somebody else's press of an answer does nothing; the question stays open."""
    await playing.line("Anna", "/draw")
    button = playing.answers["Anna"][0].buttons[0][0]
    (refused,) = await playing.handle("Boris", Press(button.data))
    assert plain(refused.text).startswith("That question is no longer open.")
    assert await playing.handle("Anna", Press(button.data)) == ()


async def test_a_question_expires(playing: House) -> None:
    """After half a day a question is closed."""
    await playing.line("Anna", "/draw")
    button = playing.answers["Anna"][0].buttons[0][0]
    playing.clock.forward(hours=12)
    (refused,) = await playing.handle("Anna", Press(button.data))
    assert plain(refused.text).startswith("That question is no longer open.")


async def test_the_same_event_is_applied_once(playing: House) -> None:
    """A press that is delivered twice moves once, and the second delivery is not answered."""
    game = await only_game(playing)
    data = playing.last().reply.buttons[0][0].data
    for _ in range(2):
        assert await playing.handle("Anna", Press(data), event="the same") == ()
    now = await playing.manager.game(game)
    assert now.live.draft is not None
    assert len(now.live.draft.moves) == 1


@pytest.mark.parametrize("who", ["Boris", "Carl"])
async def test_a_press_that_comes_to_nothing_shows_the_present_board(playing: House, who: str) -> None:
    """Out of turn, or by a spectator: the sentence comes in private with the board, without buttons."""
    (reply,) = await playing.handle(who, Press(playing.last().reply.buttons[0][0].data))
    assert isinstance(reply.scene, Scene)
    assert reply.buttons == ()


async def test_a_stale_press_changes_nothing(playing: House) -> None:
    """A button of an earlier turn says so and shows the present board."""
    game = await only_game(playing)
    old = playing.last().reply.buttons[0][0].data
    await playing.line("Anna", "24/20 16/15")
    await playing.line("Anna", "/done")
    before = await playing.manager.game(game)
    (reply,) = await playing.handle("Anna", Press(old))
    assert plain(reply.text) == "That board is from an earlier turn. Look at the current one."
    assert isinstance(reply.scene, Scene)
    assert await playing.manager.game(game) == before


@pytest.mark.slow
async def test_a_lone_point_asks_where_to(playing: House) -> None:
    """The moves from the point are listed as buttons, and the point is marked on the board."""
    assert await playing.line("Anna", "/move 24 ") == "Which move do you mean?"
    reply = playing.answers["Anna"][0]
    assert isinstance(reply.scene, Scene)
    labels = [button.label for row in reply.buttons for button in row]
    assert (reply.scene.chosen, labels) == (24, ["24→20", "24→23"])
    await playing.press("Anna", "24→23", TABLE, answered=True)
    assert "so far 24/23" in playing.standing(TABLE).text


@pytest.mark.slow
async def test_what_is_typed_beside_a_lone_point_is_played_with_it(playing: House) -> None:
    """The choice plays the whole line."""
    assert await playing.line("Anna", "/move 24 16/15") == ""
    assert "🎲 4-1, 16/15 24/20." in playing.standing(TABLE).text
    await playing.line("Anna", "/undo all")
    text = await playing.line("Anna", "/move 24/23 24")
    assert text.startswith("If 24/23 is played first: No more checkers may leave the head in this turn.")


async def test_a_line_that_plays_too_much_says_what_is_too_much(playing: House) -> None:
    """Where a typed move uses up the roll, the next is told to be left over."""
    assert await playing.line("Anna", "/move 16/11 24/23") == (
        "16/11 plays the whole roll, so nothing is left to play from 24. Type 16/11 alone, or something else."
    )


@pytest.mark.slow
async def test_a_game_may_be_named_behind_its_moves(playing: House) -> None:
    """The id of a game stands before or behind moves, with the command or without."""
    game = await only_game(playing)
    await playing.line("Anna", "/play narde first me")
    for line in (f"/move 16/15 {game}", f"16/15 {game}", f"{game} 16/15"):
        assert await playing.line("Anna", line) == ""
        assert str((await playing.manager.game(game)).live.draft) == "16/15"
        await playing.line("Anna", f"/undo {game}")


@pytest.mark.slow
async def test_games_are_listed_with_those_that_wait_first(playing: House) -> None:
    """Each game stands in a line, whose turn it is beside it, with a button that shows it."""
    game = await only_game(playing)
    await playing.line("Boris", "/play narde")
    lines = (await playing.line("Boris", "/games")).split("\n")
    assert lines[0] == "Your games:"
    assert lines[1].endswith("Narde, to 5, 0–0, casual level. Your turn.")
    assert lines[2] == f"{game}: Anna – Boris, Long Nardy. Anna is to play."


async def test_a_language_is_confirmed_in_the_language_of_the_answers(house: House) -> None:
    """Who changes his own language is answered in the new one, who changes the chat's still in his own."""
    assert await house.line("Anna", "/settings language ru") == "Language: Русский."
    await house.line("Anna", "/challenge")
    assert "Anna вызывает" in plain(house.last().reply.text)
    assert await house.line("Anna", "/settings language ru", "Anna") == "Язык: Русский."
    assert await house.line("Anna", "/settings language en") == "Язык: English."


@pytest.mark.slow
async def test_an_answer_for_one_person_speaks_that_persons_language_in_a_shared_chat(house: House) -> None:
    """Who speaks Russian is answered in Russian at an English table, where the boards stay English."""
    await house.line("Anna", "/challenge")
    await house.line("Boris", "/settings language ru", "Boris")
    assert await house.line("Boris", "/record") == words_in("ru").words(
        "refused-no-game", command="/play", other="/challenge"
    )
    assert plain(house.last().reply.text).startswith("Anna challenges anyone")


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
async def test_the_rules_of_each_game_can_be_read(house: House, language: str) -> None:
    """A game is told in a few lines, with its board, and leads to the others."""
    await house.line("Anna", f"/settings language {language}", "Anna")
    for name in RULESETS:
        text = await house.line("Anna", f"/rules {name}", "Anna")
        assert text.startswith(words_in(language).words(f"rules-{name}"))
        assert len(text) <= 1024


@pytest.mark.slow
async def test_the_record_of_a_match_is_had_by_a_word(house: House) -> None:
    """Alone a record is of one game and says how the match stood before it; with `match` it is of all."""
    await house.line("Anna", "/challenge Boris narde to 3")
    await house.line("Boris", "/accept")
    game = await only_game(house)
    await house.line("Boris", "/resign mars")
    await house.press("Boris", "Resign: mars, 2 points", TABLE, answered=True)
    await house.line("Anna", f"/continue {game}")
    following = await only_game(house)
    alone = await house.line("Anna", f"/record {following}")
    whole = await house.line("Anna", f"/record {game} match")
    (record,) = read_records(alone.split("\n", 1)[1])
    assert [record.header(name) for name in ("Match", "Length", "Round", "Score")] == [
        game,
        "3 points",
        "2",
        "2-0",
    ]
    assert [each.header("Game") for each in read_match(whole.split("\n", 1)[1]).games] == [game, following]


@pytest.mark.slow
async def test_matches_that_wait_are_listed(house: House) -> None:
    """Between two games a match stands in the list of games with the command that goes on."""
    await house.line("Anna", "/challenge Boris narde")
    await house.line("Boris", "/accept")
    game = await only_game(house)
    await house.line("Boris", "/resign mars")
    await house.press("Boris", "Resign: mars, 2 points", TABLE, answered=True)
    assert f"/continue {game} begins the next game of the match." in await house.line("Boris", "/games")
    await house.press("Boris", f"Next after {game}: Boris – Anna", TABLE, answered=True)
    assert "begins the next game" not in await house.line("Boris", "/games")


@pytest.mark.slow
async def test_of_several_matches_that_wait_one_is_chosen(house: House) -> None:
    """With two matches between games, /continue asks which, and the choice goes on with that."""
    for who in ("Boris", "Carl"):
        await house.line("Anna", f"/challenge {who} narde")
        await house.line(who, "/accept")
        await house.line(who, "/resign mars")
        await house.press(who, "Resign: mars, 2 points", TABLE, answered=True)
    assert await house.line("Anna", "/continue") == "Which match goes on?"
    shown = house.answer("Anna")
    assert shown is not None
    await house.press("Anna", next(label for label in shown.labels if "Carl" in label), TABLE, answered=True)
    assert "Carl" in house.standing(TABLE).text
    assert "Anna plays White and begins." in house.standing(TABLE).text


async def test_the_record_holds_names_as_they_are(house: House) -> None:
    """A name full of markup stands in the record and can be read again."""
    await house.line('A"]\\ *x*', "/challenge")
    await house.line("Boris", "/accept")
    text = await house.line("Boris", "/record")
    assert '"A\\"]' in text


async def test_settings_of_a_person_and_of_a_chat(house: House) -> None:
    """In a shared chat the look is the chat's; in a private one it is the reader's own."""
    await house.line("Anna", "/settings side black")
    await house.line("Anna", "/settings language ru", "Anna")
    await house.line("Anna", "/settings side own", "Anna")
    assert "At the bottom: Black." in await house.line("Boris", "/settings")
    assert "Внизу: мой цвет." in await house.line("Anna", "/settings side", "Anna")
    assert "At the bottom: White." in await house.line("Boris", "/settings side", "Boris")


def labels_in(reply: Reply) -> dict[str, str]:
    """Return what stands on the buttons of the settings, by their options."""
    return {button.data.split()[1]: button.label for row in reply.buttons for button in row}


@pytest.mark.slow
async def test_every_button_of_the_settings_changes_one(house: House) -> None:
    """A press sets another value, which is told and stands on the button at once; the others stay."""
    for chat in CHATS:
        (first,) = await house.handle("Anna", Line("/settings"), chat)
        shown = labels_in(first)
        for button in [button for row in first.buttons for button in row]:
            option, *value = button.data.removeprefix(":/settings ").split()
            (answer,) = await house.handle("Anna", Press(button.data), chat)
            if option == "language":
                line = "Language: Русский." if chat == TABLE else "Язык: Русский."
                assert plain(answer.text).split("\n")[0] == line
                await house.line("Anna", "/settings language en", chat)
                continue
            line = plain(answer.text).split("\n")[0]
            assert line.startswith(words_in("en").words(f"setting-{option}"))
            if not value:  # it only asks for one
                assert plain(answer.text).endswith(f"Change it like this: /settings {option} Europe/Berlin.")
                continue
            now = labels_in(answer)
            assert {each for each in now if now[each] != shown[each]} == {option}
            assert now[option].split(": ")[1].split()[-1].lower() in line.lower()
            (again,) = await house.handle("Anna", Line("/settings"), chat)
            assert again.buttons == answer.buttons
            shown = now


async def test_a_menu_says_what_is_agreed_on(house: House) -> None:
    """Long after its card has gone, a game still tells its length, its cube, its scoring and its hints."""
    await house.line("Anna", "/challenge Boris to 3 cube extended hints")
    await house.line("Boris", "/accept")
    game = await only_game(house)
    title, scoring, hints, question = (await house.line("Anna", "/menu")).split("\n")
    assert title == f"Game {game}: Long Nardy to 3 points, with a doubling cube."
    assert "loses 3 points with a checker still in the starting quarter (koks)" in scoring
    assert hints == "Both players may ask for hints with /hint."
    assert question == "What would you like to do?"


async def test_a_menu_against_the_program_says_nothing_of_hints(house: House) -> None:
    """Hints are not agreed on with the computer player: people always have them, and it asks for none."""
    await house.line("Anna", "/play hints")
    answer = await house.line("Anna", "/menu")
    assert answer.split("\n")[1:] == ["What would you like to do?"]


async def test_a_menu_leads_on(playing: House) -> None:
    """Every button of the menu is answered; a spectator is offered nothing that only players can do."""
    game = await only_game(playing)
    await playing.line("Carl", f"/menu {game}")
    shown = playing.answer("Carl")
    assert shown is not None
    assert "Resign" not in shown.labels
    await playing.press("Anna", "⋯", TABLE, answered=False)
    for button in [button for row in playing.answers["Anna"][0].buttons for button in row]:
        replies = await playing.handle("Anna", Press(button.data))
        assert replies or button.label == "Show the board"


async def test_what_is_left_of_the_roll_is_said_in_words_everywhere(playing: House) -> None:
    """In mid-turn the board's text, its descriptions, `/read` and `/picture` name what is left."""
    await playing.line("Anna", "24/20")
    shown = playing.last().reply
    assert plain(shown.text).endswith("Anna: 🎲 4-1, so far 24/20. Left: 1.")
    left = "White is to play 4-1, with 1 move left: 1."
    (read,) = await playing.handle("Anna", Line("/read"))
    (pictured,) = await playing.handle("Anna", Line("/picture"))
    for answer in (shown.alt, shown.short_alt, plain(read.text), plain(pictured.text), pictured.alt):
        assert answer.endswith(left)
    await playing.line("Anna", "16/15")
    assert playing.last().reply.alt.endswith("White has played 4-1 and may end the turn.")


def test_a_command_is_understood_by_its_name_in_any_language() -> None:
    """What Discord calls a command is typed anywhere, in small or capital letters."""
    own = {name: read_line(f"/{command.name} k7f") for name, command in command_names().items()}
    assert {name: read_line(f"/{name} k7f") for name in own} == own
    assert {name: read_line(f"/{name.upper()}@Nardy_bot k7f") for name in own} == own


def test_every_listed_command_has_a_russian_name() -> None:
    """Whatever the help lists can be typed in Russian."""
    russian = {command.name for name, command in command_names().items() if not name.isascii()}
    assert russian >= {name for name, command in COMMANDS.items() if command.listed}


async def test_a_russian_command_is_carried_out(playing: House) -> None:
    """`/ход` moves, `/правила` tells the rules, and the help explains a command by that name."""
    await playing.line("Anna", "/ход 24/20")
    assert "so far 24/20" in plain(playing.last().reply.text)
    assert await playing.line("Anna", "/правила nard") == await playing.line("Anna", "/rules nard")
    assert await playing.line("Anna", "/help ход") == await playing.line("Anna", "/help move")


async def test_an_unknown_command_is_asked_back(house: House) -> None:
    """A mistyped command gets the likeliest as an answer, with a button that carries it out."""
    for typed, meant in (
        ("/mvoe 24/20", "/move 24/20"),
        ("/move24/20", "/move 24/20"),
        ("/undo2", "/undo 2"),
        ("/playnovice", "/play novice"),
        ("/chalenge Boris to 5", "/challenge Boris to 5"),
        ("/resing", "/resign"),
        ("/ана", "/анализ"),
        ("/правело", "/правила"),
        ("/replays", "/replay"),
    ):
        (asked,) = await house.handle("Anna", Line(typed))
        assert f"Did you mean {meant}" in plain(asked.text)
        assert asked.buttons[0][0].label == meant


async def test_what_was_meant_is_carried_out(playing: House) -> None:
    """The button of a command that was meant does what was typed behind it."""
    (asked,) = await playing.handle("Anna", Line("/mvoe 24/20"))
    await playing.handle("Anna", Press(asked.buttons[0][0].data))
    assert "so far 24/20" in plain(playing.last().reply.text)


async def test_a_command_like_no_other_is_answered_plainly(house: House) -> None:
    """Nothing is guessed where nothing is near."""
    for typed in ("/", "/x", "/qqqqqq", "/💥", "/12345"):
        (answered,) = await house.handle("Anna", Line(typed))
        assert ("There is no command" in plain(answered.text), answered.buttons) == (True, ()), typed


HALF_A_ROW = 20
"""Letters that a button shows uncut on a phone, where two stand side by side."""


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("chat", CHATS)
async def test_no_label_in_the_settings_is_cut(house: House, chat: str, language: str) -> None:
    """Whatever is set, every button of the settings fits into its half of a row, and no two are alike."""
    house.language = language
    await house.line("Anna", f"/settings language {language}", chat)
    for option in OPTIONS:
        for value in ("", *values_of(option)):
            if option == "language" and value:
                continue
            for line in (f"/settings {option} {value}", f"/settings {option}"):  # the first shows them all
                (shown,) = await house.handle("Anna", Line(line), chat)
                labels = [button.label for row in shown.buttons for button in row]
                assert [label for label in labels if len(label) > HALF_A_ROW] == []
                assert len(set(labels)) == len(labels)


async def test_a_menu_is_offered_at_a_stage_of_its_game(playing: House) -> None:
    """What the menu offers, and what it asks, holds through the moves of a turn and no longer."""

    async def stages(*lines: str) -> list[Stage | None]:
        return [(await playing.handle("Anna", Line(line)))[0].offered_at for line in lines]

    game = await only_game(playing)
    before = await stages("/menu", "/resign", "/draw")
    await playing.line("Anna", "24/20")
    during = await stages("/menu")
    for line in ("20/19", "/done"):
        await playing.line("Anna", line)
    after = await stages("/menu")
    turns = (await playing.manager.game(game)).turns
    assert [*before, *during] == [Stage(game, str(turns - 1))] * 4
    assert after == [Stage(game, str(turns))]
