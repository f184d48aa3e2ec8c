"""In memory: where a test's files are kept that need not outlive it; databases take half the time there."""

from __future__ import annotations

import os
from pathlib import Path

_MEMORY = Path("/dev/shm")  # noqa: S108 (a folder of the test's own is made in it)
IN_MEMORY = _MEMORY if os.access(_MEMORY, os.W_OK) else None
"""A folder in memory to make folders in; none, where the system has none."""
