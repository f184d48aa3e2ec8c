"""Imported games: read, kept and shown, or refused with a line and a reason."""

from __future__ import annotations

import asyncio
import re
from contextlib import suppress
from dataclasses import replace

import pytest
from hypothesis import given, settings, strategies as st

from bot.rules import MatchState
from bot.rules.formats import (
    Mat,
    MatchRecord,
    RecordFault,
    RecordFaultKind,
    count_mat,
    count_records,
    read_mat,
    read_match,
    read_record,
    read_records,
)
from bot.rules.rulesets import MatchLength
from bot.sessions import imports
from bot.talk.catalog import LANGUAGES, words_in
from bot.talk.imports import LONGEST_READING, InvalidRecord, fault_text, read_games
from bot.talk.incoming import LONGEST_TEXT, Attached, Incoming, Line, Person
from bot.talk.reply import Reply, plain
from tests.dialogues.house import House, check_limits
from tests.dialogues.script import TABLE
from tests.rules.test_mat import GNUBG_FILE
from tests.talk.test_replays import ask, press_button, random_record

pytestmark = pytest.mark.slow

GAME = random_record("long", most=20)
TEXT = GAME.write()
MAT = Mat(None, ("Anna", "Boris"), (random_record("short", most=20),)).write()


def match() -> str:
    """Return a match of two games with the same turns."""
    length, outcome = MatchLength(games=2), GAME.end().outcome
    assert outcome is not None
    state = MatchState.begin(GAME.ruleset, ("Anna", "Boris"), length, white="Anna")
    second = state.after("Anna", outcome).white
    games = (GAME, replace(GAME, headers=headers_with(second or "Anna")))
    return MatchRecord(length, games).write()


def headers_with(white: str) -> tuple[tuple[str, str], ...]:
    """Return the headers of a game in which `white` has White."""
    return (("White", white), ("Black", "Boris" if white == "Anna" else "Anna"))


def refusal_of(text: str, language: str = "en") -> str:
    """Return the answer to a text that is refused."""
    with pytest.raises(InvalidRecord) as found:
        read_games(words_in(language), text)
    return plain(found.value.text)


async def import_text(
    house: House,
    text: str,
    player: str = "Anna",
    chat: str = TABLE,
    size: int | None = None,
    line: str = "/import",
) -> Reply:
    """Return the answer to /import with a text."""
    house.event_count += 1
    person = Person("web", player.lower(), player, house.language)
    attached = Attached(text, len(text.encode()) if size is None else size)
    incoming = Incoming(
        f"event {house.event_count}", person, house.place(chat), Line(line), attached=attached
    )
    (reply,) = await house.conversation.handle(incoming)
    check_limits(reply)
    return reply


def import_id(reply: Reply) -> str:
    """Return the id of a kept import."""
    return plain(reply.text).split("/replay ")[1].split()[0]


async def test_imports_are_read_one_at_a_time(house: House) -> None:
    """While one import is read, the next one waits, but other commands do not."""
    async with house.manager.imports.reading:
        waiting = asyncio.create_task(import_text(house, TEXT, "Boris"))
        assert await house.type("Anna", "/help")
        assert not waiting.done()
    assert import_id(await waiting)


async def test_an_import_is_shown_and_kept(house: House) -> None:
    """An import is answered with its animation and an id that shows it again."""
    reply = await import_text(house, TEXT)
    key = import_id(reply)
    assert plain(reply.text).startswith(f"The game has been kept. /replay {key} shows it again.")
    assert key.startswith("i")
    assert reply.animation is not None
    again = await ask(house, f"/replay {key}")
    assert again.animation == reply.animation
    frame = await press_button(house, again, "▶")
    assert frame.scene == reply.animation.scenes[1]


async def test_an_import_is_visible_in_its_chat_and_to_its_owner(house: House) -> None:
    """Others see an import only in the chat where it was sent; its owner sees it everywhere."""
    key = import_id(await import_text(house, TEXT))
    assert (await ask(house, f"/replay {key} end", "Boris")).scene is not None
    assert (await ask(house, f"/replay {key} end", "Anna", "Anna")).scene is not None
    assert f"There is no game {key}." in plain(
        (await ask(house, f"/replay {key} end", "Boris", "Boris")).text
    )


async def test_a_mat_file_is_imported(house: House) -> None:
    """The match format of other programs is read and kept."""
    reply = await import_text(house, MAT)
    assert "Short Nardy (backgammon)" in plain(reply.text)
    assert (await ask(house, f"/replay {import_id(reply)} 1")).scene is not None


