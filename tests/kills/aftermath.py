"""Aftermath: compares a database after a kill with what users were answered."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from bot.maintenance import check
from storage import Database
from storage.places import Place
from tests.kills.visitor import Visitor
from tests.sessions.world import contents

_MARK = re.compile(r"(?:Anna|Boris|Carl|Dora) says [0-9]+!|import [0-9]+\.")
"""Texts that must be in the database exactly once after they were said or imported."""


async def faults_in(place: Place, visitors: Sequence[Visitor]) -> list[str]:
    """Return the faults: an unsound database, and answered actions that are not stored exactly once."""
    found = [*(await check(place)).faults]
    async with Database.open(place) as database:
        stored = await contents(database)
    applied = {str(row[0]) for row in stored["applied"]}
    marks = Counter(_MARK.findall("\n".join(str(row) for rows in stored.values() for row in rows)))
    for visitor in visitors:
        # Old imports are deleted, so only the last answered one must be stored.
        kept = [action for action in visitor.actions if action.is_done and not action.is_import]
        kept += [action for action in visitor.actions if action.is_done and action.is_import][-1:]
        for action in visitor.actions:
            count = marks[action.mark]
            if count > 1 or (action.mark and count < 1 and any(action is each for each in kept)):
                found.append(f"{action.mark!r} is stored {count} times")
        keys = {f"web:{visitor.account}:{action.frame['id']}" for action in kept if not action.mark}
        found += [f"what was answered is not there: {key}" for key in sorted(keys - applied)]
        twice = {cause: messages for cause, messages in visitor.calls.items() if len(messages) > 1}
        found += [f"{visitor.name} was called twice: {cause}" for cause in twice]
    return found
