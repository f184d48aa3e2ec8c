from __future__ import annotations

from dataclasses import fields, replace
from pathlib import Path

import pytest

from bot.rules import RULESETS, Grade
from bot.rules.formats import read_match, read_records
from bot.sessions import Actor
from bot.talk.catalog import LANGUAGES, placeholders, words_in
from bot.talk.command import EVERYWHERE, Command, Group, Ids, Menu
from bot.talk.command_table import COMMANDS, command_names, lines_like
from bot.talk.commands.help_pages import commands_page
from bot.talk.incoming import Incoming, Line, Person, Press
from bot.talk.input.parsing import read_line
from bot.talk.input.payloads import LONGEST_DATA
from bot.talk.reply import Code, Reply, Stage, plain
from bot.talk.setting_table import OPTIONS, values_of
from renderers import THEMES, Scene
from tests.dialogues.house import House, only_game, open_house
from tests.dialogues.script import TABLE
from tests.talk.houses import house_after

FAULT = "Something went wrong"
CHATS = (TABLE, "Anna")
READER = 10**15
"""A player with a long id."""


def help_page(language: str, group: Group) -> Reply:
    """Return a page of the help, as the reader sees it."""
    return commands_page(words_in(language), COMMANDS.values(), group, READER)


REPLAY_ROW = {part.name: getattr(COMMANDS["replay"], part.name) for part in fields(Command)}


@pytest.mark.parametrize("part", ["name", "handler", "params", "group", "posts", "ids"])
def test_a_missing_part_of_a_row_is_named(part: str) -> None:
    """A row of the command table without a necessary part is refused by an error that names the part."""
    with pytest.raises((TypeError, ValueError), match=rf"\b{part}\b"):
        Command(**{name: value for name, value in REPLAY_ROW.items() if name != part})


def test_the_other_parts_of_a_row_have_defaults() -> None:
    """By default a command costs 1, is in all menus, is for all players, and is carried by no link."""
    needed = {name: REPLAY_ROW[name] for name in ("name", "handler", "params", "group", "posts", "ids")}
    plain_row = Command(**needed)
    assert plain_row == Command(**needed, menus=EVERYWHERE, by_link=False, cost=1, for_admins=False)
    assert REPLAY_ROW.keys() - needed.keys() == {"menus", "by_link", "cost", "for_admins"}


@pytest.mark.parametrize(("name", "ids"), [("play", Ids.OPEN), ("roll", None), ("accept", None)])
def test_a_row_has_ids_only_if_its_command_takes_one(name: str, ids: Ids | None) -> None:
    """A row names the ids that complete a command exactly if the command takes an id."""
    with pytest.raises(ValueError, match=f"/{name}: ids"):
        replace(COMMANDS[name], ids=ids)


def test_a_command_in_a_menu_is_in_the_help() -> None:
    """A row without a help group cannot be in a menu of Telegram."""
    with pytest.raises(ValueError, match=r"/menu: .* needs a group"):
        replace(COMMANDS["menu"], menus=EVERYWHERE)


def test_an_offered_command_has_a_name() -> None:
    """Each command that a menu lists has a name in every language."""
    offered = [name for name, row in COMMANDS.items() if Menu.DISCORD in row.menus]
    named = [placeholders(language).keys() for language in LANGUAGES]
    assert [name for name in offered for ids in named if f"command-name-{name}" not in ids] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_help_lists_every_command(language: str) -> None:
    """The help lists every listed command once, and no other."""
    pages = [plain(help_page(language, group).text) for group in Group]
    listed_names = [
        line[1:].split(" – ")[0] for page in pages for line in page.splitlines() if line.startswith("/")
    ]
    assert sorted(listed_names) == sorted(name for name, command in COMMANDS.items() if command.listed)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_help_page_leaves_room(language: str) -> None:
    """A page of the help fills at most 1500 of Discord's 2000 characters, even with clickable commands."""
    for group in Group:
        spans = help_page(language, group).text
        touched = sum(len("<:1234567890123456789>") for span in spans if isinstance(span, Code))
        assert len(plain(spans)) + touched <= 1500, group


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_help_page_leads_to_all_others(language: str) -> None:
    """A page of the help has a button for each other page, whose data fits with a long reader id."""
    for group in Group:
        pressed = [button.data for row in help_page(language, group).buttons for button in row]
        leads = [data for data in pressed if data.endswith(f" @{READER}")]
        assert leads == [f":/help {other.value} @{READER}" for other in Group if other is not group]
        assert max(len(data.encode()) for data in pressed) <= LONGEST_DATA


