"""Run: pytest with one module of the program replaced by another source.

    python -m tests.mutation.run bot.rules.cube mutant.py [what pytest is to be called with]

It ends with pytest's exit status.
"""

from __future__ import annotations

import sys
from importlib.abc import MetaPathFinder
from importlib.util import spec_from_file_location
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Sequence
    from importlib.machinery import ModuleSpec
    from types import ModuleType


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
    replaced = _Replaced(module, file)
    sys.meta_path.insert(0, replaced)
    status = pytest.main(list(arguments))
    assert replaced.was_asked, f"{module} was imported before it could be replaced"
    return int(status)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
