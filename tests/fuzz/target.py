"""Target: one thing that takes what people send, and may refuse it in its own words alone."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass

Try = Callable[[str], None]


@dataclass(frozen=True)
class Target:
    """What is tried with inputs.

    Args:
        seeds: makes inputs that are right.
        opened: what tries one input after another while it is open; whatever it raises is a fault.
        vocabulary: words that mean something in an input.
        batch: after how many inputs it is opened anew, where it keeps what it was given.
    """

    seeds: Callable[[], Sequence[str]]
    opened: Callable[[], AbstractContextManager[Try]]
    vocabulary: tuple[str, ...] = ()
    batch: int | None = None


def keeping_nothing(tries: Try) -> Callable[[], AbstractContextManager[Try]]:
    """Return how something is opened that keeps nothing of its inputs."""

    @contextmanager
    def opened() -> Iterator[Try]:
        yield tries

    return opened


def written(inputs: Sequence[str]) -> str:
    """Return inputs as `--replay` takes them."""
    return ",".join(each.encode("utf-8", "surrogatepass").hex() for each in inputs)


def read(text: str) -> list[str]:
    """Return inputs that `written` has written."""
    return [bytes.fromhex(each).decode("utf-8", "surrogatepass") for each in text.split(",")]
