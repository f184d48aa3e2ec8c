from __future__ import annotations

import pytest

from bot.talk.command_table import COMMANDS
from bot.talk.incoming import Incoming, Line, Person
from bot.talk.lessons import page_commands
from renderers import THEMES
from tests.dialogues.house import House, only_game
from tests.dialogues.script import TABLE
from tests.visits import visit_chat

THREE_OF = ("games", "points", "days", "hours")


async def completions(house: House, player: str, typed: str, language: str = "en") -> tuple[str, ...]:
    """Return the completions of a half-typed line."""
    incoming = Incoming(
        "typing", Person("web", player.lower(), player, language), house.place(TABLE), Line(typed)
    )
    return await house.conversation.complete(incoming)


COMPLETED: dict[str, tuple[str, ...]] = {
    "/re": ("/reroll ", "/resign ", "/resume ", "/rematch ", "/record ", "/replay ", "/read "),
    "/pl": ("/play ",),
    "/gam": ("/games ",),
    "/Хо": ("/ход ",),
    "/ход 16": ("/ход 16/15",),
    "/challenge bo": ("/challenge Boris",),
    "/challenge @bo": ("/challenge @Boris",),
    "/challenge Boris na": ("/challenge Boris narde", "/challenge Boris nard"),
    "/challenge Boris narde to ": tuple(f"/challenge Boris narde to {n}" for n in (3, 5, 7)),
    "/challenge Boris 3 g": ("/challenge Boris 3 games",),
    "/challenge Boris 3 ": tuple(f"/challenge Boris 3 {unit}" for unit in THREE_OF),
    "/challenge Boris no": ("/challenge Boris no clock",),
    "/challenge Boris no ": ("/challenge Boris no clock",),
    "/challenge Boris ba": ("/challenge Boris bank 7d+1d",),
    "/challenge Boris 1 d": ("/challenge Boris 1 day",),
    "/play 3 ": ("/play 3 games", "/play 3 points"),
    "/challenge Boris cu": ("/challenge Boris cube",),
    "/challenge Boris first ": ("/challenge Boris first me", "/challenge Boris first opponent"),
    "/play e": ("/play extended",),
    "/settings th": ("/settings theme",),
    "/settings theme ": tuple(f"/settings theme {look}" for look in ("usual", *THEMES)),
    "/settings zone europe/be": ("/settings zone Europe/Belgrade", "/settings zone Europe/Berlin"),
    "/settings zone new_y": ("/settings zone New_York",),
    "/settings zone non": ("/settings zone none",),
    "/help ": page_commands(),
    "/help na": tuple(f"/help nard {page}" for page in range(1, 6)),
    "/move ": ("/move 24/20", "/move 24/23", "/move 16/15"),
    "/move 16": ("/move 16/15",),
    "/resign m": ("/resign mars",),
    "/undo a": ("/undo all",),
    "/undo 2 ": (),
    "/record ": ("/record match", "/record mat"),
    "/record match ": ("/record match mat",),
    "/record mat ": ("/record mat match",),
    "/record match mat ": (),
    "/record 24/18 ": (),
    "/record 24/18 m": (),
    "/resign 24/18 ": (),
    "/undo all ": (),
    "/analyse deep ": (),
    "hello": (),
    "": (),
    "/nonsense x": (),
    "/games ": ("/games sleeping", "/games finished"),
}
IN_RUSSIAN = {
    "/play до ": ("/play до 3", "/play до 5", "/play до 7"),
    "/play 3 п": ("/play 3 партии",),
    "/play 5 о": ("/play 5 очков",),
    "/play до 5 к": ("/play до 5 куб", "/play до 5 кокс"),
    "/challenge Boris 3 д": ("/challenge Boris 3 дня",),
    "/challenge Boris без": ("/challenge Boris без часов",),
    "/challenge Boris б": ("/challenge Boris банк 7д+1д", "/challenge Boris без часов"),
    "/play к": ("/play куб", "/play кокс"),
    "/challenge первым ": ("/challenge первым я", "/challenge первым соперник"),
}


async def test_commands_are_completed(playing: House) -> None:
    """A half-typed command is completed by its possible arguments."""
    game = await only_game(playing)
    found = {typed: await completions(playing, "Anna", typed) for typed in COMPLETED}
    assert {
        typed: tuple(line for line in lines if game not in line) for typed, lines in found.items()
    } == COMPLETED


async def test_options_are_completed_in_the_persons_language(house: House) -> None:
    """A person who reads Russian is offered options in Russian."""
    assert {typed: await completions(house, "Лена", typed, "ru") for typed in IN_RUSSIAN} == IN_RUSSIAN


async def test_games_are_completed_by_the_players_own_ids(playing: House) -> None:
    """A command that takes a game is completed by the ids of the player's own games."""
    game = await only_game(playing)
    assert f"/board {game}" in await completions(playing, "Boris", "/board ")
    assert await completions(playing, "Carl", "/board ") == ()


async def test_names_of_several_words_are_completed(house: House) -> None:
    """A name with a space is completed as a whole."""
    await house.type("Long John", "/start")
    assert await completions(house, "Anna", "/challenge long j") == ("/challenge Long John",)


@pytest.mark.slow
async def test_a_slash_alone_offers_every_listed_command(house: House) -> None:
    """A slash is completed by every listed command, with a space if arguments may follow."""
    listed = [command for command in COMMANDS.values() if command.listed]
    lines = tuple(f"/{command.name} " if command.params else f"/{command.name}" for command in listed)
    assert await completions(house, "Anna", "/") == lines


@pytest.mark.slow
async def test_at_most_25_completions_are_offered(house: House) -> None:
    """At most 25 completions are offered, because no platform shows more."""
    for number in range(26):
        await visit_chat(house.manager, f"guest {number}", f"Guest {number}", TABLE, "shared")
    assert len(await completions(house, "Anna", "/challenge ")) == 25


async def test_a_typed_move_is_completed_by_the_moves_after_it(playing: House) -> None:
    """A typed move is followed by the moves that are legal after it."""
    game = await only_game(playing)
    stored = await playing.manager.game(game)
    draft = stored.live.draft
    assert draft is not None
    mover = stored.player(stored.live.mover).name
    first = draft.next_moves()[0]
    after = {str(move) for move in draft.play(first).next_moves()}
    found = await completions(playing, mover, f"/move {game} {first} ")
    assert {line.split()[-1] for line in found} == after
    assert await completions(playing, mover, f"/move {game} 1/24 ") == ()


async def test_undo_is_completed_by_the_number_of_moves(playing: House) -> None:
    """/undo is completed by each possible number of moves, and by the word for all."""
    assert await completions(playing, "Anna", "/undo ") == (
        f"/undo {await only_game(playing)}",
        "/undo all",
    )
    await playing.type("Anna", "24/20 16/15")
    found = await completions(playing, "Anna", "/undo ")
    assert found[1:] == ("/undo 1", "/undo 2", "/undo all")
    assert await completions(playing, "Anna", "/undo all ") == ()
    assert "/undo все" in await completions(playing, "Anna", "/undo ", "ru")
