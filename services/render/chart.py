"""The score chart: a panel a seat, a bar a round, stacked by source; costs hang below the line, the line is the score.

Drawn for the page: its colours are custom properties. All panels share one scale, so that seats can be compared.
"""

from collections.abc import Sequence
from typing import NamedTuple

from services.render import svg
from services.render.theme import Theme, theme

MARBLES = 8
"""Colours for sources; the last one is for what costs points."""
_WIDTH, _HEIGHT = 368.0, 250.0
_LEFT, _RIGHT, _TOP, _BOTTOM = 34.0, 362.0, 10.0, 222.0
_WIDEST = 64.0
_STEPS = (1, 2, 5, 10, 20, 50, 100, 200)
_MOST_LINES = 6


class Panel(NamedTuple):
    """What one seat's panel shows."""

    seat: int
    title: str
    """The panel in a sentence."""
    bars: Sequence[Sequence[int]]
    """Round by round the points of each colour."""
    scores: Sequence[int]


class _Scale(NamedTuple):
    lowest: int
    highest: int
    step: int

    def y(self, points: float) -> float:
        return _BOTTOM - (points - self.lowest) * (_BOTTOM - _TOP) / (self.highest - self.lowest)


def charts(panels: Sequence[Panel], labels: Sequence[str]) -> list[str]:
    """A picture a panel. `labels` stand below the bars; an empty one leaves its place free."""
    colours = theme("page", "services.render")
    scale = _scale(panels)
    return [_panel(panel, labels, scale, colours) for panel in panels]


def _scale(panels: Sequence[Panel]) -> _Scale:
    highest, lowest = 1, 0
    for panel in panels:
        highest = max([highest, *panel.scores, *(sum(max(part, 0) for part in bar) for bar in panel.bars)])
        lowest = min([lowest, *panel.scores, *(sum(min(part, 0) for part in bar) for bar in panel.bars)])
    step = next((step for step in _STEPS if (highest - lowest) / step <= _MOST_LINES), _STEPS[-1])
    return _Scale(lowest, highest, step)


def _panel(panel: Panel, labels: Sequence[str], scale: _Scale, colours: Theme) -> str:
    room = (_RIGHT - _LEFT) / max(len(panel.bars), 1)
    width = min(room, _WIDEST)
    middles = [_LEFT + room * (number + 0.5) for number in range(len(panel.bars))]
    drawn = [
        *_grid(scale, colours),
        *(_bar((x - width / 2, width), bar, scale, colours) for x, bar in zip(middles, panel.bars, strict=True)),
        *_labels(middles, labels),
        _line(panel, middles, scale, colours),
    ]
    return svg.element(
        "svg",
        svg.element("title", svg.text_node(panel.title)),
        *drawn,
        viewBox=f"0 0 {svg.number(_WIDTH)} {svg.number(_HEIGHT)}",
        role="img",
        class_="chart",
    )


def _grid(scale: _Scale, colours: Theme) -> list[str]:
    drawn = []
    for points in range(-(-scale.lowest // scale.step) * scale.step, scale.highest + 1, scale.step):
        y, role = scale.y(points), "edge" if points == 0 else "line"
        drawn.append(svg.element("path", d=f"M{svg.number(_LEFT)} {svg.number(y)}H{_RIGHT:g}", stroke=colours[role]))
        drawn.append(svg.element("text", f"{points}", x=_LEFT - 6, y=y + 4, text_anchor="end", class_="scale"))
    return drawn


def _bar(place: tuple[float, float], parts: Sequence[int], scale: _Scale, colours: Theme) -> str:
    (x, width), drawn, above, below = place, [], 0, 0
    for number, points in enumerate(parts, 1):
        if not points:
            continue
        start = above if points > 0 else below
        above, below = above + max(points, 0), below + min(points, 0)
        top, foot = sorted((scale.y(start + points), scale.y(start)))
        fill = colours[f"marble-{number}"]
        drawn.append(svg.element("rect", x=x + 0.5, y=top, width=width - 1, height=foot - top, fill=fill))
    return "".join(drawn)


def _labels(middles: Sequence[float], labels: Sequence[str]) -> list[str]:
    """What stands below the bars; the last one ends where the panel does, however long it is."""
    drawn = []
    for number, (middle, label) in enumerate(zip(middles, labels, strict=True), 1):
        at_the_end = 1 < number == len(middles)
        x, anchor = (_RIGHT, "end") if at_the_end else (middle, "middle")
        if label:
            written = svg.text_node(label)
            drawn.append(svg.element("text", written, x=x, y=_HEIGHT - 10, text_anchor=anchor, class_="round"))
    return drawn


def _line(panel: Panel, middles: Sequence[float], scale: _Scale, colours: Theme) -> str:
    if not panel.scores:
        return ""
    points = [(x, scale.y(score)) for x, score in zip(middles, panel.scores, strict=True)]
    way = "L".join(f"{svg.number(x)} {svg.number(y)}" for x, y in points)
    colour = colours.seat(panel.seat)
    halo = svg.element("path", d=f"M{way}", fill="none", stroke=colours["ground"], stroke_width=5)
    line = svg.element("path", d=f"M{way}", fill="none", stroke=colour, stroke_width=2.5, stroke_linejoin="round")
    x, y = points[-1]
    return halo + line + svg.element("circle", cx=x, cy=y, r=5.5, fill=colour, stroke=colours["ground"], stroke_width=2)
