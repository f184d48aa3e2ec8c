"""Plays until the process is killed; prints `id|version|position|draft` after each action."""

from __future__ import annotations

import asyncio
import sys
from random import Random

from bot.sessions import Actor, LoadedGame, SessionManager
from storage import Database
from storage.places import Place, place_of
from tests.visits import visit_chat


async def play(place: Place, seed: int) -> None:
    """Continue the stored game move by move, or start one if there is none."""
    random = Random(seed)
    number = 0
    async with Database.open(place) as database:
        manager = SessionManager(database)
        people = [
            await visit_chat(manager, name, name.title(), "table", "shared") for name in ("anna", "boris")
        ]
        (anna, table), (boris, _) = people

        def actor(player: int) -> Actor:
            nonlocal number
            number += 1
            return Actor(player, f"run {seed}, event {number}", table.id)

        while True:
            games = await manager.games_of(anna.id)
            if games:
                game = games[0]
            else:
                made = await manager.challenges.make(actor(anna.id), "long", boris.id)
                begun = await manager.challenges.accept(actor(boris.id), made.id)
                assert isinstance(begun, LoadedGame)
                game = begun
            while not game.is_over:
                draft = game.live.draft
                assert draft is not None
                who = game.player(game.live.mover).id
                if draft.is_complete:
                    game = await manager.confirm(actor(who), game.id)
                else:
                    moves = draft.next_moves()
                    game = await manager.move(actor(who), game.id, str(moves[random.randrange(len(moves))]))
                async with database.read() as connection:
                    row = (await manager.seated(connection, game.id)).game
                print(f"{row.id}|{row.version}|{row.position}|{row.draft}", flush=True)  # noqa: T201


if __name__ == "__main__":
    asyncio.run(play(place_of(sys.argv[1]), int(sys.argv[2])))
