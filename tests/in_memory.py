"""The folder in memory for files that need not outlive a test; databases take half the time there."""

from __future__ import annotations

import os
from pathlib import Path

_MEMORY = Path("/dev/shm")  # noqa: S108 (a folder of the test's own is made in it)
IN_MEMORY = _MEMORY if os.access(_MEMORY, os.W_OK) else None
"""A folder in memory to create folders in; None if the system has none."""
