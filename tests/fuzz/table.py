"""Table: all targets by their names."""

from __future__ import annotations

from collections.abc import Mapping

from tests.fuzz import asked, parsed, rules, typed
from tests.fuzz.target import Target

TARGETS: Mapping[str, Target] = {**rules.TARGETS, **parsed.TARGETS, **typed.TARGETS, **asked.TARGETS}
