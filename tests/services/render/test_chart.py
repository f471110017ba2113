"""The score chart: bars end where their points do, costs hang below, and all panels share one scale."""

import re
from xml.etree import ElementTree as ET

from services.render.chart import Panel, charts


def drawn(*panels: Panel, labels: tuple[str, ...] = ("1", "")) -> list[ET.Element]:
    return [ET.fromstring(picture) for picture in charts(panels, labels)]


def bars(picture: ET.Element) -> list[tuple[float, float]]:
    """Top and height of each piece of a bar."""
    return [(float(rect.attrib["y"]), float(rect.attrib["height"])) for rect in picture.iter("rect")]


def test_a_bar_is_stacked_upwards_and_costs_hang_below_the_line() -> None:
    (picture,) = drawn(Panel(0, "Livia", [(4, 6, -5), (8, 6, -5)], [5, 9]))
    (low, _), (high, _), (cost, _) = bars(picture)[:3]
    zero = low + bars(picture)[0][1]
    assert high < low < zero
    assert cost == zero
    heights = [height for _, height in bars(picture)]
    assert abs(heights[1] / heights[0] - 6 / 4) < 0.02


def test_panels_share_one_scale() -> None:
    tall, small = drawn(Panel(0, "Livia", [(40,)], [40]), Panel(1, "Marcus", [(10,)], [10]), labels=("1",))
    assert abs(bars(tall)[0][1] / bars(small)[0][1] - 4) < 0.05


def test_the_line_ends_at_the_score() -> None:
    (picture,) = drawn(Panel(2, "Octavia", [(10, 0, -4), (12, 0, -4)], [6, 8]))
    circle = picture.find("circle")
    assert circle is not None
    assert circle.attrib["fill"] == "var(--seat-3)"
    foot, top = float(circle.attrib["cy"]), bars(picture)[2][0]
    assert foot > top  # the costs pull the score below the end of the bar


def test_a_chart_without_points_is_empty_and_says_what_it_would_show() -> None:
    (picture,) = drawn(Panel(0, "Livia & Co", [], []), labels=())
    assert picture.findtext("title") == "Livia & Co"
    assert not bars(picture)


def test_no_style_is_written_inline() -> None:
    (picture,) = charts([Panel(0, "Livia", [(4,), (9,)], [4, 9])], ["1", "2"])
    assert not re.search("style=|<style", picture)


def test_the_last_label_ends_with_the_panel() -> None:
    (picture,) = drawn(Panel(0, "Livia", [(4,), (9,)], [4, 9]), labels=("1", "a long word for the end"))
    *_, last = [text for text in picture.iter("text") if text.get("class") == "round"]
    assert last.attrib["text-anchor"] == "end"