def test_help_page_names_are_not_commands() -> None:
    """The name of a help page is no command in any language, no rule set and no number."""
    pages = {group.value for group in Group}
    assert not pages & (command_names().keys() | RULESETS.keys())
    assert not any(page.isdecimal() for page in pages)


async def test_help_is_read_page_by_page(house: House) -> None:
    """/help shows the first page, also for an unknown page, and each button shows the page that it names."""
    (page,) = await house.handle("Anna", Line("/help"))
    for number in (2, 3, 4, 5, 1):
        pressed = [button.data for row in page.buttons for button in row][0 if number == 1 else number - 2]
        (page,) = await house.handle("Anna", Press(pressed))
        assert plain(page.text).startswith(f"Commands, {number} of 5: ")
    assert (await house.type("Anna", "/help gone")).startswith("Commands, 1 of 5: Begin a game")


async def test_a_help_page_outlives_a_restart(tmp_path: Path) -> None:
    """The buttons of a help page work after a restart."""
    async with open_house(tmp_path / "nardy.db") as house:
        (page,) = await house.handle("Anna", Line("/help"))
    async with open_house(tmp_path / "nardy.db") as house:
        (page,) = await house.handle("Anna", Press(page.buttons[0][0].data))
        assert plain(page.text).startswith("Commands, 2 of 5: Your turn")


async def test_another_players_help_buttons_are_refused(house: House) -> None:
    """Another player's press on a help page is refused with the command that shows the same page."""
    house.answers_are_public = True
    (page,) = await house.handle("Anna", Line("/help"))
    (refused,) = await house.handle("Boris", Press(page.buttons[0][0].data))
    assert plain(refused.text) == (
        "These buttons are somebody else’s. /help moves shows you the same page with your own."
    )
    assert refused.buttons == ()
    assert (await house.type("Boris", "/help moves")).startswith("Commands, 2 of 5: Your turn")


@pytest.mark.slow
@pytest.mark.parametrize("name", COMMANDS)
async def test_every_command_is_answered_without_a_game(house: House, name: str) -> None:
    """Without a game every command is answered, with and without arguments."""
    for chat, arguments in ((TABLE, ""), ("Anna", " foo"), (TABLE, " k7f foo 💥")):
        before = len(house.platform.messages)
        answer = await house.type("Anna", f"/{name}{arguments}", chat)
        assert FAULT not in answer
        assert answer or len(house.platform.messages) > before, f"/{name}{arguments} in {chat}"


@pytest.mark.slow
@pytest.mark.parametrize("name", COMMANDS)
async def test_every_command_is_answered_in_a_game(playing: House, name: str) -> None:
    """In a game every command of every person is answered or changes a message."""
    game = await only_game(playing)
    named = f" {game} foo"
    for player, chat, arguments in (
        ("Carl", TABLE, named),
        ("Boris", "Boris", ""),
        ("Boris", "Boris", named),
        ("Anna", TABLE, " foo"),
        ("Anna", TABLE, ""),
    ):
        before = [message.reply for message in playing.platform.messages]
        answer = await playing.type(player, f"/{name}{arguments}", chat)
        assert FAULT not in answer
        after = [message.reply for message in playing.platform.messages]
        assert answer or after != before, f"/{name}{arguments} by {player}"


