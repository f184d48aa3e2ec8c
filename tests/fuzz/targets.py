"""Targets: all targets by name."""

from __future__ import annotations

from collections.abc import Mapping

from tests.fuzz import conversation, platform_inputs, rules, typed_lines
from tests.fuzz.target import Target

TARGETS: Mapping[str, Target] = {
    **rules.TARGETS,
    **platform_inputs.TARGETS,
    **typed_lines.TARGETS,
    **conversation.TARGETS,
}
