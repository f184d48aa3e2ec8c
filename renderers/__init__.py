"""Renderers: draw scenes, comparisons and charts as PNG, replays as GIF; know no chats and no rules."""

from renderers.board import draw_board as draw_board
from renderers.drawing import draw as draw, size_of as size_of
from renderers.errors import SceneError as SceneError
from renderers.layout import (
    HEIGHT as HEIGHT,
    WIDTH as WIDTH,
    bar_area as bar_area,
    point_area as point_area,
    tray_area as tray_area,
)
from renderers.replay import animate as animate
from renderers.scene import (
    Card as Card,
    Chart as Chart,
    Comparison as Comparison,
    Picture as Picture,
    ResultChart as ResultChart,
    Scene as Scene,
    read_picture as read_picture,
)
from renderers.themes import THEMES as THEMES, Theme as Theme
