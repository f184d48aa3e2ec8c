"""Records: /record, /replay and /import, which write, play back and import games."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable
from dataclasses import dataclass, replace

from bot.rules.events import Played
from bot.rules.formats import LENGTH, FaultyRecord, Mat, Record, read_record
from bot.rules.rulesets import RULESETS, MatchLength, RuleSet
from bot.sessions import is_import, standalone_record_of
from bot.talk.catalog import Words, join
from bot.talk.command import ParsedCommand
from bot.talk.context import CommandContext
from bot.talk.imports import (
    InvalidRecord,
    ReadGames,
    fault_text,
    for_mat,
    is_later,
    players_of_mat,
    read_again,
    read_games,
)
from bot.talk.incoming import LONGEST_TEXT
from bot.talk.input.payloads import button_data
from bot.talk.numbering import ON_THE_BOARD, Numbering, numbering_of
from bot.talk.reply import Animation, Button, Code, Reply, Rows, Text
from bot.talk.request_budget import ANIMATION
from bot.talk.resolve_game import Unclear, resolve_game, resolve_only_game
from bot.talk.views.replays import Frame, end_text, frame_text, frames_of, players, title
from bot.talk.views.spoken import spoken, spoken_briefly
from bot.talk.wording import rules_name, shortened

MAT = "mat"
"""The argument of `/record` for the `.mat` format, which other programs read."""

_WHOLE = "match"
MOST_ANIMATED = 600
"""The largest number of frames in an animation; a game with more is shown frame by frame."""

_MOST_FAULTS = 3
"""The largest number of faulty games that an answer lists, if other games of the file are kept."""

_PLACE = re.compile(r"(?:([0-9]{1,2})\.)?(all|start|end|-?[0-9]{1,5})", re.ASCII)


@dataclass(frozen=True, slots=True)
class _RecordRequest:
    """The games that `/record` writes.

    Args:
        line: the command that writes them in our own format.
        title: the text above the record.
        games: the records, in order; those of a match have its headers and the score before each game.
    """

    line: str
    title: Text
    games: tuple[Record, ...]


async def record(context: CommandContext, parsed: ParsedCommand) -> tuple[Reply, ...]:
    """/record: write the record of a game; with `match`, of its match; with `mat`, in the `.mat` format.

    With an import's id it writes all games of the import, or the one whose number is typed.
    """
    words = [word.lower() for word in parsed.words]
    left = tuple(word for word in words if word not in (_WHOLE, MAT))
    key = await resolve_only_game(context, replace(parsed, words=left), finished=True)
    if is_import(key):
        requested = await _games_of_import(context, key, left)
    elif _WHOLE in words:
        title = context.words.say("record-title-match", game=key)
        requested = _RecordRequest(
            f"/record {key} {_WHOLE}", title, await _visible_games_of_match(context, key)
        )
    else:
        game, events = await context.manager.with_events(key)
        title = context.words.say("record-title", game=game.id)
        requested = _RecordRequest(f"/record {game.id}", title, (standalone_record_of(game, events),))
    return (await asyncio.to_thread(_as_mat if MAT in words else _as_text, context, requested),)


async def _visible_games_of_match(context: CommandContext, key: str) -> tuple[Record, ...]:
    """Return the games of a match that the asker may see: all if they play in it, else those shown here."""
    records = (await context.manager.matches.record(key)).with_scores()
    ids = await context.manager.matches.games_in_same_match(key)
    return tuple([record for record, game in zip(records, ids, strict=True) if await context.may_see(game)])


async def _games_of_import(context: CommandContext, key: str, words: tuple[str, ...]) -> _RecordRequest:
    """Return all games of an import, or the one whose number was typed; out of range, the nearest one."""
    texts = await context.manager.imports.games(key)
    line = f"/record {key}"
    if words and words[0].isdecimal() and len(texts) > 1:
        number = min(max(int(words[0][:3]), 1), len(texts))
        line, texts = f"{line} {number}", texts[number - 1 : number]
    games = await asyncio.to_thread(lambda: tuple(map(read_record, texts)))
    if len(games) == 1:
        return _RecordRequest(line, context.words.say("record-title", game=key), games)
    return _RecordRequest(line, context.words.say("record-title-games", game=key, games=len(games)), games)


def _as_text(context: CommandContext, requested: _RecordRequest) -> Reply:
    text = "\n".join(game.write() for game in requested.games)
    button = Button(context.words.words("button-mat"), button_data(f"{requested.line} {MAT}"))
    return Reply(join([requested.title, (Code(text),)]), buttons=((button,),))


def _as_mat(context: CommandContext, requested: _RecordRequest) -> Reply:
    """Return a message with the games in the `.mat` format, or with the reason why it cannot hold them."""
    try:
        text = _mat_of(requested.games).write().strip("\n")
    except FaultyRecord as error:
        why = fault_text(context.words, error.fault)
        return Reply(context.words.say("record-no-mat", why=why, command=Code(requested.line)))
    return Reply(join([requested.title, (Code(text),)]))


def _mat_of(games: tuple[Record, ...]) -> Mat:
    """Return the games as a `.mat` file.

    If they begin with a later game of a match, the file has no match length, because the games before it are
    missing.
    """
    later = is_later(games[0])
    named = tuple(for_mat(game, with_score=not later) for game in games)
    length = None if later else games[0].header(LENGTH)
    return Mat(None if length is None else MatchLength.parse(length), players_of_mat(named[0]), named)


@dataclass(frozen=True, slots=True)
class ReplayedGame:
    """A game to replay or analyse: one that was played here, or one game of an import.

    Args:
        key: the id of the game or import.
        record: the game's record.
        side: the side at the bottom of the board, `w` or `b`.
        number: the game's number in an import, from 1; 1 for a game played here.
        games: the number of games in the import; 1 for a game played here.
        numbers: the point numbers that the reader uses.
    """

    key: str
    record: Record
    side: str
    number: int = 1
    games: int = 1
    numbers: Numbering = ON_THE_BOARD


async def replay(context: CommandContext, parsed: ParsedCommand) -> tuple[Reply, ...]:
    """/replay: show a game as an animation; with a number, `start` or `end`, one frame of it.

    In an import with several games, `2.all` animates the second game and `2.15` is its frame 15. An animation
    costs the player extra units of the request budget.

    The name of a rule set reads an import by that rule set: the button of an import that fits several.

    Raises:
        Refusal: too little is left of the budget for an animation.
    """
    typed = parsed.words[0].lower() if parsed.words else "all"
    if typed in RULESETS and parsed.game is not None and is_import(parsed.game):
        return await _with_rules(context, parsed.game, RULESETS[typed])
    found = _PLACE.fullmatch(typed)
    if found is None:
        text = context.words.say("refused-frame", frame=Code(shortened(typed)), command=Code("/replay"))
        return (Reply(text),)
    what = await replayed_game(context, await game_meant(context, parsed), int(found[1] or 1))
    if found[2] == "all":
        context.spend(ANIMATION)
    return (await replay_reply(context, what, found[2]),)


async def import_record(context: CommandContext, parsed: ParsedCommand) -> tuple[Reply, ...]:
    """/import: store the attached record of a game or of several, and replay the first one.

    A rule set after the command says by which a `.mat` file is read. Without an attachment the reply says how
    to attach one.
    """
    attached, words = context.incoming.attached, context.words
    if attached is None:
        return (Reply(words.say("import-how", command=Code("/import"), rules=Code("/import long"))),)
    if attached.size > LONGEST_TEXT:
        return (Reply(words.say("import-too-long", most=str(LONGEST_TEXT // 1000))),)
    name = parsed.words[0].lower() if parsed.words else ""
    # A record that was typed below the command is among its words.
    if len(parsed.words) == 1 and name.isalpha() and name not in RULESETS:
        names = ", ".join(RULESETS)
        return (Reply(words.say("refused-rules", name=Code(shortened(name)), names=names)),)
    ruleset = RULESETS.get(name)
    text = re.sub(rf"^\s*{name}\s", "", attached.text, flags=re.IGNORECASE) if ruleset else attached.text
    return await _kept(context, lambda: read_games(words, text, ruleset))


async def _kept(context: CommandContext, read: Callable[[], ReadGames]) -> tuple[Reply, ...]:
    """Store the games that a function reads, and replay the first one."""
    words = context.words
    try:
        async with context.manager.imports.reading:
            found = await asyncio.to_thread(read)
    except InvalidRecord as error:
        return (Reply(error.text),)
    games = found.games
    key = await context.manager.imports.keep(context.actor, found.texts)
    reply = await replay_reply(
        context, ReplayedGame(key, games[0], context.display.seat, 1, len(games)), "all"
    )
    kept = words.say("import-kept", games=len(games), command=Code(f"/replay {key}"))
    lines = [*found.left_out[:_MOST_FAULTS], kept]
    if len(found.rulesets) > 1:
        lines.append(words.say("import-which", rules=rules_name(words, found.rulesets[0].name)))
        others = [
            Button(rules_name(words, each.name), button_data(f"/replay {key} {each.name}"))
            for each in found.rulesets[1:]
        ]
        half = (len(others) + 1) // 2
        buttons = tuple(tuple(row) for row in (others[:half], others[half:]) if row)
        reply = replace(reply, buttons=(*reply.buttons, *buttons))
    return (replace(reply, text=join([*lines, reply.text])),)


async def _with_rules(context: CommandContext, key: str, ruleset: RuleSet) -> tuple[Reply, ...]:
    """Store an import once more, with its games read by another rule set, and replay it."""
    texts = await context.manager.imports.games(key)
    return await _kept(context, lambda: read_again(context.words, texts, ruleset))


async def replay_reply(context: CommandContext, what: ReplayedGame, place: str) -> Reply:
    """Return the animation of a game, or one frame of it.

    Args:
        context: the reader and the chat.
        place: `all` for the animation (a game too long for one gets its first frame instead); `start`, `end`
            or a number for a frame; for a number out of range, the nearest.
    """
    display = context.display
    frames = await asyncio.to_thread(frames_of, what.record, what.side, display.theme, what.numbers)
    frames = tuple(replace(frame, scene=replace(frame.scene, layout=display.layout)) for frame in frames)
    last = len(frames) - 1
    if place == "all" and 0 < last < MOST_ANIMATED:
        return _animation_reply(context, what, frames)
    number = {"all": 0, "start": 0, "end": last}.get(place)
    number = min(max(int(place), 0), last) if number is None else number
    return _frame_reply(context, what, frames, number)


async def game_meant(context: CommandContext, parsed: ParsedCommand) -> str:
    """Return the id of the game that is meant.

    It is the typed one, else the one whose message was replied to, else the player's last finished game, else
    the only open one. In a shared chat, a game without an id must be shown there.

    Raises:
        Unclear: none of these is found, or several games are open.
    """
    key = parsed.game or await context.replied_to("game") or await context.last_game()
    if key is not None:
        return key
    try:
        return await resolve_game(context, parsed)
    except Unclear as unclear:
        raise Unclear((), finished=bool(unclear.games)) from unclear


async def replayed_game(context: CommandContext, key: str, number: int) -> ReplayedGame:
    """Return a game to replay: one played here, or one of an import.

    Args:
        key: the id of the game or import.
        number: the number of the game in an import, from 1; for a number out of range, the nearest is meant.

    Raises:
        NoSuchGame: there is none with this id.
    """
    return await (_imported(context, key, number) if is_import(key) else _played(context, key))


async def _played(context: CommandContext, key: str) -> ReplayedGame:
    """Return a game that was played here, seen from the reader's side."""
    game, events = await context.manager.with_events(key)
    record = await asyncio.to_thread(standalone_record_of, game, events)
    return ReplayedGame(key, record, context.display.below(game), numbers=numbering_of(game, context.display))


