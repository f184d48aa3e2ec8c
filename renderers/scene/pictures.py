"""Pictures: parse the text form of any kind of picture."""

from renderers.scene.board import Scene
from renderers.scene.card import Card
from renderers.scene.chart import Chart
from renderers.scene.comparison import Comparison
from renderers.scene.result_chart import ResultChart

Picture = Scene | Comparison | Chart | ResultChart | Card


def read_picture(text: str) -> Picture:
    """Parse the text form of a scene, comparison, chart, result chart or card.

    Raises:
        SceneError: the text is none of these, or its content is invalid.
    """
    match text.partition(" ")[0]:
        case "card":
            return Card.parse(text)
        case "chart":
            return Chart.parse(text)
        case "comparison":
            return Comparison.parse(text)
        case "results":
            return ResultChart.parse(text)
        case _:
            return Scene.parse(text)
