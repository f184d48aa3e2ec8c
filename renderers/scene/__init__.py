"""What can be drawn, as values: a board, two boards to compare, a chart. Each has a text form."""

from renderers.scene.board import Scene
from renderers.scene.chart import Chart
from renderers.scene.comparison import Comparison
from renderers.scene.pictures import Picture, read_picture

__all__ = ["Chart", "Comparison", "Picture", "Scene", "read_picture"]
