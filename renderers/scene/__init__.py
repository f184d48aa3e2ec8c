"""Scene: everything that can be drawn, as values with a text form: boards, comparisons and charts."""

from renderers.scene.board import Scene as Scene
from renderers.scene.card import Card as Card
from renderers.scene.chart import Chart as Chart
from renderers.scene.comparison import Comparison as Comparison
from renderers.scene.pictures import Picture as Picture, read_picture as read_picture
from renderers.scene.result_chart import ResultChart as ResultChart
