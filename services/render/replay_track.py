"""The track of a replay: one stone a turn, as wide as it took choices and as high as it scored.

Lengths along the track are percentages, so that it fits any page without its texts being stretched.
"""

from collections.abc import Sequence
from typing import NamedTuple

from services.render import svg
from services.render.theme import Theme, theme

HEIGHT = 104.0
_RAIL, _LOW, _HIGH = 76.0, 12.0, 40.0
_MANY_POINTS = 12
"""A turn with so many points, or more, has the highest stone."""
_THUMB = 11.0
_BESIDE_THE_END = 0.84
"""From here on a phone has no room for another name beside the word for the end."""
_NEAR_AN_EDGE = 12


class Stone(NamedTuple):
    """A turn."""

    seat: int | None
    choices: int
    points: int


class Tick(NamedTuple):
    """The end of a round, after so many choices; a label names what lies before it."""

    choices: int
    label: str = ""


def track(stones: Sequence[Stone], ticks: Sequence[Tick], done: int, label: str) -> str:
    """The whole track, with the thumb after `done` choices and what it says."""
    colours = theme("page", "services.render")
    length = max(sum(stone.choices for stone in stones), 1)
    return svg.element(
        "svg",
        svg.element("rect", y=_RAIL, width="100%", height=1, fill=colours["edge"]),
        *_stones(stones, length, done, colours),
        *_ticks(ticks, length, colours),
        _thumb(done / length, label, colours),
        width="100%",
        height=HEIGHT,
        class_="track",
        aria_hidden="true",
    )


def _percent(share: float) -> str:
    return f"{svg.number(100 * share)}%"


def _stones(stones: Sequence[Stone], length: int, done: int, colours: Theme) -> list[str]:
    """The stones, those of one colour together; what lies ahead of the thumb is pale."""
    groups: dict[tuple[int | None, bool], list[str]] = {}
    before = 0
    for stone in stones:
        height = _LOW + (_HIGH - _LOW) * min(max(stone.points, 0) / _MANY_POINTS, 1)
        place = {"x": _percent(before / length), "width": _percent(stone.choices / length)}
        drawn = svg.element("rect", **place, y=round(_RAIL - height), height=round(height))
        groups.setdefault((stone.seat, before >= done), []).append(drawn)
        before += stone.choices
    return [
        svg.element(
            "g",
            *drawn,
            fill=colours["faint"] if seat is None else colours.seat(seat),
            stroke=colours["card"],
            class_="ahead" if ahead else None,
        )
        for (seat, ahead), drawn in groups.items()
    ]


def _ticks(ticks: Sequence[Tick], length: int, colours: Theme) -> list[str]:
    """Where rounds end, and what they are called; the name of the last one ends where the track does."""
    drawn, before = [], 0
    for tick in ticks:
        at, middle, last = tick.choices / length, (before + tick.choices) / 2 / length, tick is ticks[-1]
        drawn.append(svg.element("rect", x=_percent(at), y=_RAIL - 6, width=1, height=14, fill=colours["faint"]))
        place = {"x": "100%", "text_anchor": "end"} if last else {"x": _percent(middle), "text_anchor": "middle"}
        if tick.label and (last or middle < _BESIDE_THE_END or ticks[-1].label.isdigit()):
            drawn.append(svg.element("text", svg.text_node(tick.label), **place, y=HEIGHT - 6))
        before = tick.choices
    return drawn


def _thumb(share: float, label: str, colours: Theme) -> str:
    """The thumb and its label, which stays within the track."""
    at, percent = _percent(share), 100 * share
    anchor = "start" if percent < _NEAR_AN_EDGE else "end" if percent > 100 - _NEAR_AN_EDGE else "middle"
    ink = colours["ink"]
    return svg.element(
        "g",
        svg.element("line", x1=at, x2=at, y1=24, y2=_RAIL + 12, stroke=ink, stroke_width=2),
        svg.element("circle", cx=at, cy=_RAIL, r=_THUMB, fill=colours["card"], stroke=ink, stroke_width=2),
        svg.element("text", svg.text_node(label), x=at, y=16, text_anchor=anchor, class_="here"),
        class_="thumb",
    )
