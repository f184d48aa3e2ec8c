"""Target: a reader of people's input, which may refuse an input only with its own errors."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass

Try = Callable[[str], None]


@dataclass(frozen=True)
class Target:
    """A thing to fuzz.

    Args:
        seeds: makes valid inputs.
        session: opens a function that tries one input after another; whatever it raises is a fault.
        vocabulary: words with a meaning in an input.
        batch: the number of inputs after which a target that keeps state gets a new session, or None.
    """

    seeds: Callable[[], Sequence[str]]
    session: Callable[[], AbstractContextManager[Try]]
    vocabulary: tuple[str, ...] = ()
    batch: int | None = None


def stateless(tries: Try) -> Callable[[], AbstractContextManager[Try]]:
    """Return the `session` of a target that keeps no state between inputs."""

    @contextmanager
    def session() -> Iterator[Try]:
        yield tries

    return session


def encode(inputs: Sequence[str]) -> str:
    """Return inputs as `--replay` takes them."""
    return ",".join(each.encode("utf-8", "surrogatepass").hex() for each in inputs)


def decode(text: str) -> list[str]:
    """Return the inputs that `encode` wrote."""
    return [bytes.fromhex(each).decode("utf-8", "surrogatepass") for each in text.split(",")]
