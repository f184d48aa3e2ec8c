"""Renderers: a scene, a comparison or a chart goes in, a PNG comes out. They know no chat and no rules."""

from renderers.board import draw_board as draw_board
from renderers.drawing import draw as draw
from renderers.drawing import size_of as size_of
from renderers.errors import SceneError as SceneError
from renderers.layout import (
    HEIGHT as HEIGHT,
)
from renderers.layout import (
    WIDTH as WIDTH,
)
from renderers.layout import (
    bar_area as bar_area,
)
from renderers.layout import (
    point_area as point_area,
)
from renderers.layout import (
    tray_area as tray_area,
)
from renderers.replay import animate as animate
from renderers.scene import (
    Chart as Chart,
)
from renderers.scene import (
    Comparison as Comparison,
)
from renderers.scene import (
    Picture as Picture,
)
from renderers.scene import (
    ResultChart as ResultChart,
)
from renderers.scene import (
    Scene as Scene,
)
from renderers.scene import (
    read_picture as read_picture,
)
from renderers.themes import THEMES as THEMES
from renderers.themes import Theme as Theme
