"""A plot as SVG: a few lines over a logarithmic axis, side by side. Nothing but text is needed for that."""

import math
from collections.abc import Mapping, Sequence
from typing import NamedTuple

WIDTH, HEIGHT, GAP = 360, 240, 60
_COLOURS = ("#8c2f1b", "#2f5d8c", "#5b7f3a")
_LEFT, _TOP, _BOTTOM = 56, 34, 40


class Panel(NamedTuple):
    """A title, and lines by name, each of points (x, y)."""

    title: str
    across: str
    lines: Mapping[str, Sequence[tuple[float, float]]]


def plot(panels: Sequence[Panel]) -> str:
    """The panels beside each other."""
    width = len(panels) * (WIDTH + GAP)
    parts = [_panel(panel, number * (WIDTH + GAP)) for number, panel in enumerate(panels)]
    style = "text{font:12px sans-serif;fill:#333}.t{font-size:14px;font-weight:bold}.g{stroke:#ddd}"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {HEIGHT + 30}" width="{width}">'
        f'<style>{style}</style><rect width="100%" height="100%" fill="#fff"/>{"".join(parts)}</svg>\n'
    )


def _panel(panel: Panel, offset: float) -> str:
    points = [point for line in panel.lines.values() for point in line]
    xs = sorted({x for x, _ in points})
    top = _round_up(max(y for _, y in points))
    across, high = WIDTH - _LEFT, HEIGHT - _TOP - _BOTTOM

    def place(x: float, y: float) -> tuple[float, float]:
        share = (math.log(x) - math.log(xs[0])) / (math.log(xs[-1]) - math.log(xs[0])) if len(xs) > 1 else 0.5
        return round(offset + _LEFT + share * across, 1), round(_TOP + high * (1 - y / top), 1)

    made = [f'<text class="t" x="{offset + _LEFT}" y="18">{panel.title}</text>']
    for step in range(5):
        value = top * step / 4
        _, y = place(xs[0], value)
        made.append(f'<line class="g" x1="{offset + _LEFT}" x2="{offset + WIDTH}" y1="{y}" y2="{y}"/>')
        made.append(f'<text x="{offset + _LEFT - 6}" y="{y + 4}" text-anchor="end">{value:,.4g}</text>')
    below = HEIGHT - _BOTTOM + 18
    made += [f'<text x="{place(x, 0)[0]}" y="{below}" text-anchor="middle">{x:,.0f}</text>' for x in xs]
    made.append(f'<text x="{offset + _LEFT + across / 2}" y="{HEIGHT - 4}" text-anchor="middle">{panel.across}</text>')
    for number, (name, line) in enumerate(panel.lines.items()):
        colour = _COLOURS[number % len(_COLOURS)]
        places = [place(*point) for point in line]
        path = " ".join(f"{x},{y}" for x, y in places)
        made.append(f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2"/>')
        made += [f'<circle cx="{x}" cy="{y}" r="3.5" fill="{colour}"/>' for x, y in places]
        left = offset + _LEFT + 130 * number
        made.append(f'<circle cx="{left + 5}" cy="{HEIGHT + 14}" r="5" fill="{colour}"/>')
        made.append(f'<text x="{left + 16}" y="{HEIGHT + 18}">{name}</text>')
    return "".join(made)


def _round_up(value: float) -> float:
    """The next figure that an axis can end with."""
    scale = 10.0 ** math.floor(math.log10(value))
    return next(step * scale for step in (1, 2, 4, 8, 10) if step * scale >= value)
