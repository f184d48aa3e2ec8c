"""Renderers: a scene, a comparison or a chart goes in, a PNG comes out. They know no chat and no rules."""

from renderers.board import draw_board
from renderers.drawing import draw, size_of
from renderers.errors import SceneError
from renderers.layout import HEIGHT, WIDTH, bar_area, point_area, tray_area
from renderers.replay import animate
from renderers.scene import Chart, Comparison, Picture, ResultChart, Scene, read_picture
from renderers.themes import THEMES, Theme

__all__ = [
    "HEIGHT",
    "THEMES",
    "WIDTH",
    "Chart",
    "Comparison",
    "Picture",
    "ResultChart",
    "Scene",
    "SceneError",
    "Theme",
    "animate",
    "bar_area",
    "draw",
    "draw_board",
    "point_area",
    "read_picture",
    "size_of",
    "tray_area",
]
