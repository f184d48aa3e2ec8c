"""Pictures of a board: a scene goes in, a PNG comes out; scenes, and a GIF. Knows no chat and no rules."""

from renderers.board import draw_board
from renderers.errors import SceneError
from renderers.layout import HEIGHT, WIDTH, bar_area, point_area, tray_area
from renderers.replay import animate
from renderers.scene import Scene
from renderers.themes import THEMES, Theme

__all__ = [
    "HEIGHT",
    "THEMES",
    "WIDTH",
    "Scene",
    "SceneError",
    "Theme",
    "animate",
    "bar_area",
    "draw_board",
    "point_area",
    "tray_area",
]