async def test_games_without_a_fault_are_kept(house: House) -> None:
    """A game with an illegal move is named with its turn, and the other games are kept."""
    damaged = GNUBG_FILE.read_text(encoding="utf-8").replace("24/18 18/16", "24/18 18/15", 1)
    reply = await import_text(house, damaged)
    assert plain(reply.text).startswith(
        "Game 1, turn 2: 62: 24/18 18/15. No die moves a checker from 18 to 15.\nThe game has been kept."
    )
    assert len(await house.manager.imports.games(import_id(reply))) == 1


def foreign(ruleset: str) -> str:
    """Return a whole game as a `.mat` file without the comments that only this bot writes."""
    lines = Mat(None, ("Anna", "Boris"), (random_record(ruleset),)).write().splitlines()
    return "\n".join(line for line in lines if not line.startswith(";"))


async def test_the_rows_of_a_file_decide_its_game(house: House) -> None:
    """A file that names no game is read as one that its rows fit, and the others that fit are offered."""
    reply = await import_text(house, foreign("long"))
    text = plain(reply.text)
    assert "Its moves fit several games. It is kept as Long Nardy" in text
    labels = [button.label for row in reply.buttons for button in row]
    assert "Short Nardy (backgammon)" not in labels
    again = await press_button(house, reply, "Narde")
    assert "· Narde ·" in plain(again.text)
    (kept,) = await house.manager.imports.games(import_id(again))
    assert kept.splitlines()[0] == '[Rules "narde"]'


async def test_the_game_named_after_the_command_counts(house: House) -> None:
    """`/import sport` reads a file as Sport Nardy without asking; an unknown name is refused."""
    reply = await import_text(house, foreign("sport"), line="/import sport")
    assert "several games" not in plain(reply.text)
    (kept,) = await house.manager.imports.games(import_id(reply))
    assert kept.splitlines()[0] == '[Rules "sport"]'
    own = TEXT.replace("\n", " ")
    for line, text in ((f"/import {own}", TEXT), (f"/import long {own}", f"long\n{TEXT}")):
        assert import_id(await import_text(house, text, line=line))
    reply = await import_text(house, MAT, line="/import chess")
    assert plain(reply.text).startswith("There is no game called chess.")


async def test_a_capped_win_is_shown_as_the_file_counts_it(house: House) -> None:
    """A gammon with the cube on 2 that ended a match at 3 points is shown with both counts."""
    capped = (
        " 3 point match\n\n Game 1\n Anna : 0   Boris : 0\n  1) 31: 8/5 6/5                 62: 24/18 13/11\n"
        "  2)  Doubles => 2                Takes\n      Wins 3 points and the match\n"
    )
    text = plain((await import_text(house, capped, line="/import short")).text)
    assert text.endswith("gammon, 2 points × 2 = 4. In the file it counts 3 points.")


async def test_a_record_that_a_mat_cannot_hold_is_not_read_by_other_rules(house: House) -> None:
    """A drawn game and one with senseless points are refused, if other rules are asked for."""
    drawn = '[Rules "long"]\n[White "Anna"]\n[Black "Boris"]\n[Result "1/2-1/2 agreed"]\n\n1. draw\n'
    for text in (drawn, TEXT.replace("[Result", '[Points "x"]\n[Result')):
        key = import_id(await import_text(house, text))
        assert (await house.type("Anna", f"/replay {key} narde")).endswith("Nothing was kept.")


async def test_a_match_is_shown_game_by_game(house: House) -> None:
    """An imported match begins with its first game and has buttons to the next and the previous one."""
    reply = await import_text(house, match())
    assert plain(reply.text).startswith("2 games have been kept.")
    assert "Game 1 of 2" in plain(reply.text)
    second = await press_button(house, reply, "Game 2")
    assert "Game 2 of 2" in plain(second.text)
    frame = await press_button(house, second, "▶")
    assert "Game 2 of 2\n1 of" in plain(frame.text)
    assert "Game 1 of 2" in plain((await press_button(house, frame, "Game 1")).text)


async def test_a_later_game_of_a_match_can_be_imported_alone(house: House) -> None:
    """A match's second game can be imported alone, and keeps its unchecked headers."""
    later = read_records(match())[1].write()
    assert '[Round "2"]' in later
    key = import_id(await import_text(house, later))
    assert await house.manager.imports.games(key) == (later,)


async def test_a_mat_match_is_kept_as_a_match(house: House) -> None:
    """The kept records of a `.mat` match form a match of the same length."""
    reply = await import_text(house, GNUBG_FILE.read_text(encoding="utf-8"))
    kept = await house.manager.imports.games(import_id(reply))
    length = re.search(r"([0-9]+) point match", GNUBG_FILE.read_text(encoding="utf-8"))
    assert length is not None
    assert str(read_match("\n".join(kept)).length) == f"{length[1]} points"


