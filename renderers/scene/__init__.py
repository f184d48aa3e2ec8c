"""Scene: what can be drawn, as values with a text form: a board, a comparison, a chart, results."""

from renderers.scene.board import Scene
from renderers.scene.chart import Chart
from renderers.scene.comparison import Comparison
from renderers.scene.pictures import Picture, read_picture
from renderers.scene.result_chart import ResultChart

__all__ = ["Chart", "Comparison", "Picture", "ResultChart", "Scene", "read_picture"]
