"""Pictures: parses the text form of whatever can be drawn."""

from renderers.scene.board import Scene
from renderers.scene.chart import Chart
from renderers.scene.comparison import Comparison
from renderers.scene.result_chart import ResultChart

Picture = Scene | Comparison | Chart | ResultChart


def read_picture(text: str) -> Picture:
    """Read the text form of anything that can be drawn.

    Raises:
        SceneError: The text is none, or of something that cannot be drawn.
    """
    match text.partition(" ")[0]:
        case "chart":
            return Chart.parse(text)
        case "comparison":
            return Comparison.parse(text)
        case "results":
            return ResultChart.parse(text)
        case _:
            return Scene.parse(text)