async def test_a_repeated_import_event_is_handled_once(house: House) -> None:
    """An import that is delivered twice is answered once."""
    person = Person("web", "anna", "Anna", "en")
    attached = Attached(TEXT, len(TEXT))
    incoming = Incoming("the same", person, house.place(TABLE), Line("/import"), attached=attached)
    assert len(await house.conversation.handle(incoming)) == 1
    assert await house.conversation.handle(incoming) == ()


async def test_only_a_players_latest_imports_are_kept(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """A player's oldest imports are deleted beyond the limit; other players' stay."""
    monkeypatch.setattr(imports, "MOST_KEPT", 3)
    others = import_id(await import_text(house, TEXT, "Boris"))
    keys = [import_id(await import_text(house, TEXT)) for _ in range(4)]
    assert (await house.type("Anna", f"/replay {keys[0]}")).startswith(f"There is no game {keys[0]}.")
    for key in (keys[1], keys[-1], others):
        assert (await ask(house, f"/replay {key}")).animation is not None


async def test_names_in_an_import_are_harmless(house: House) -> None:
    """A name in a record is cut, stays on one line, and notifies no one."""
    named = TEXT.replace('"Anna"', f'"{"A" * 500}\\u000a@everyone"')
    reply = await import_text(house, named)
    assert reply.notifies == ()
    assert len(plain(reply.text)) < 300
    assert "everyone" not in plain(reply.text)


async def test_import_without_a_text_says_what_to_send(house: House) -> None:
    """/import alone says what to send."""
    assert (await house.type("Anna", "/import")).startswith(
        "Put the record of a game or a match after /import"
    )


async def test_a_long_text_is_refused(house: House) -> None:
    """A text of more than 200 kB is not read."""
    reply = await import_text(house, "", size=LONGEST_TEXT + 1)
    assert plain(reply.text) == "The text is too long. A record of at most 200 kB can be kept."
    assert Attached.of(b"x" * (LONGEST_TEXT + 1)) == Attached("", LONGEST_TEXT + 1)
    assert Attached.of("Анна".encode() + b"\xff") == Attached("Анна\ufffd", 9)


async def test_a_damaged_record_is_refused_with_its_line(house: House) -> None:
    """The answer to a damaged record quotes the line and the reason."""
    reply = await import_text(house, TEXT.replace("1. ", "7. ", 1))
    assert plain(reply.text).startswith("Line 6 cannot be read: 7. ")
    assert plain(reply.text).endswith("A line with the number 1 is expected here. Nothing was kept.")


DAMAGES = {
    "no rules": (TEXT.replace('[Rules "long"]\n', ""), "The line that names the rules is missing"),
    "other rules": (TEXT.replace('"long"', '"chess"'), "There is no game called chess here."),
    "twice": ('[Rules "long"]\n' + TEXT, "The line Rules appears twice."),
    "header": ("[Rules long]\n" + TEXT, "A line in brackets looks like"),
    "number": (TEXT.replace("2. ", "3. ", 1), "A line with the number 2 is expected here."),
    "no words": (
        re.sub(r"^(1\. ..) ", r"\1 nonsense ", TEXT, flags=re.MULTILINE),
        "neither a move nor anything else",
    ),
    "not legal": ('[Rules "long"]\n\n1. 65 24/20', "No die moves a checker from 24 to 20."),
    "result": (TEXT.replace('[Result "', '[Result "9'), f"The result is {GAME.end().outcome}."),
    "dice": ('[Rules "long"]\n\n1. 24/18', "Two dice from 1 to 6 are expected here"),
    "cube": ('[Rules "short"]\n\n1. double', "That is not possible with the cube here."),
    "opening": ('[Rules "long"]\n[Opening "1-2"]\n\n1. 65 24/13', "The opening rolls do not decide"),
    "scoring": ('[Rules "short"]\n[Scoring "extended"]\n\n1. 65', "no such scoring"),
    "given up": ('[Rules "long"]\n\n1. resign gammon w', "Nobody can lose by that here."),
    "other rules of a match": (match().replace('"long"', '"narde"', 1), "the same rules"),
    "score": (
        match().replace('[Round "2"]\n[Score "', '[Round "2"]\n[Score "9'),
        "The score before this game is ",
    ),
    "points": (match().replace('[Result "', '[Points "x"]\n[Result "'), "The result is "),
    "talk": ("hello there", "The line that names the rules is missing"),
    "nothing": ("\n \n", "There is no game in this text."),
    "mat move": (re.sub(r"(  2\) ..:) \S+", r"\1 24/1", MAT, count=1), "Game 1, turn 2: "),
    "mat word": (
        re.sub(r"(  2\) ..:) \S+", r"\1 nonsense", MAT, count=1),
        "neither a move nor anything else",
    ),
    "mat position": (MAT.replace("  1) ", "; Set Pos=\n  1) ", 1), "Game 1: …. It begins from a position"),
    "mat empty": (" 0 point match\n", "It contains no game."),
}


def test_each_damage_has_its_reason() -> None:
    """Each kind of damage has its own sentence."""
    answers = {damage: (refusal_of(text), reason) for damage, (text, reason) in DAMAGES.items()}
    assert {
        damage: answers[damage] for damage, (answer, reason) in answers.items() if reason not in answer
    } == {}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_fault_has_a_text(language: str) -> None:
    """Each kind of fault has a sentence in each language, without the text for developers."""
    for kind in [each for each in RecordFaultKind if each is not RecordFaultKind.MOVE]:
        answer = plain(fault_text(words_in(language), RecordFault(kind, "for developers", "there", "2")))
        assert answer.endswith("."), kind
        assert "for developers" not in answer, kind


@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_reasons_speak_the_players_language(language: str) -> None:
    """A player who speaks another language gets no English words of the rules."""
    for text, _ in DAMAGES.values():
        answer = refusal_of(text, language)
        quoted = answer.split(": ", 1)[0] + answer.rsplit(". ", 2)[-2] if ": " in answer else answer
        assert not any(word in quoted for word in (" is ", " no ", "expected", "the ")), answer


def test_too_many_games_are_refused() -> None:
    """A text with a hundred games is refused."""
    assert "more than 99 games" in refusal_of("\n".join(['[Rules "long"]\n\n1. 65 24/13\n'] * 100))


class Stopwatch:
    """A clock that counts one second for each reading."""

    def __init__(self) -> None:
        self.looked = 0

    def __call__(self) -> float:
        """Return the next second."""
        self.looked += 1
        return float(self.looked)


@pytest.mark.parametrize("text", [TEXT, MAT.partition("Game 1")[0] + "Game 1\n"], ids=["record", "mat"])
def test_games_are_counted_before_reading(text: str) -> None:
    """A text with too many games is refused before any line is read."""
    stopwatch = Stopwatch()
    with pytest.raises(InvalidRecord) as found:
        read_games(words_in("en"), "\n".join([text] * 116), clock=stopwatch)
    assert "more than 99 games" in plain(found.value.text)
    assert stopwatch.looked == 0


@pytest.mark.parametrize("text", [TEXT, match(), MAT], ids=["record", "match", "mat"])
def test_reading_stops_at_a_time_limit(text: str) -> None:
    """Reading any text stops after a limit of CPU time."""
    stopwatch = Stopwatch()
    with pytest.raises(InvalidRecord) as found:
        read_games(words_in("en"), text, clock=stopwatch)
    assert plain(found.value.text).startswith("Reading this text takes too long")
    assert LONGEST_READING < stopwatch.looked < LONGEST_READING + 5


@pytest.mark.parametrize(
    "text",
    ["", "\n \n", TEXT, TEXT + TEXT, TEXT + "\n" + TEXT, "\ufeff\n" + TEXT + "\n\n\n" + TEXT, match()],
)
def test_counting_and_reading_agree(text: str) -> None:
    """The count without reading equals the number of games read."""
    assert count_records(text) == len(read_records(text))


def test_games_in_a_mat_are_counted() -> None:
    """The count of a `.mat` file equals its number of games."""
    many = Mat(None, ("Anna", "Boris"), (random_record("short"),) * 3).write()
    assert count_mat(many) == len(read_mat(many).games) == 3


@settings(max_examples=40)
@given(st.integers(0, len(TEXT) - 1), st.integers(0, 40), st.text(max_size=8))
def test_a_damaged_record_is_read_or_refused(start: int, length: int, instead: str) -> None:
    """A record with random changes is either read or refused."""
    damaged = TEXT[:start] + instead + TEXT[start + length :]
    texts: tuple[str, ...] = ()
    with suppress(InvalidRecord):
        texts = read_games(words_in("en"), damaged).texts
    assert all(read_record(text).write() == text for text in texts)


@settings(max_examples=40)
@given(st.integers(0, len(MAT) - 1), st.integers(0, 40), st.text(max_size=8))
def test_a_damaged_mat_is_read_or_refused(start: int, length: int, instead: str) -> None:
    """A `.mat` file with random changes is either read or refused."""
    with suppress(InvalidRecord):
        read_games(words_in("ru"), MAT[:start] + instead + MAT[start + length :])