async def _imported(context: CommandContext, key: str, number: int) -> ReplayedGame:
    """Return a game of an import, seen from the side that the chat shows at the bottom."""
    texts = await context.manager.imports.games(key)
    number = min(max(number, 1), len(texts))
    record = await asyncio.to_thread(read_record, texts[number - 1])
    return ReplayedGame(key, record, context.display.seat, number, len(texts))


def _animation_reply(context: CommandContext, what: ReplayedGame, frames: tuple[Frame, ...]) -> Reply:
    words = context.words
    white, black = players(words, what.record)
    turns = sum(isinstance(frame.event, Played) for frame in frames)
    alt = words.words("replay-alt", white=white, black=black, turns=turns)
    return Reply(
        join([title_of(words, what), end_text(words, what.record, frames[-1].state)]),
        alt=alt,
        short_alt=alt,
        buttons=(
            _frame_buttons(what, back=len(frames) - 2, forward=1),
            *_analysis_button(words, what, frames[-1]),
            *neighbour_buttons(words, what, "replay"),
        ),
        animation=Animation(tuple(frame.scene for frame in frames), words.language),
    )


def _frame_reply(
    context: CommandContext, what: ReplayedGame, frames: tuple[Frame, ...], number: int
) -> Reply:
    words, frame = context.words, frames[number]
    last = len(frames) - 1
    rows: Rows = (_frame_buttons(what, back=number - 1, forward=number + 1),)
    if 0 < last < MOST_ANIMATED:
        rows = (*rows, (Button(words.words("button-animation"), _replay_data(what, "all")),))
    rows = (*rows, *_analysis_button(words, what, frames[-1]), *neighbour_buttons(words, what, "replay"))
    return Reply(
        join(
            [
                title_of(words, what),
                words.say("replay-frame", number=str(number), last=str(last)),
                frame_text(words, what.record, frame, what.numbers),
            ]
        ),
        frame.scene,
        spoken(words, frame.state.position, frame.state, what.numbers),
        spoken_briefly(words, frame.state.position, frame.state, what.numbers),
        buttons=rows,
    )


