"""Run: pytest with one module of the program replaced by another source.

    python -m tests.mutation.run bot.rules.cube mutant.py [what pytest is to be called with]

It ends with pytest's exit status, or is killed when it comes to no end.
"""

from __future__ import annotations

import resource
import sys
from collections.abc import Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec
from importlib.util import spec_from_file_location
from types import ModuleType

import pytest

MOST_CPU = 90
"""Seconds of CPU, ten times what the tests take, after which a mutant is said to come to no end."""
MOST_MEMORY = 4 << 30
"""Bytes, many times what the tests take."""


class _Replaced(MetaPathFinder):
    """Finds one module in another file, and leaves all others to the usual finders."""

    def __init__(self, module: str, file: str) -> None:
        self.module = module
        self.file = file
        self.was_asked = False

    def find_spec(
        self,
        fullname: str,
        path: Sequence[str] | None,  # noqa: ARG002 (all finders are asked so)
        target: ModuleType | None = None,  # noqa: ARG002 (the same)
    ) -> ModuleSpec | None:
        """Return where a module is, if it is the one that is replaced."""
        if fullname != self.module:
            return None
        self.was_asked = True
        return spec_from_file_location(fullname, self.file)


def main(module: str, file: str, *arguments: str) -> int:
    """Run pytest; return its exit status."""
    # Not by who begins this process: between fork and exec nothing may need a lock that another thread has.
    resource.setrlimit(resource.RLIMIT_CPU, (MOST_CPU, MOST_CPU))
    if sys.platform == "linux":  # elsewhere the system counts what it lends, not what is used, or refuses
        resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
    replaced = _Replaced(module, file)
    sys.meta_path.insert(0, replaced)
    status = pytest.main(list(arguments))
    assert replaced.was_asked, f"{module} was imported before it could be replaced"
    return int(status)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
