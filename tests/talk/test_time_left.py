from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from bot.rules import TimeControl
from bot.rules.rulesets import MatchLength
from bot.sessions import LoadedGame, Options, Outbox
from bot.sessions.game_clock import GameClock
from bot.sessions.workers import AlarmRunner, Heartbeat
from bot.sessions.workers.heartbeat import BOT
from bot.talk.catalog import LANGUAGES
from bot.talk.reply import Timestamp, plain
from bot.talk.views.board import LONGEST_CAPTION, board
from storage import health
from tests.dialogues.house import House, check_limits, only_game, visible
from tests.dialogues.script import TABLE
from tests.talk.test_board import HISTORY, LONGEST as LONGEST_NAME, WIDE, display, game_at, labels

DAY = timedelta(days=1)
NOW = datetime(2026, 11, 20, 18, 0, tzinfo=UTC)  # a Friday
PER_TURN, BANK = "3d+3d<3d", "7d+1d<7d"


def game_with_clock(
    control: str = PER_TURN, names: tuple[str, str] = ("Anna", "Boris"), **clock: object
) -> LoadedGame:
    """Return a game with a clock: Anna plays 6-5 with three days, and Boris has six days and four hours."""
    agreed = Options(MatchLength(games=1), time_control=TimeControl.parse(control))
    running = GameClock(3 * DAY, timedelta(days=6, hours=4), NOW + 3 * DAY)
    return replace(game_at(WIDE, "6-5", names, agreed), clock=replace(running, **clock))  # type: ignore[arg-type]


def last_line(
    game: LoadedGame, language: str = "en", reader: int | None = None, zone: str | None = None
) -> str:
    """Return the last line of a board."""
    shown = replace(display(language, reader), zone=zone)
    return plain(board(game, [], shown, now=NOW).text).split("\n")[-1]


@pytest.mark.parametrize(
    ("language", "zone", "line"),
    [
        ("en", None, "Anna has until Mon 18:00 UTC."),
        ("en", "Europe/Berlin", "Anna has until Mon 19:00."),
        ("ru", "Europe/Moscow", "У игрока Anna есть время до пн 21:00."),
        ("ru", None, "У игрока Anna есть время до пн 18:00 UTC."),
    ],
)
def test_the_board_shows_until_when_there_is_time(language: str, zone: str | None, line: str) -> None:
    """The board shows until when the player to act has time, in the zone of the chat."""
    assert last_line(game_with_clock(), language, zone=zone) == line


def test_before_the_notification_the_whole_bank_is_left() -> None:
    """While no clock runs, the board counts the bank from now, because it is what notifies the player."""
    assert last_line(game_with_clock(due=None)) == "Anna has until Mon 18:00 UTC."
    assert last_line(game_with_clock(due=None, white=9 * DAY)) == "Anna has until Sun 29 Nov, 18:00 UTC."


def test_a_bank_is_shown_for_both_players() -> None:
    """With a bank the board also shows the opponent's time in hand."""
    assert (
        last_line(game_with_clock(BANK)) == "Anna has until Mon 18:00 UTC. Boris has 6 days 4 hours in hand."
    )
    assert last_line(game_with_clock(BANK), "ru") == (
        "У игрока Anna есть время до пн 18:00 UTC. У игрока Boris в запасе 6 дней 4 часа."
    )


def test_the_board_has_the_exact_time() -> None:
    """The board has the moment itself, from which Discord shows each reader's local time."""
    spans = board(game_with_clock(), [], display(), now=NOW).text
    assert [span.at for span in spans if isinstance(span, Timestamp)] == [NOW + 3 * DAY]


def test_a_board_without_a_clock_shows_no_time() -> None:
    """A board of a game without a clock does not depend on the time."""
    game = game_at(WIDE, "6-5")
    assert board(game, [], display(), now=NOW) == board(game, [], display())


def test_a_pause_is_shown() -> None:
    """The board shows a pause, with a clock or without."""
    for game in (game_with_clock(due=None), game_at(WIDE, "6-5")):
        paused = "The game is paused. Either of you can play on; then it is Anna’s turn."
        assert last_line(replace(game, paused=NOW)) == paused


@pytest.mark.parametrize(
    ("reader", "line", "claims"),
    [
        (None, "Anna has run out of time. Boris, claim the game or give two more days.", True),
        (2, "Anna has run out of time. Boris, claim the game or give two more days.", True),
        (
            1,
            (
                "Anna, your time has run out. Boris may claim the game or give you two more days, "
                "but until then you can still play."
            ),
            False,
        ),
    ],
)
def test_after_the_time_has_run_out_the_opponent_can_claim(
    reader: int | None, line: str, *, claims: bool
) -> None:
    """The board says what the opponent can do, with buttons, except in the other player's private chat."""
    game = game_with_clock(due=NOW - DAY, is_claimable=True)
    assert last_line(game, reader=reader) == line
    buttons = [button for row in board(game, [], display(reader=reader), now=NOW).buttons for button in row]
    data = [button.data for button in buttons if button.label in ("Claim the game", "Give two more days")]
    assert data == (["8:/claim k7f", "8:/more k7f"] if claims else [])


def test_a_game_cannot_be_claimed_before_the_check() -> None:
    """Until the bot has checked that it worked all the time, an expired clock offers no claim."""
    game = game_with_clock(due=NOW - timedelta(minutes=1))
    assert last_line(game) == "Anna has until Fri 17:59 UTC."
    assert "Claim the game" not in labels(board(game, [], display(), now=NOW))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("is_claimable", [True, False])
