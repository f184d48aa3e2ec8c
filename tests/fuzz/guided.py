"""Guided: a target fuzzed by atheris, which keeps inputs that reach new code.

It runs until it finds a fault or finishes, and then ends the process.
"""

from __future__ import annotations

import sys
from pathlib import Path

import atheris

with atheris.instrument_imports(include=["bot"], enable_loader_override=False):
    from tests.fuzz.targets import TARGETS

from tests.fuzz.target import encode


def main(name: str, folder: Path, *options: str) -> None:
    """Fuzz a target.

    Args:
        folder: where inputs are kept; the first are the target's seeds.
        options: options of libFuzzer.
    """
    target = TARGETS[name]
    inputs = folder / "inputs"
    inputs.mkdir()
    for number, seed in enumerate(target.seeds()):
        (inputs / f"{number:04}").write_bytes(seed.encode("utf-8", "surrogatepass"))
    words = [f'"{_escaped(word)}"\n' for word in target.vocabulary if word]
    (folder / "words").write_text("".join(words), "ascii")
    with target.session() as tries:

        def attempt(data: bytes) -> None:
            text = _text(data)
            try:
                tries(text)
            except Exception:
                print(f"python -m tests.fuzz {name} --replay {encode([text])}", flush=True)  # noqa: T201 (a command)
                raise

        atheris.Setup(
            [sys.argv[0], f"-dict={folder / 'words'}", f"-artifact_prefix={folder}/", *options, str(inputs)],
            attempt,
        )
        atheris.Fuzz()


def _text(data: bytes) -> str:
    """Return bytes as a text; bytes that are not UTF-8 become lone surrogates."""
    try:
        return data.decode("utf-8", "surrogatepass")
    except UnicodeDecodeError:
        return data.decode("utf-8", "surrogateescape")


def _escaped(word: str) -> str:
    """Return a word as libFuzzer's dictionaries write it."""
    return "".join(f"\\x{byte:02x}" for byte in word.encode("utf-8", "surrogatepass"))


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]), *sys.argv[3:])
