"""Drawing: draw any kind of picture: scenes, comparisons, charts, result charts and cards."""

from PIL import Image

from renderers.board import compose
from renderers.card import CARD, compose_card
from renderers.chart import compose_chart
from renderers.comparison import COMPARISON, compose_comparison
from renderers.layout import CHART, LAYOUTS, RESULTS
from renderers.png import encode
from renderers.result_chart import compose_result_chart
from renderers.scene import Card, Chart, Comparison, Picture, ResultChart


def draw(picture: Picture) -> bytes:
    """Return a picture as PNG. Thread-safe."""
    return encode(_composed(picture))


def size_of(picture: Picture) -> tuple[int, int]:
    """Return the width and the height of a picture, in pixels."""
    match picture:
        case Chart():
            return CHART
        case ResultChart():
            return RESULTS
        case Comparison():
            return COMPARISON
        case Card():
            return CARD
        case _:
            return LAYOUTS[picture.layout].size


def _composed(picture: Picture) -> Image.Image:
    match picture:
        case Chart():
            return compose_chart(picture)
        case Comparison():
            return compose_comparison(picture)
        case Card():
            return compose_card(picture)
        case ResultChart():
            return compose_result_chart(picture)
        case _:
            return compose(picture)