WRONG = {
    "/roll": "You have no game here. /play starts one against the computer, /challenge challenges a friend.",
    "/board foo": "There is no game foo. /games lists yours.",
    "/board k7f": "There is no game k7f. /games lists yours.",
    "/accept": "Nothing is waiting for your answer. /challenge challenges somebody.",
    "/accept foo": "There is no challenge foo. /challenge makes one.",
    "/cancel": "You have no open challenge and no offer that waits. /challenge makes a challenge.",
    "/nonsense": "There is no command /nonsense. /help lists them all.",
    "/challenge Nemo": (
        "You know nobody called Nemo: a name finds people who write in a chat with you, or whom you "
        "have played. /challenge without a name lets you make an invitation to send."
    ),
    "/challenge Anna": "You cannot play against yourself. /play plays the computer.",
    "/play chess": (
        "There is no game called chess. The games are long, federation, sport, narde, palm, nard, "
        "short; the computer’s levels are novice, casual, skilled, strong, best."
    ),
    "/settings colour red": (
        "There is no setting colour. The settings are roll, forced, confirm, race, numbers, "
        "reminders, quiet, digest, theme, layout, side, language, zone, boards, daily, name."
    ),
    "/settings theme pink": f"theme cannot be set to that. It can be {', '.join(('usual', *THEMES))}.",
    "/settings side own": "side cannot be set to that. It can be white, black.",
    "/settings roll maybe": "roll cannot be set to that. It can be on, off.",
    "/help move": "/move – move, like 24/18 13/8",
}


async def test_a_wrong_command_is_answered_with_advice(house: House) -> None:
    """A wrong command is answered with what is wrong and what would work."""
    assert {line: await house.type("Anna", line) for line in WRONG} == WRONG


async def test_an_option_alone_shows_its_values(house: House) -> None:
    """An option without a value shows its present value, how to set it, and a button for each other value."""
    answer = await house.type("Anna", "/settings boards")
    assert answer == (
        "The old board after a turn: as usual here: shrinks to one line.\n"
        "Change it like this: /settings boards stay."
    )
    (reply,) = house.answers["Anna"]
    buttons = [(button.label, button.data) for row in reply.buttons for button in row]
    assert buttons == [
        ("stays", ":/settings boards stay"),
        ("shrinks to one line", ":/settings boards shrink"),
        ("is deleted", ":/settings boards delete"),
    ]


async def test_a_value_can_be_typed_by_its_name(house: House) -> None:
    """An option's value can be typed by its name in any language, with several words."""
    expected = {
        "/settings theme высокий контраст": "Board: high contrast.",
        "/settings roll НЕТ": "Roll automatically: off.",
        "/settings language Русский": "Language: Русский.",
    }
    assert {line: await house.type("Anna", line) for line in expected} == expected


async def meet_guests(house: House) -> None:
    """Meet people with names of several words."""
    for name in ("Long John", "Mary Ann"):
        await house.type(name, "/start")


