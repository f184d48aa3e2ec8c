from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from hypothesis import given, settings, strategies as st

from bot.talk.catalog import words_in
from bot.talk.command_table import COMMANDS
from bot.talk.incoming import ChatKind, Incoming, Line, Person, Place, Press
from bot.talk.reply import plain
from tests.dialogues.dialogues import TO_A_CHOICE
from tests.dialogues.house import check_limits, open_house
from tests.talk.houses import begin_game, save_house

pytestmark = pytest.mark.slow

FAULT_TEXTS = {words_in(language).words("refused-failed") for language in ("en", "ru")}

WORDS = st.sampled_from(
    "k7f e3k 24/18 24 18 13/8(2) 24-18 off bar all pass mars oyn draw long narde Boris @boris 1 "  # noqa: SIM905
    "-1 99 theme wood side own language ru ! ? ?k7f.0 : 3:/move".split()
)
LINES = st.one_of(
    st.text(st.characters(codec=None), max_size=60),
    st.builds(
        lambda name, words: f"/{name} {' '.join(words)}",
        st.sampled_from([*COMMANDS, "nonsense"]),
        st.lists(st.one_of(WORDS, st.text(max_size=8)), max_size=4),
    ),
    st.builds(lambda word, count: word * count, st.text(min_size=1, max_size=5), st.integers(1, 1000)),
)
DATA = st.one_of(LINES, st.builds(lambda turn, line: f"{turn}:{line}", st.integers(-1, 9_999_999), LINES))
NAMES = st.one_of(
    st.sampled_from(["Anna", "Boris", "", "**B**", "<b>{ $x }</b>", "\u202eevil", "@everyone", "a\nb"]),
    st.text(st.characters(codec=None), max_size=200),
)
DEEDS = st.tuples(
    st.sampled_from(["anna", "boris", "carl"]),
    NAMES,
    st.one_of(st.builds(Line, LINES), st.builds(Press, DATA)),
    st.sampled_from([("table", ChatKind.SHARED), ("mine", ChatKind.PRIVATE)]),
    st.sampled_from(["en", "ru-RU", "", "💥"]),
    st.sampled_from([None, "0", "1", "x"]),
)


@pytest.mark.parametrize("tried", [50, pytest.param(250, marks=pytest.mark.long)])
def test_random_input_causes_no_fault(tmp_path: Path, tried: int) -> None:
    """Random lines and presses under any name, in any chat and language, never cause an internal error."""
    _, before = save_house(tmp_path, begin_game, *TO_A_CHOICE)
    with asyncio.Runner() as runner:
        opening = open_house(tmp_path / "nardy.db", previous=before)
        house = runner.run(opening.__aenter__())
        numbers = iter(range(10**9))

        @given(DEEDS)
        @settings(max_examples=tried, deadline=None)
        def try_all(
            deed: tuple[str, str, Line | Press, tuple[str, ChatKind], str, str | None],
        ) -> None:
            player, name, what, (chat, kind), language, message = deed
            key = chat if kind is ChatKind.SHARED else player.title()
            incoming = Incoming(
                f"fuzz {next(numbers)}",
                Person("web", player, name, language),
                Place("web", key, kind),
                what,
                message,
            )
            for reply in runner.run(house.conversation.handle(incoming)):
                check_limits(reply)
                assert plain(reply.text) not in FAULT_TEXTS
            assert runner.run(house.conversation.complete(incoming)) is not None

        try:
            try_all()
            runner.run(house.until_idle())
        finally:
            runner.run(opening.__aexit__(None, None, None))
