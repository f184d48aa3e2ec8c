"""Thinking benchmark: how long commands take while the computer player thinks in ten games at its best level.

    python -m benchmarks.thinking [COMMANDS] [processes|threads|nothing]

In the ten games, the engine starts on the next turn as soon as it has found one. Meanwhile two people play in
the same process, one command after another, and each command is timed from receipt to answer. For comparison,
`threads` runs the engine in this process, and `nothing` does not run it.
"""

from __future__ import annotations

import asyncio
import math
import random
import sys
import tempfile
import time
from concurrent.futures import Executor, ThreadPoolExecutor
from itertools import count, cycle
from pathlib import Path

from benchmarks.at_once import waits
from bot.engine import Engine, Level
from bot.engine_pool import AT_ONCE, EnginePool
from bot.rules import RULESETS, Game, Roll, legal_turns
from bot.rules.events import Played, Rolled
from bot.sessions import Hints, SessionManager
from bot.sessions.workers import AnalysisQueue
from bot.talk.conversation import Conversation
from bot.talk.incoming import ChatKind, Incoming, Line, Person, Place
from bot.talk.request_budget import RequestBudget
from storage import Database

COMMANDS = 300
GAMES = 10
SEED = 20261121
TURNS = 40
PAUSE = 0.02
"""The seconds between two commands of the two people."""


def choices(engine: Engine, rng: random.Random) -> list[Game]:
    """Play a game and return its states with rolled dice and a choice of turns."""
    state, found = Game.begin(RULESETS["long"]), list[Game]()
    while state.outcome is None and len(found) < TURNS:
        roll = Roll(rng.randint(1, 6), rng.randint(1, 6))
        state = state.after(Rolled(roll))
        turns = legal_turns(state.position, roll)
        if len(turns) > 1:
            found.append(state)
        state = state.after(Played.of(engine.choose(state, Level.STRONG).moves if turns else ()))
    return found


async def game(engine: Engine, pool: Executor, turns: list[Game], times: list[float]) -> None:
    """Choose one turn after another until cancelled; append the seconds of each to `times`."""
    loop = asyncio.get_running_loop()
    for state in cycle(turns):
        start = time.perf_counter()
        await loop.run_in_executor(pool, engine.choose, state, Level.BEST)
        times.append(time.perf_counter() - start)


async def people(manager: SessionManager, conversation: Conversation, commands: int) -> list[float]:
    """Play a match between two people; return the seconds of each command."""
    numbers = count()

    async def says(who: str, text: str) -> float:
        person, place = Person("web", who, who, "en"), Place("web", "table", ChatKind.SHARED)
        start = time.perf_counter()
        await conversation.handle(Incoming(f"event {next(numbers)}", person, place, Line(text)))
        return time.perf_counter() - start

    for who, text in (("Anna", "/start"), ("Boris", "/start"), ("Anna", "/challenge Boris 25 games")):
        await says(who, text)
    await says("Boris", "/accept")
    waited = list[float]()
    while len(waited) < commands:
        playing = await manager.games_of(1)
        if not playing:
            await says("Anna", "/continue")
            continue
        who, draft = ("Anna", "Boris")[(playing[0].to_act or 1) - 1], playing[0].live.draft
        if draft is None:
            waited.append(await says(who, "/roll"))
        elif draft.is_complete:
            waited.append(await says(who, "/done"))
        else:
            waited.append(await says(who, f"/move {draft.next_moves()[0]}"))
        waited.append(await says(who, "/games"))
        await asyncio.sleep(PAUSE)
    return waited


async def main(commands: int, where: str) -> None:
    """Run the engine and the two people at the same time, and print the waiting times."""
    engine, times, loop = Engine(), list[float](), asyncio.get_running_loop()
    numbers = range(0 if where == "nothing" else GAMES)
    played = [choices(engine, random.Random(SEED + number)) for number in numbers]
    with tempfile.TemporaryDirectory() as folder, _pool(where) as pool:
        async with Database.open(Path(folder) / "nardy.db") as database:
            manager = SessionManager(database)
            analysis_queue = AnalysisQueue(engine, manager.analyses, pool)  # required, but not used here
            budget = RequestBudget(manager.clock, at_once=math.inf)  # they play faster than by hand
            conversation = Conversation(manager, Hints(manager, engine, pool), analysis_queue, budget)
            for state in played[0] if played else ():  # warm up: the processes load the nets
                await loop.run_in_executor(pool, engine.choose, state, Level.BEST)
            ten = [asyncio.create_task(game(engine, pool, turns, times)) for turns in played]
            waited = await people(manager, conversation, commands)
            for each in ten:
                each.cancel()
    print(f"{len(ten)} games thinking in {where}, {len(times)} turns found meanwhile")
    print(waits("a command of another", waited))
    if times:
        print(waits("a turn, with queue", times))


def _pool(where: str) -> Executor:
    return EnginePool() if where == "processes" else ThreadPoolExecutor(AT_ONCE)


if __name__ == "__main__":
    asyncio.run(
        main(
            int(sys.argv[1]) if len(sys.argv) > 1 else COMMANDS,
            sys.argv[2] if len(sys.argv) > 2 else "processes",
        )
    )
