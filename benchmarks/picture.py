"""Picture benchmark: how long a picture of the board takes, compared with other libraries.

Draws the positions of a made-up game in order, as a chat would show them. Prints medians and ratios: drawing
against Pillow's `save` of the finished picture; python-chess's SVG board through cairosvg, at the same size,
against drawing; the compact board, the chart of a game of ninety turns, and the comparison of two boards,
against one board.

    python benchmarks/picture.py [ROUNDS]
"""

import statistics
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from io import BytesIO
from random import Random
from typing import TypeVar

import cairosvg
import chess
import chess.svg

from renderers import HEIGHT, THEMES, WIDTH, Chart, Comparison, Scene, draw, draw_board
from renderers.board import compose

T = TypeVar("T")


def made_up_game(random: Random, theme: str, turns: int) -> list[Scene]:
    """Return scenes of two sides moving around the board, ignoring the rules."""
    counts = {"w": [0] * 23 + [15], "b": [0] * 11 + [15] + [0] * 12}
    scenes = []
    last: tuple[tuple[int, int], ...] = ()
    for turn in range(turns):
        mover = "wb"[turn % 2]
        mine, theirs = counts[mover], counts["wb"[1 - turn % 2]]
        dice = (random.randint(1, 6), random.randint(1, 6))
        held = tuple(point for point in range(1, 25) if mine[point - 1])
        scenes.append(
            Scene(
                tuple(counts["w"]),
                tuple(counts["b"]),
                pips=(random.randint(50, 360), random.randint(50, 360)),
                mover=mover,
                dice=dice,
                used=(False,) * (4 if dice[0] == dice[1] else 2),
                movable=held,
                last=last,
                theme=theme,
            )
        )
        legs = []
        for die in dice:
            start = random.choice([point for point in range(1, 25) if mine[point - 1]])
            stop = (start - die - 1) % 24 + 1
            if not theirs[stop - 1]:
                mine[start - 1] -= 1
                mine[stop - 1] += 1
                legs.append((start, stop))
        last = tuple(legs)
    return scenes


def timed(work: Callable[[], T]) -> tuple[T, float]:
    """Return the result of a call and the milliseconds it took."""
    start = time.perf_counter()
    result = work()
    return result, (time.perf_counter() - start) * 1000


def chess_picture(board: chess.Board) -> bytes:
    """Draw a chess position as PNG with python-chess and cairosvg, for comparison."""
    svg = chess.svg.board(board, lastmove=board.peek() if board.move_stack else None)
    png = cairosvg.svg2png(bytestring=svg.encode(), output_width=WIDTH, output_height=HEIGHT)
    return bytes(png)


def next_chess(board: chess.Board, random: Random) -> None:
    """Play a random move, or start a new game if there is none."""
    moves = list(board.legal_moves)
    if moves:
        board.push(random.choice(moves))
    else:
        board.reset()


def measure(theme: str, rounds: int) -> None:
    """Measure one theme and print the figures."""
    random = Random(2024)
    scenes = made_up_game(random, theme, rounds)
    board = chess.Board()
    chess_picture(board)
    _, cold = timed(partial(draw_board, scenes[0]))
    ours, saves, peers, sizes = [], [], [], []
    for scene in scenes:
        finished = compose(scene)
        png, time_of_ours = timed(partial(draw_board, scene))
        _, time_of_save = timed(partial(finished.save, BytesIO(), format="PNG"))
        next_chess(board, random)
        _, time_of_peer = timed(partial(chess_picture, board))
        sizes.append(len(png) / 1000)
        ours.append(time_of_ours)
        saves.append(time_of_save)
        peers.append(time_of_peer)
    our, save, peer = map(statistics.median, (ours, saves, peers))
    print(f"{theme}: {our:.1f} ms a picture, the first {cold:.0f} ms")
    print(f"  {our / save:.2f} times Pillow's save of the same picture, {save:.1f} ms (at most 2)")
    print(f"  {peer / our:.1f} times faster than python-chess and cairosvg, {peer:.1f} ms (at least 5)")
    print(f"  {statistics.median(sizes):.1f} kB, the largest {max(sizes):.1f} kB (at most 60)")
    chances = tuple(random.randint(0, 1000) for _ in range(91))
    for scene in scenes:
        draw_board(replace(scene, layout="compact"))
    compact = [timed(partial(draw_board, replace(scene, layout="compact"))) for scene in scenes]
    time_of_compact = statistics.median(each for _, each in compact)
    most = max(len(png) for png, _ in compact) / 1000
    print(f"  compact: {time_of_compact:.1f} ms, the largest {most:.1f} kB (at most 72)")
    for name, picture in (
        ("a chart", Chart(chances, marks=(20, 40, 60), theme=theme)),
        ("a comparison", Comparison(scenes[-2], scenes[-1])),
    ):
        draw(picture)
        times = [timed(partial(draw, picture))[1] for _ in range(rounds // 3)]
        print(f"  {name}: {statistics.median(times):.1f} ms, {statistics.median(times) / our:.1f} boards")


def main(rounds: int) -> None:
    """Measure every theme."""
    for theme in THEMES:
        measure(theme, rounds)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 60)