guests = house_after(meet_guests)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("line", "card"),
    [
        ("/challenge anyone", "Anna challenges anyone to Long Nardy."),
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
async def test_challenges_are_understood(guests: House, line: str, card: str) -> None:
    """A challenge takes names of several words, with or without @, and a rule set in any place."""
    await guests.type("Anna", line)
    assert guests.shown(TABLE).text.startswith(card)


@pytest.mark.parametrize("line", ["/challenge <@77>", "/challenge narde <@!77>"])
async def test_a_mention_challenges_a_new_person(house: House, line: str) -> None:
    """A mention by account id challenges a person whom the bot has never met."""
    anna, dana = Person("web", "anna", "Anna"), Person("web", "77", "Dana")
    incoming = Incoming("mention", anna, house.place(TABLE), Line(line), mentioned=(dana,))
    assert await house.conversation.handle(incoming) == ()
    await house.until_idle()
    assert house.shown(TABLE).text.startswith("Dana, Anna challenges you to ")
    assert house.platform.notifications == ["77"]


async def test_an_ambiguous_name_is_refused(house: House) -> None:
    """A challenge to a name that two people have is refused."""
    place = house.place(TABLE)
    await house.conversation.handle(Incoming("x", Person("web", "another", "Boris"), place, Line("/start")))
    answer = (
        "Several people you know are called Boris. "
        "/challenge without a name lets you make an invitation to send."
    )
    assert await house.type("Anna", "/challenge Boris") == answer


async def test_open_challenges_are_accepted_by_id_from_another_chat(house: House) -> None:
    """The line behind a challenge's link accepts it from another chat; the card does not show the line."""
    await house.type("Anna", "/challenge anyone")
    assert "/accept" not in house.shown(TABLE).text
    (invite,) = house.last(TABLE).reply.invites
    await house.type("Carl", invite.line, "Carl")
    assert "Anna" in house.shown("Carl").text


@pytest.mark.slow
async def test_accept_asks_which_of_several_challenges(house: House) -> None:
    """With several challenges waiting, /accept asks which one, and the chosen one is accepted."""
    await house.type("Anna", "/challenge Boris")
    await house.type("Carl", "/challenge Boris narde")
    assert await house.type("Boris", "/accept") == "Which one do you mean?"
    shown = house.answer("Boris")
    assert shown is not None
    await house.press("Boris", next(label for label in shown.labels if "Carl" in label), TABLE, answered=True)
    assert "Narde" in house.shown(TABLE).text


async def test_a_reply_to_a_challenge_selects_it(house: House) -> None:
    """With several challenges waiting, /accept in reply to one accepts it."""
    await house.type("Anna", "/challenge Boris")
    card = house.message_id(house.last())
    await house.type("Carl", "/challenge Boris")
    assert await house.type("Boris", "/accept", message=card) == ""
    assert "⚪" in house.shown(TABLE).text
    assert "Carl" not in house.shown(TABLE).text


async def test_accepting_a_started_challenge_names_its_game(playing: House) -> None:
    """Accepting a challenge that has already become a game is answered with the game."""
    game = await only_game(playing)
    expected = f"That challenge has already become game {game}. /board {game} shows it."
    assert await playing.type("Carl", f"/accept {game}") == expected


LATE = (
    "That offer in game {game} has been answered, was withdrawn, or has lapsed. /draw {game} offers a draw."
)
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
async def test_a_late_answer_to_an_offer_says_what_became_of_it(
    playing: House, answer: str, offer: str, ended: str, said: str
) -> None:
    """A late press on an offer's button is not taken for an answer to the challenge with the same id."""
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
        await playing.type("Boris", ended)
    (late,) = await playing.handle("Boris", Press(f":/{answer} {game} {offer}"))
    assert plain(late.text) == said.format(game=game)


@pytest.mark.slow
async def test_resigning_a_chosen_game_still_asks(playing: House) -> None:
    """Choosing which game to resign does not confirm the resignation."""
    game = await only_game(playing)
    await playing.type("Anna", "/play")
    await playing.type("Anna", "/resign mars", "Carlsberg")
    await playing.press("Anna", f"{game}: Anna – Boris, Long Nardy", "Carlsberg", answered=True)
    shown = playing.answer("Anna")
    assert shown is not None
    assert shown.text == f"Resign game {game} against Boris? It costs you: mars, 2 points."
    await playing.press("Anna", "Resign: mars, 2 points", "Carlsberg", answered=True)
    assert (await playing.manager.game(game)).is_over


async def test_an_impossible_value_of_a_resignation_is_refused(playing: House) -> None:
    """A resignation for a value that the rule set does not score is refused with the possible ones."""
    game = await only_game(playing)
    assert await playing.type("Anna", "/resign gammon") == (
        f"You cannot resign game {game} for that. You can resign for: "
        f"/resign {game} oyn (oyn, 1 point), /resign {game} mars (mars, 2 points)."
    )
    question = await playing.type("Anna", "/resign oyn")
    assert question.startswith(f"Offer Boris to resign game {game} (oyn, 1 point)?")


@pytest.mark.slow
async def test_a_lower_resignation_waits_for_the_opponent(playing: House) -> None:
    """A resignation for less waits for the opponent's answer."""
    await playing.type("Anna", "/resign")
    await playing.press("Anna", "Offer: oyn, 1 point", TABLE, answered=True)
    assert "Anna offers to resign: oyn, 1 point." in playing.shown(TABLE).text
    await playing.press("Boris", "Accept: oyn, 1 point", TABLE, answered=False)
    assert "Anna resigns and Boris wins: oyn, 1 point." in playing.shown(TABLE).text


async def test_a_question_can_be_answered_once(playing: House) -> None:
    """A second press on an answer says that the question is closed."""
    await playing.type("Anna", "/draw")
    button = playing.answers["Anna"][0].buttons[0][0]
    assert await playing.handle("Anna", Press(button.data)) == ()
    (again,) = await playing.handle("Anna", Press(button.data))
    assert plain(again.text) == "That question is no longer open. Give the command again."


async def test_another_persons_answer_is_refused(playing: House) -> None:
    """Another person's press on an answer is refused, and the question stays open."""
    await playing.type("Anna", "/draw")
    button = playing.answers["Anna"][0].buttons[0][0]
    (refused,) = await playing.handle("Boris", Press(button.data))
    assert plain(refused.text).startswith("That question is no longer open.")
    assert await playing.handle("Anna", Press(button.data)) == ()


async def test_a_question_expires(playing: House) -> None:
    """A question expires after twelve hours."""
    await playing.type("Anna", "/draw")
    button = playing.answers["Anna"][0].buttons[0][0]
    playing.clock.forward(hours=12)
    (refused,) = await playing.handle("Anna", Press(button.data))
    assert plain(refused.text).startswith("That question is no longer open.")


async def test_a_repeated_event_is_applied_once(playing: House) -> None:
    """A press that is delivered twice moves once, and the second delivery gets no answer."""
    game = await only_game(playing)
    data = playing.last().reply.buttons[0][0].data
    for _ in range(2):
        assert await playing.handle("Anna", Press(data), event="the same") == ()
    now = await playing.manager.game(game)
    assert now.live.draft is not None
    assert len(now.live.draft.moves) == 1


@pytest.mark.parametrize("player", ["Boris", "Carl"])
async def test_a_refused_press_shows_the_present_board(playing: House, player: str) -> None:
    """An opponent's or spectator's press is answered with the present board, without buttons."""
    (reply,) = await playing.handle(player, Press(playing.last().reply.buttons[0][0].data))
    assert isinstance(reply.scene, Scene)
    assert reply.buttons == ()


async def test_a_stale_press_shows_the_present_board(playing: House) -> None:
    """A button of an earlier turn changes nothing and is answered with the present board."""
    game = await only_game(playing)
    old = playing.last().reply.buttons[0][0].data
    await playing.type("Anna", "24/20 16/15")
    await playing.type("Anna", "/done")
    before = await playing.manager.game(game)
    (reply,) = await playing.handle("Anna", Press(old))
    assert plain(reply.text) == "That board is from an earlier turn. Look at the current one."
    assert isinstance(reply.scene, Scene)
    assert await playing.manager.game(game) == before


@pytest.mark.slow
async def test_a_point_alone_asks_for_the_target(playing: House) -> None:
    """A single typed point is marked on the board, and its moves are buttons."""
    assert await playing.type("Anna", "/move 24 ") == "Which move do you mean?"
    reply = playing.answers["Anna"][0]
    assert isinstance(reply.scene, Scene)
    labels = [button.label for row in reply.buttons for button in row]
    assert (reply.scene.chosen, labels) == (24, ["24→20", "24→23"])
    await playing.press("Anna", "24→23", TABLE, answered=True)
    assert "so far 24/23" in playing.shown(TABLE).text


@pytest.mark.slow
async def test_a_point_beside_a_move_is_played_with_it(playing: House) -> None:
    """A line with a move and a single point plays both, or says why it cannot."""
    assert await playing.type("Anna", "/move 24 16/15") == ""
    assert "🎲 4-1, 16/15 24/20." in playing.shown(TABLE).text
    await playing.type("Anna", "/undo all")
    text = await playing.type("Anna", "/move 24/23 24")
    assert text.startswith("If 24/23 is played first: No more checkers may leave the head in this turn.")


async def test_a_line_with_too_many_moves_names_the_surplus(playing: House) -> None:
    """If a typed move uses up the roll, the answer says that the next move is too many."""
    assert await playing.type("Anna", "/move 16/11 24/23") == (
        "16/11 plays the whole roll, so nothing is left to play from 24. Type 16/11 alone, or something else."
    )


@pytest.mark.slow
async def test_a_game_id_may_follow_the_moves(playing: House) -> None:
    """A game's id may come before or after the moves, with or without the command."""
    game = await only_game(playing)
    await playing.type("Anna", "/play narde first me")
    for line in (f"/move 16/15 {game}", f"16/15 {game}", f"{game} 16/15"):
        assert await playing.type("Anna", line) == ""
        assert str((await playing.manager.game(game)).live.draft) == "16/15"
        await playing.type("Anna", f"/undo {game}")


@pytest.mark.slow
async def test_waiting_games_are_listed_first(playing: House) -> None:
    """The list of games has a line for each, with whose turn it is, waiting games first."""
    game = await only_game(playing)
    await playing.type("Boris", "/play narde")
    lines = (await playing.type("Boris", "/games")).split("\n")
    assert lines[0] == "Your games:"
    assert lines[1].endswith("Narde, to 5, 0–0, casual level. Your turn.")
    assert lines[2] == f"{game}: Anna – Boris, Long Nardy. Anna is to play."


async def test_a_language_is_confirmed_in_the_language_of_the_answers(house: House) -> None:
    """A player reads the confirmation in their own language, which a setting of the chat does not change."""
    assert await house.type("Anna", "/settings language ru") == "Language: Русский."
    await house.type("Anna", "/challenge anyone")
    assert "Anna вызывает" in plain(house.last().reply.text)
    assert await house.type("Anna", "/settings language ru", "Anna") == "Язык: Русский."
    assert await house.type("Anna", "/settings language en") == "Язык: English."


@pytest.mark.slow
async def test_a_private_answer_speaks_the_players_language(house: House) -> None:
    """A player is answered in their own language in a shared chat of another language."""
    await house.type("Anna", "/challenge anyone")
    await house.type("Boris", "/settings language ru", "Boris")
    assert await house.type("Boris", "/record") == words_in("ru").words(
        "refused-no-game", command="/play", other="/challenge"
    )
    assert plain(house.last().reply.text).startswith("Anna challenges anyone")


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
async def test_the_rules_of_each_game_are_shown(house: House, language: str) -> None:
    """/rules describes each rule set in a text that fits below a picture."""
    await house.type("Anna", f"/settings language {language}", "Anna")
    for name in RULESETS:
        text = await house.type("Anna", f"/rules {name}", "Anna")
        assert text.startswith(words_in(language).words(f"rules-{name}"))
        assert len(text) <= 1024


@pytest.mark.slow
async def test_the_record_of_a_whole_match(house: House) -> None:
    """/record gives one game with the score before it, and `/record match` gives all games."""
    await house.type("Anna", "/challenge Boris narde to 3")
    await house.type("Boris", "/accept")
    game = await only_game(house)
    await house.type("Boris", "/resign mars")
    await house.press("Boris", "Resign: mars, 2 points", TABLE, answered=True)
    await house.type("Anna", f"/continue {game}")
    following = await only_game(house)
    alone = await house.type("Anna", f"/record {following}")
    whole = await house.type("Anna", f"/record {game} match")
    (record,) = read_records(alone.split("\n", 1)[1])
    assert [record.header(name) for name in ("Match", "Length", "Round", "Score")] == [
        game,
        "3 points",
        "2",
        "2-0",
    ]
    assert [each.header("Game") for each in read_match(whole.split("\n", 1)[1]).games] == [game, following]


@pytest.mark.slow
async def test_a_waiting_match_is_listed(house: House) -> None:
    """Between two games the list of games has the match, with the command for the next game."""
    await house.type("Anna", "/challenge Boris narde")
    await house.type("Boris", "/accept")
    game = await only_game(house)
    await house.type("Boris", "/resign mars")
    await house.press("Boris", "Resign: mars, 2 points", TABLE, answered=True)
    assert f"/continue {game} begins the next game of the match." in await house.type("Boris", "/games")
    await house.press("Boris", f"Next after {game}: Boris – Anna", TABLE, answered=True)
    assert "begins the next game" not in await house.type("Boris", "/games")


@pytest.mark.slow
async def test_continue_asks_which_of_several_matches(house: House) -> None:
    """With two matches between games, /continue asks which one, and the chosen one goes on."""
    for player in ("Boris", "Carl"):
        await house.type("Anna", f"/challenge {player} narde")
        await house.type(player, "/accept")
        await house.type(player, "/resign mars")
        await house.press(player, "Resign: mars, 2 points", TABLE, answered=True)
    assert await house.type("Anna", "/continue") == "Which match goes on?"
    shown = house.answer("Anna")
    assert shown is not None
    await house.press("Anna", next(label for label in shown.labels if "Carl" in label), TABLE, answered=True)
    assert "Carl" in house.shown(TABLE).text
    assert "Anna plays White and begins." in house.shown(TABLE).text


async def test_a_record_keeps_names_with_markup(house: House) -> None:
    """A name full of markup is escaped in the record."""
    await house.type('A"]\\ *x*', "/challenge anyone")
    await house.type("Boris", "/accept")
    text = await house.type("Boris", "/record")
    assert '"A\\"]' in text


async def test_settings_of_a_person_and_of_a_chat(house: House) -> None:
    """In a shared chat the look is the chat's, in a private one the reader's."""
    await house.type("Anna", "/settings side black")
    await house.type("Anna", "/settings language ru", "Anna")
    await house.type("Anna", "/settings side own", "Anna")
    assert "At the bottom: Black." in await house.type("Boris", "/settings")
    assert "Внизу: мой цвет." in await house.type("Anna", "/settings side", "Anna")
    assert "At the bottom: White." in await house.type("Boris", "/settings side", "Boris")


def labels_in(reply: Reply) -> dict[str, str]:
    """Return the labels of the buttons of the settings, by option."""
    return {button.data.split()[1]: button.label for row in reply.buttons for button in row}


@pytest.mark.slow
async def test_a_button_of_the_settings_changes_only_its_option(house: House) -> None:
    """A press sets another value, which the answer and the button show; the other options stay."""
    for chat in CHATS:
        (first,) = await house.handle("Anna", Line("/settings"), chat)
        shown = labels_in(first)
        for button in [button for row in first.buttons for button in row]:
            option, *value = button.data.removeprefix(":/settings ").split()
            (answer,) = await house.handle("Anna", Press(button.data), chat)
            if option == "language":
                line = "Language: Русский." if chat == TABLE else "Язык: Русский."
                assert plain(answer.text).split("\n")[0] == line
                await house.type("Anna", "/settings language en", chat)
                continue
            line = plain(answer.text).split("\n")[0]
            assert line.startswith(words_in("en").words(f"setting-{option}"))
            if not value:  # the option needs a typed value
                assert plain(answer.text).endswith(f"Change it like this: /settings {option} Europe/Berlin.")
                continue
            now = labels_in(answer)
            assert {each for each in now if now[each] != shown[each]} == {option}
            assert now[option].split(": ")[1].split()[-1].lower() in line.lower()
            (again,) = await house.handle("Anna", Line("/settings"), chat)
            assert again.buttons == answer.buttons
            shown = now


async def test_a_menu_shows_the_options_of_the_game(house: House) -> None:
    """The menu shows a game's length, cube, scoring and hints."""
    await house.type("Anna", "/challenge Boris to 3 cube extended hints")
    await house.type("Boris", "/accept")
    game = await only_game(house)
    title, scoring, hints, question = (await house.type("Anna", "/menu")).split("\n")
    assert title == f"Game {game}: Long Nardy to 3 points, with a doubling cube."
    assert "loses 3 points with a checker still in the starting quarter (koks)" in scoring
    assert hints == "Both players may ask for hints with /hint."
    assert question == "What would you like to do?"


async def test_a_menu_against_the_program_says_nothing_of_hints(house: House) -> None:
    """The menu of a game against the program does not mention hints, because people always have them."""
    await house.type("Anna", "/play hints")
    answer = await house.type("Anna", "/menu")
    assert answer.split("\n")[1:] == ["What would you like to do?"]


async def test_every_button_of_the_menu_is_answered(playing: House) -> None:
    """Every button of the menu is answered; a spectator gets no buttons for players."""
    game = await only_game(playing)
    await playing.type("Carl", f"/menu {game}")
    shown = playing.answer("Carl")
    assert shown is not None
    assert "Resign" not in shown.labels
    await playing.press("Anna", "⋯", TABLE, answered=False)
    for button in [button for row in playing.answers["Anna"][0].buttons for button in row]:
        replies = await playing.handle("Anna", Press(button.data))
        assert replies or button.label == "Show the board"


async def test_the_rest_of_the_roll_is_always_named(playing: House) -> None:
    """In mid-turn the board's text, its descriptions, `/read` and `/picture` name the moves left."""
    await playing.type("Anna", "24/20")
    shown = playing.last().reply
    assert plain(shown.text).endswith("Anna: 🎲 4-1, so far 24/20. Left: 1.")
    left = "White is to play 4-1, with 1 move left: 1."
    (read,) = await playing.handle("Anna", Line("/read"))
    (pictured,) = await playing.handle("Anna", Line("/picture"))
    for answer in (shown.alt, shown.short_alt, plain(read.text), plain(pictured.text), pictured.alt):
        assert answer.endswith(left)
    await playing.type("Anna", "16/15")
    assert playing.last().reply.alt.endswith("White has played 4-1 and may end the turn.")


def test_a_command_is_read_by_its_name_in_any_language() -> None:
    """A command can be typed by its name in any language, in small or capital letters."""
    own = {name: read_line(f"/{command.name} k7f") for name, command in command_names().items()}
    assert {name: read_line(f"/{name} k7f") for name in own} == own
    assert {name: read_line(f"/{name.upper()}@Nardy_bot k7f") for name in own} == own


@pytest.mark.parametrize(
    ("typed", "meant"),
    [("takeback", "undo"), *((name, "resign") for name in ("forfeit", "concede", "gg", "quit", "abort"))],
)
def test_names_from_other_programs_are_understood(typed: str, meant: str) -> None:
    """A command can be typed by its name in other programs."""
    assert read_line(f"/{typed} k7f") == read_line(f"/{meant} k7f")


@pytest.mark.parametrize("typed", ["/forge", "/forfiet", "/forgett", "/forgt", "/забыт"])
def test_forget_is_never_suggested(typed: str) -> None:
    """No mistyped command is answered with the one that deletes the player."""
    assert {"/forget", "/забыть"}.isdisjoint(lines_like(typed))


def test_every_listed_command_has_a_russian_name() -> None:
    """Every listed command has a Russian name."""
    russian = {command.name for name, command in command_names().items() if not name.isascii()}
    assert russian >= {name for name, command in COMMANDS.items() if command.listed}


async def test_a_russian_command_is_carried_out(playing: House) -> None:
    """Russian names work for moves, for /rules and in the help."""
    await playing.type("Anna", "/ход 24/20")
    assert "so far 24/20" in plain(playing.last().reply.text)
    assert await playing.type("Anna", "/правила nard") == await playing.type("Anna", "/rules nard")
    assert await playing.type("Anna", "/help ход") == await playing.type("Anna", "/help move")


async def test_a_mistyped_command_gets_a_suggestion(house: House) -> None:
    """A mistyped command is answered with the likeliest command on a button."""
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


async def test_a_suggestion_carries_out_the_whole_line(playing: House) -> None:
    """The button of a suggested command includes what was typed after it."""
    (asked,) = await playing.handle("Anna", Line("/mvoe 24/20"))
    await playing.handle("Anna", Press(asked.buttons[0][0].data))
    assert "so far 24/20" in plain(playing.last().reply.text)


async def test_no_command_is_suggested_for_nonsense(house: House) -> None:
    """A line that resembles no command gets no suggestion."""
    for typed in ("/", "/x", "/qqqqqq", "/💥", "/12345"):
        (answered,) = await house.handle("Anna", Line(typed))
        assert ("There is no command" in plain(answered.text), answered.buttons) == (True, ()), typed


HALF_A_ROW = 20
"""Characters that a phone shows on a button that takes half a row."""


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("chat", CHATS)
async def test_no_label_in_the_settings_is_cut(house: House, chat: str, language: str) -> None:
    """Every button of the settings fits into half a row, and no two are alike."""
    house.language = language
    await house.type("Anna", f"/settings language {language}", chat)
    for option in OPTIONS:
        for value in ("", *values_of(option)):
            if option == "language" and value:
                continue
            for line in (f"/settings {option} {value}", f"/settings {option}"):  # the first shows them all
                (shown,) = await house.handle("Anna", Line(line), chat)
                labels = [button.label for row in shown.buttons for button in row]
                assert [label for label in labels if len(label) > HALF_A_ROW] == []
                assert len(set(labels)) == len(labels)


async def test_a_menu_belongs_to_a_stage_of_its_game(playing: House) -> None:
    """The buttons of a menu and of its questions are valid through a turn's moves, and no longer."""

    async def stages(*lines: str) -> list[Stage | None]:
        return [(await playing.handle("Anna", Line(line)))[0].offered_at for line in lines]

    game = await only_game(playing)
    before = await stages("/menu", "/resign", "/draw")
    await playing.type("Anna", "24/20")
    during = await stages("/menu")
    for line in ("20/19", "/done"):
        await playing.type("Anna", line)
    after = await stages("/menu")
    turns = (await playing.manager.game(game)).turns
    assert [*before, *during] == [Stage(game, str(turns - 1))] * 4
    assert after == [Stage(game, str(turns))]