def test_the_longest_message_with_a_clock_fits_below_a_picture(language: str, *, is_claimable: bool) -> None:
    """The longest text and buttons of a game with a clock keep every platform's limits."""
    game = game_with_clock(BANK, (LONGEST_NAME, LONGEST_NAME), is_claimable=is_claimable)
    game = replace(
        game, live=replace(game.live, offer=game_at(WIDE, "6-5", offer="draw", offer_by=2).live.offer)
    )
    reply = board(game, HISTORY, display(language), notified={1: "a", 2: "b"}, now=NOW)
    check_limits(reply)
    assert len(plain(reply.text).encode("utf-16-le")) // 2 <= LONGEST_CAPTION


async def let_time_run_out(house: House) -> None:
    """Let the time of the player to act run out while the bot works."""
    house.clock.forward(days=3, minutes=1)
    async with house.manager.database.write() as connection:
        await health.note_heartbeats(connection, {BOT: house.clock.now})
    await AlarmRunner(house.manager, Heartbeat(house.manager, {}), {}).handle_due()
    await house.until_idle()


@pytest.fixture
async def timed(house: House) -> House:
    """Return a house where Anna has White against Boris, 4-1 to play, and three days for each turn."""
    house.dice.roll_next(6, 1, 6, 2, 5, 3, 4, 1)
    await house.type("Anna", "/challenge Boris 3 days")
    await house.type("Boris", "/accept")
    house.platform.notifications.clear()
    return house


@pytest.mark.slow
async def test_lists_of_games_show_the_time_left(timed: House) -> None:
    """/games shows both players how much time the player to act has."""
    game = await only_game(timed)
    timed.clock.forward(hours=20)
    assert await timed.type("Anna", "/games") == (
        f"Your games:\n{game}: Anna – Boris, Long Nardy. Your turn. 2 d 4 h left."
    )
    assert (await timed.type("Boris", "/games")).endswith("Anna is to play. 2 d 4 h left.")
    await let_time_run_out(timed)
    assert (await timed.type("Boris", "/games")).endswith("Anna is to play. The time has run out.")


@pytest.mark.slow
async def test_holidays_do_not_count_as_time_left(timed: House) -> None:
    """Coming holidays do not add to the time left, and it does not run in them."""
    await timed.type("Anna", "/settings zone Europe/Berlin", "Anna")
    timed.clock.forward(days=1)
    await timed.type("Anna", "/holidays 22.11. 1.12.", "Anna")
    assert (await timed.type("Anna", "/games")).endswith("2 d left.")
    timed.clock.forward(days=5)
    assert (await timed.type("Anna", "/games")).endswith("1 d 19 h left.")


@pytest.mark.slow
async def test_a_private_answer_uses_the_players_zone(timed: House) -> None:
    """The board shows time in the table's zone, and a private answer in the player's, if known."""
    assert (await timed.type("Boris", "/turn")).endswith("Anna has until Mon 18:00 UTC.")
    await timed.type("Boris", "/settings zone Tokyo", "Boris")
    assert (await timed.type("Boris", "/turn")).endswith("Anna has until Tue 03:00.")
    assert timed.shown(TABLE).text.endswith("Anna has until Mon 18:00 UTC.")


@pytest.mark.slow
async def test_a_claim_by_the_button_wins_the_game(timed: House) -> None:
    """The opponent is notified once, claims the game by a button, and the loser's later move is refused."""
    game = await only_game(timed)
    assert timed.shown(TABLE).text.endswith("Anna has until Mon 18:00 UTC.")
    await timed.type("Anna", "/settings zone Europe/Moscow")
    assert timed.shown(TABLE).text.endswith("Anna has until Mon 21:00.")
    await let_time_run_out(timed)
    assert timed.shown(TABLE).text.endswith(
        "Anna has run out of time. Boris, claim the game or give two more days."
    )
    assert timed.platform.notifications == ["boris"]
    await timed.press("Anna", "Claim the game", TABLE, answered=False)
    assert "there is nothing to claim" in plain(timed.answers["Anna"][0].text)
    await timed.press("Boris", "Claim the game", TABLE, answered=False)
    assert "Anna ran out of time and Boris wins" in timed.shown(TABLE).text
    assert f"Game {game} is over" in await timed.type("Anna", f"/move {game} 24/20")


@pytest.mark.slow
async def test_the_button_gives_two_more_days(timed: House) -> None:
    """The button gives two more days, removes the buttons, and notifies the player."""
    await let_time_run_out(timed)
    timed.notified()
    await timed.press("Boris", "Give two more days", TABLE, answered=False)
    assert "Boris has given you two more days" in timed.shown(TABLE).text
    assert timed.shown(TABLE).text.endswith("Your time runs out: Wed 18:01 UTC.")
    assert timed.notified() == ["Anna"]
    boards = [visible(each.reply) for each in timed.platform.messages if each.reply.game]
    assert boards[-1].text.endswith("Anna has until Wed 18:01 UTC.")
    assert "Claim the game" not in boards[-1].labels
    assert "still has time" in await timed.type("Boris", "/claim")
    assert "still has time" in await timed.type("Boris", "/продлить")


@pytest.mark.slow
async def test_a_board_with_a_clock_does_not_say_that_the_game_waits(house: House) -> None:
    """If a player cannot be reached, a board with a clock says that the clock runs all the same."""
    house.dice.roll_next(6, 1, 6, 2, 5, 3)
    await house.type("Anna", "/start", "Anna")
    await house.type("Boris", "/start", "Boris")
    await house.type("Anna", "/challenge Boris 3 days first Boris", "Anna")
    await house.type("Boris", "/accept", "Boris")
    game = await house.manager.game(await only_game(house))
    assert game.white_chat is not None
    await Outbox(house.manager).relocation.mark_unreachable(game.white_chat)
    await house.until_idle()
    text = plain(house.last("Anna").reply.text)
    assert "Boris cannot be reached at the moment" in text
    assert "The game waits" not in text
    assert "The clock runs all the same." in text
