"""Job: how far a work in another process is, and whether anybody still wants it."""

from __future__ import annotations

import mmap
import os
import tempfile
from contextlib import suppress
from pathlib import Path
from struct import Struct
from types import TracebackType
from typing import Self

_FAR = Struct("<II")
_STOPPED = _FAR.size
"""The place of the mark that it was stopped: each side writes only its own bytes, so none need a lock."""
_SIZE = _FAR.size + 1


class Job:
    """A small file that both processes map into memory. Whoever made it removes it.

    Args:
        path: the file.

    Raises:
        FileNotFoundError: it was taken away: nobody wants the work any more.
    """

    def __init__(self, path: str) -> None:
        self.path = path
        with Path(path).open("r+b") as file:
            self._memory = mmap.mmap(file.fileno(), _SIZE)
        self._last = (0, 0)

    @classmethod
    def make(cls) -> Self:
        """Make the file of a job of which nothing is done yet."""
        file, path = tempfile.mkstemp(prefix="nardy-")
        with os.fdopen(file, "wb") as made:
            made.write(bytes(_SIZE))
        return cls(path)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._memory.close()

    @property
    def progress(self) -> tuple[int, int]:
        """How much is done, of how much; of nothing, before it has begun."""
        if not self._memory.closed:
            done, of = _FAR.unpack_from(self._memory)
            self._last = (done, of)
        return self._last

    @property
    def is_stopped(self) -> bool:
        """Whether nobody wants the work any more."""
        return self._memory[_STOPPED] != 0

    def on_step(self, done: int, of: int) -> None:
        """Note how far the work is."""
        _FAR.pack_into(self._memory, 0, done, of)

    def stop(self) -> None:
        """Note that nobody wants the work any more."""
        if not self._memory.closed:
            self._memory[_STOPPED] = 1

    def remove(self) -> None:
        """Remove the file; how far the work was is remembered."""
        self.stop()
        self._last = self.progress
        self._memory.close()
        with suppress(OSError):
            Path(self.path).unlink()
