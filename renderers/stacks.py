"""Stacks: draw the checkers on a point or on the bar, with their overlays."""

from dataclasses import dataclass

from PIL import Image

from renderers import overlays, pieces
from renderers.layout import Layout

_BEYOND_COUNT = 0.36
"""The distance, in diameters, of an arrival dot from the centre of a checker with a count on it."""


@dataclass(frozen=True, slots=True)
class Stack:
    """The checkers of one side on a point or on the bar, with their overlays.

    Args:
        free: The most checkers without overlap and without a count.
        departed: The number of empty rings for checkers that left in the last turn.
        arrived: The number of checkers that arrived in the last turn.
        accent: The style of the last turn's traces, "trace", "mark" or "quiet".
    """

    layout: Layout
    colour: str
    count: int
    free: int
    movable: bool = False
    chosen: bool = False
    landing: bool = False
    departed: int = 0
    arrived: int = 0
    accent: str = "trace"

    @property
    def places(self) -> int:
        """The number of slots: one for each checker, and those beyond the last checker that overlays take."""
        return self.count + max(self.landing, self.departed)

    @property
    def _step(self) -> float:
        return self.layout.step(self.places, self.free)

    @property
    def length(self) -> int:
        """The length of the stack in pixels."""
        return round((self.places - 1) * self._step) + self.layout.checker

    def draw(self, piece: Image.Image, theme: str, first: float, direction: int) -> None:
        """Draw the stack on a crop of the board.

        Args:
            piece: The crop.
            theme: The theme's name.
            first: The y coordinate of the first checker's centre.
            direction: 1 if the stack grows downwards, -1 if upwards.
        """
        step, diameter = self._step, self.layout.checker
        labelled = self.count > self.free
        last = self.count - 1

        def lay(sprite: Image.Image, slot: int, beyond: int = 0) -> None:
            y = round(first + direction * (slot * step + beyond))
            piece.paste(sprite, ((piece.width - sprite.width) // 2, y - sprite.height // 2), sprite)

        for slot in range(last + self.departed, last, -1):
            lay(overlays.departed(theme, diameter, self.accent), slot)
        if self.landing:
            lay(overlays.landing(theme, diameter), self.count)
        for slot in range(self.count):
            lay(pieces.checker(theme, self.colour, diameter), slot)
        if self.chosen:
            lay(overlays.chosen(theme, diameter), last)
        elif self.movable:
            lay(overlays.movable(theme, diameter), last)
        # Only the last checker of a stack with a count is fully visible, so one dot marks all that arrived.
        for slot in range(last, max(last - (1 if labelled else self.arrived), -1), -1):
            if self.arrived:
                dot = overlays.arrived(theme, diameter, self.accent, small=labelled)
                lay(dot, slot, round(diameter * _BEYOND_COUNT) if labelled else 0)
        if labelled:
            lay(pieces.stack_count(theme, self.colour, self.count, diameter, chosen=self.chosen), last)
