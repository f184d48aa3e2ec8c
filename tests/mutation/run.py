"""Run: pytest with one module of the program replaced by another source.

    python -m tests.mutation.run bot.rules.cube mutant.py [arguments of pytest]

It exits with pytest's status, or is killed if it runs into an endless loop.
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

MAX_CPU = 90
"""Seconds of CPU, ten times what the tests take, after which the system kills an endless loop."""
MAX_MEMORY = 4 << 30
"""Bytes, many times what the tests take."""


class _Replacement(MetaPathFinder):
    """Finds one module in another file, and leaves all other modules to the usual finders."""

    def __init__(self, module: str, file: str) -> None:
        self.module = module
        self.file = file
        self.was_asked = False

    def find_spec(
        self,
        fullname: str,
        path: Sequence[str] | None,  # noqa: ARG002 (the finder protocol passes it)
        target: ModuleType | None = None,  # noqa: ARG002 (as above)
    ) -> ModuleSpec | None:
        """Return the replacement's file if the module is the replaced one."""
        if fullname != self.module:
            return None
        self.was_asked = True
        return spec_from_file_location(fullname, self.file)


def main(module: str, file: str, *arguments: str) -> int:
    """Run pytest; return its exit status."""
    # Set here, not by the parent process: code between fork and exec must not need another thread's lock.
    resource.setrlimit(resource.RLIMIT_CPU, (MAX_CPU, MAX_CPU))
    if sys.platform == "linux":  # other systems count reserved memory, or refuse the limit
        resource.setrlimit(resource.RLIMIT_AS, (MAX_MEMORY, MAX_MEMORY))
    replaced = _Replacement(module, file)
    sys.meta_path.insert(0, replaced)
    status = pytest.main(list(arguments))
    assert replaced.was_asked, f"{module} was imported before it could be replaced"
    return int(status)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
