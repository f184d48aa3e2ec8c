from __future__ import annotations

from random import Random

import pytest

from bot.rules import RULESETS, PartialTurn, Roll, RuleSet, continuations, legal_turns, start_position

ROLLS = [Roll(high, low) for high in range(1, 7) for low in range(1, high + 1)]


def positions_of(ruleset: RuleSet, seed: int) -> list[PartialTurn]:
    """Return a turn that begins at each position of a game with random legal turns."""
    chance, position, begun = Random(seed), start_position(ruleset), []
    for _ in range(40):
        roll = chance.choice(ROLLS)
        turns = legal_turns(position, roll)
        if turns:
            begun.append(PartialTurn.begin(position, roll))
            position = chance.choice(turns).end
    return begun


@pytest.mark.parametrize("name", RULESETS)
def test_the_graph_ends_where_the_legal_turns_end(name: str) -> None:
    """Following the moves of the whole graph leads to exactly the legal turns."""
    for begun in positions_of(RULESETS[name], 7):
        graph = continuations(begun, 100_000)
        ends, seen, ahead = set(), {0}, [(0, begun)]
        while ahead:
            at, partial = ahead.pop()
            if graph[at].is_complete:
                ends.add(partial.turn().end)
            for move, after in graph[at].moves:
                if after not in seen:
                    seen.add(after)
                    ahead.append((after, partial.play(move)))
        assert ends == set(legal_turns(begun.start, begun.roll).positions())
        assert len(seen) == len(graph)


@pytest.mark.parametrize("name", RULESETS)
def test_a_limited_graph_has_all_next_moves(name: str) -> None:
    """A graph with any limit has every next move, and marks where it was cut."""
    for begun in positions_of(RULESETS[name], 11):
        graph = continuations(begun, 1)
        assert [move for move, _ in graph[0].moves] == list(begun.next_moves())
        assert len(graph) == 1 + len({after for _, after in graph[0].moves})
        for move, after in graph[0].moves:
            assert graph[after].is_open == bool(begun.play(move).next_moves())


def test_a_graph_begins_at_the_present_move() -> None:
    """After a move the graph has only the rest of the turn."""
    begun = PartialTurn.begin(start_position(RULESETS["long"]), Roll(6, 5))
    rest = continuations(begun.play(begun.next_moves()[0]))
    assert [[str(move) for move, _ in each.moves] for each in rest] == [["18/13"], []]
    assert [each.is_complete for each in rest] == [False, True]
