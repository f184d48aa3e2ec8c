"""Commands: one handler for each row of the command table."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from types import MappingProxyType

from bot.talk.commands import (
    admin,
    analyses,
    challenges,
    clocks,
    endings,
    hints,
    invitations,
    links,
    lists,
    lookups,
    matches,
    moves,
    own_data,
    pauses,
    people,
    profiles,
    puzzles,
    records,
    replays,
    shares,
    whys,
)
from bot.talk.context import CommandContext
from bot.talk.input.parsing import ParsedCommand
from bot.talk.reply import Reply

HANDLERS: Mapping[str, Callable[[CommandContext, ParsedCommand], Awaitable[tuple[Reply, ...]]]] = (
    MappingProxyType(
        {
            "start": lookups.start,
            "help": lookups.show_help,
            "play": challenges.challenge_computer,
            "challenge": challenges.challenge,
            "accept": challenges.accept,
            "decline": challenges.decline,
            "cancel": challenges.cancel,
            "invite": invitations.invite,
            "roll": moves.roll,
            "move": moves.move,
            "undo": moves.undo,
            "done": moves.done,
            "keep": matches.keep,
            "reroll": matches.reroll,
            "double": matches.double,
            "take": matches.take,
            "drop": matches.drop,
            "resign": endings.resign,
            "draw": endings.draw,
            "pause": pauses.pause,
            "resume": pauses.resume,
            "holidays": pauses.holidays,
            "claim": clocks.claim,
            "more": clocks.more,
            "board": lookups.show_board,
            "turn": lookups.turn_board,
            "menu": lookups.menu,
            "games": lists.list_games,
            "next": lists.show_next,
            "continue": matches.continue_match,
            "why": whys.why,
            "hint": hints.hint,
            "puzzle": puzzles.puzzle,
            "rematch": challenges.rematch,
            "record": records.record,
            "replay": replays.replay,
            "analyse": analyses.analyse,
            "import": replays.bring,
            "share": shares.share,
            "read": lookups.read_aloud,
            "picture": lookups.show_picture,
            "rules": lookups.rules,
            "settings": lookups.set_option,
            "profile": profiles.profile,
            "block": people.block,
            "unblock": people.unblock,
            "link": links.link,
            "unlink": links.unlink,
            "export": own_data.export,
            "forget": own_data.forget,
            "admin": admin.admin,
        }
    )
)