def title_of(words: Words, what: ReplayedGame) -> Text:
    """Return a replay's title: players, rule set and id; in an import of several games, also the number."""
    line = title(words, what.record, what.key)
    if what.games == 1:
        return line
    return join([line, words.say("replay-game", number=str(what.number), games=str(what.games))])


def neighbour_buttons(words: Words, what: ReplayedGame, command: str) -> Rows:
    """Return a row with buttons to the previous and next game of an import; no row if it has one game.

    Args:
        command: the command that they run: `replay` or `analyse`.
    """
    there = [number for number in (what.number - 1, what.number + 1) if 0 < number <= what.games]
    row = tuple(
        Button(
            words.words("button-game", number=str(number)),
            place_data(replace(what, number=number), command, "all"),
        )
        for number in there
    )
    return (row,) if row else ()


def _analysis_button(words: Words, what: ReplayedGame, last: Frame) -> Rows:
    """Return a row with the button to the game's analysis; no row if the game is not finished.

    Args:
        last: the last frame of the game.
    """
    if last.state.outcome is None:
        return ()
    return ((Button(words.words("button-analyse"), place_data(what, "analyse", "all")),),)


def _frame_buttons(what: ReplayedGame, *, back: int, forward: int) -> tuple[Button, ...]:
    """Return the buttons to the first, previous, next and last frame, in this order.

    All are always shown, so that they keep their places. At the ends, `back` or `forward` is out of range,
    and a press shows the nearest frame.
    """
    # The variation selector U+FE0E requests the text form of a symbol, so that all four look alike.
    return (
        Button("⏮\ufe0e", _replay_data(what, "start")),
        Button("◀", _replay_data(what, str(back))),
        Button("▶", _replay_data(what, str(forward))),
        Button("⏭\ufe0e", _replay_data(what, "end")),
    )


def _replay_data(what: ReplayedGame, place: str) -> str:
    return place_data(what, "replay", place)


def place_data(what: ReplayedGame, command: str, place: str) -> str:
    """Return the data of a button that runs a command for a place in a game.

    Args:
        command: `replay` or `analyse`.
        place: the command's argument, such as `all`, without the game's number in an import.
    """
    game = f"{what.number}." if what.games > 1 else ""
    return button_data(f"/{command} {what.key} {game}{place}")
