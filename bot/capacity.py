"""Capacity: how many tabs of the web page this machine can serve, by its open files and memory."""

from __future__ import annotations

import logging
import os
import resource
from contextlib import suppress
from pathlib import Path

from bot.chats.web.connection_limits import Limits

logger = logging.getLogger(__name__)

FILES_BESIDE_CONNECTIONS = 512
"""Open files reserved for the webhook, the metrics, the database and the platforms."""
MEMORY_OF_BOT = 400_000_000
"""Bytes that the idle bot uses."""
MEMORY_OF_TAB = 100_000
"""Bytes for a tab: 28,000 measured, plus the system's buffers for its connection."""
FEWEST_TABS = 8
_CGROUPS = Path("/sys/fs/cgroup")


def table_limits(wanted: int) -> Limits:
    """Return the web page's limits, and raise this process's limit of open files to match.

    Args:
        wanted: the tabs that the settings allow.
    """
    files = raise_open_files(Limits.of(wanted).connections + FILES_BESIDE_CONNECTIONS)
    memory = available_memory()
    allowed = tabs_allowed(wanted, files, memory)
    if allowed < wanted:
        logger.warning(
            "this machine allows fewer tabs than NARDY_TABS",
            extra={"tabs": allowed, "tabs_set": wanted, "open_files": files, "memory": memory},
        )
    return Limits.of(allowed)


def tabs_allowed(wanted: int, files: int, memory: int | None) -> int:
    """Return how many of the wanted tabs the machine can serve, at least `FEWEST_TABS`.

    Args:
        wanted: the tabs that the settings allow.
        files: the limit of open files.
        memory: the memory limit in bytes, or None if unknown.
    """
    allowed = wanted
    if memory is not None:
        # Only half of the rest: pictures, engine and the database's cache grow with the players too.
        allowed = min(allowed, (memory - MEMORY_OF_BOT) // 2 // MEMORY_OF_TAB)
    while allowed > FEWEST_TABS and Limits.of(allowed).connections + FILES_BESIDE_CONNECTIONS > files:
        allowed -= 1
    return max(FEWEST_TABS, allowed)


def raise_open_files(wanted: int) -> int:
    """Raise the soft limit of open files towards `wanted`; return how many of these it allows."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft == resource.RLIM_INFINITY or soft >= wanted:
        return wanted
    raised = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (raised, hard))
    except (OSError, ValueError):  # macOS has a lower limit than the hard one
        return soft
    return raised


def available_memory(cgroups: Path = _CGROUPS, own: Path = Path("/proc/self/cgroup")) -> int | None:
    """Return the memory limit in bytes of the machine, container or systemd unit; None if unknown.

    Args:
        cgroups: the folder of the control groups.
        own: the file that names the control group of this process.
    """
    found = []
    with suppress(OSError, ValueError):
        found.append(os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE"))
    found += _cgroup_limits(cgroups, own)
    return min((each for each in found if each > 0), default=None)


def _cgroup_limits(cgroups: Path, own: Path) -> list[int]:
    """Return the memory limits of this process's control group (version 2) and of its ancestors."""
    try:
        lines = own.read_text("ascii").splitlines()
    except (OSError, ValueError):
        return []
    path = next((line.removeprefix("0::/") for line in lines if line.startswith("0::/")), None)
    if path is None or ".." in path.split("/"):
        return []
    limits = []
    for folder in (cgroups / path, *(cgroups / path).parents):
        with suppress(OSError, ValueError):  # the file holds "max" if there is no limit
            limits.append(int((folder / "memory.max").read_text("ascii")))
        if folder == cgroups:
            break
    return limits
