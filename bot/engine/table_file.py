"""Table file: a computed table of numbers on disk, which several processes map into memory.

The file starts with the SHA-256 digest of the numbers, as 64 hexadecimal digits; the numbers follow.
"""

from __future__ import annotations

import hashlib
import os
import tempfile
from contextlib import suppress
from math import prod
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

_DIGEST: Final = 64
_NUMBER: Final = 4


def mapped(path: Path, shape: tuple[int, ...]) -> NDArray[np.float32] | None:
    """Map a table from a file, read-only; None if the file is missing or damaged."""
    try:
        if path.stat().st_size != _DIGEST + _NUMBER * prod(shape):
            return None
        with path.open("rb") as file:
            digest = file.read(_DIGEST)
        table = np.memmap(path, np.float32, "r", _DIGEST, shape)
    except OSError:
        return None
    return np.asarray(table) if _digest(table) == digest else None


def keep(path: Path, table: NDArray[np.float32]) -> None:
    """Write a table atomically: a reader sees the old file or the new one, never part of one.

    Raises:
        OSError: the file cannot be written.
    """
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f"{path.name}.")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(_digest(table))
            file.write(np.ascontiguousarray(table).data)
        Path(name).replace(path)
    except OSError:
        with suppress(OSError):
            Path(name).unlink()
        raise


def _digest(table: NDArray[np.float32]) -> bytes:
    return hashlib.sha256(np.ascontiguousarray(table).data).hexdigest().encode()
