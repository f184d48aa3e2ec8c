"""Any scene that can be drawn, for Hypothesis."""

from hypothesis import strategies as st

from renderers import THEMES, Scene
from renderers.layout import LAYOUTS


@st.composite
def any_scene(draw: st.DrawFn) -> Scene:
    """A scene with checkers anywhere, marks on one side's points, and dice that are partly used."""
    white, black = [0] * 26, [0] * 26
    owners = draw(st.lists(st.sampled_from("wb"), min_size=26, max_size=26))
    for counts, colour in ((white, "w"), (black, "b")):
        allowed = [point for point in range(26) if point in (0, 25) or owners[point] == colour]
        for point in draw(st.lists(st.sampled_from(allowed), max_size=15)):
            counts[point] += 1
    marked = draw(st.sampled_from([white, black]))
    held = [point for point in range(1, 26) if marked[point]]
    mover = draw(st.sampled_from(["w", "b", None]))
    dice = draw(st.tuples(st.integers(1, 6), st.integers(1, 6))) if mover and draw(st.booleans()) else ()
    moves = [0] if not dice else [0, 2, 4] if dice[0] == dice[1] else [0, 2]
    played = draw(st.sampled_from(moves))
    moves_by_a_die = st.tuples(st.integers(1, 25), st.integers(1, 6)).map(
        lambda each: (each[0], max(0, each[0] - each[1]))
    )
    cubes = st.tuples(st.sampled_from([1, 2, 64, 1024]), st.sampled_from([None, "w", "b"]))
    result = draw(st.none() | st.just((None, 0)) | st.tuples(st.sampled_from("wb"), st.integers(1, 4)))
    endings = ["", "resigned", "dropped", "timeout", "agreed"] if result else [""]
    return Scene(
        tuple(white[1:25]),
        tuple(black[1:25]),
        white_off=white[0],
        black_off=black[0],
        white_bar=white[25],
        black_bar=black[25],
        pips=draw(st.tuples(st.integers(0, 999), st.integers(0, 999))),
        homes=draw(st.sampled_from([(1, 13), (1, 19)])),
        heads=draw(st.sampled_from([(24, 12), (24, 1), None])),
        mover=mover,
        dice=dice,
        used=tuple(draw(st.lists(st.booleans(), min_size=played, max_size=played))),
        movable=tuple(draw(st.lists(st.sampled_from(held), unique=True))) if held else (),
        chosen=draw(st.sampled_from([None, *held])),
        landings=tuple(draw(st.lists(st.integers(0, 24), unique=True, max_size=4))),
        last=tuple(draw(st.lists(moves_by_a_die, max_size=4))),
        marked=tuple(draw(st.lists(st.integers(1, 24), unique=True, max_size=6))),
        numbers=draw(st.just(()) | st.permutations(range(1, 25)).map(tuple)),
        cube=draw(st.none() | cubes),
        score=draw(st.none() | st.tuples(st.integers(0, 1998), st.integers(0, 1998))),
        length=draw(st.integers(0, 999)),
        result=result,
        ending=draw(st.sampled_from(endings)),
        layout=draw(st.sampled_from(sorted(LAYOUTS))),
        side=draw(st.sampled_from("wb")),
        theme=draw(st.sampled_from(sorted(THEMES))),
    )
