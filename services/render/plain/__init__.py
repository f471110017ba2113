"""Draws a game that has no renderer of its own: its view as text, its choices as a list in the turn bar.

Whoever adds a game can play it in a browser before its board is drawn.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

from domain.kernel.game import Command, View
from services.render import svg
from services.render.drawing import Drawing, Part, Pen
from services.render.miniature import WIDE, Miniature, ground, marks
from services.render.picture import CAPTION, WIDTH
from services.render.renderer import Drawers, Layout, Placed, Renderer

_LINE = 20
_MOST_LINES = 60


class PlainRenderer(Renderer):
    """Shows what a view holds, line by line."""

    package = "services.render.plain"
    glyph = "M4 8.5 12 4l8 4.5v8L12 21l-8-4.5ZM4 8.5l8 4.5 8-4.5M12 13v8"

    def __init__(self, slug: str) -> None:
        """Draw the game of that name."""
        self.slug = slug

    def handles(self, command: Command) -> tuple[str, ...]:
        """Each command is a thing of its own in the turn bar."""
        fields = msgspec.to_builtins(command)
        return ("do:" + ":".join(str(value) for value in fields.values()),)

    def thing_name(self, drawing: Drawing, thing: str) -> str:  # noqa: ARG002 - each handle is a whole command and is called by its label
        """Never asked: every handle names one command."""
        return thing

    def drawers(self, drawing: Drawing) -> Drawers:
        """The view, and the choices as buttons."""
        return {"view": lambda: _view(drawing), "choices": lambda: _choices(drawing)}

    def layout(self, drawing: Drawing) -> Layout:
        """The view below the caption."""
        view = _view(drawing)
        return Layout([Placed(view, 0, CAPTION)], CAPTION + view.height)

    def miniature(self, drawing: Drawing) -> Miniature:
        """The marks of the seats: nothing else is known of the game."""
        middle, pitch = WIDE[0] / 2, 44
        left = middle - pitch * (len(drawing.players) - 1) / 2
        seats = range(len(drawing.players))
        drawn = [marks(drawing.theme, seat, [(left + pitch * seat, WIDE[1] / 2)], 32) for seat in seats]
        return Miniature(ground(drawing.theme) + "".join(drawn), middle - WIDE[1] / 2)

    def changed(self, before: View, after: View) -> frozenset[str]:
        """The lines that differ."""
        old = dict(_lines(msgspec.to_builtins(before)))
        new = dict(_lines(msgspec.to_builtins(after)))
        return frozenset(f"line:{name}" for name, value in new.items() if old.get(name) != value)

    def position(self, drawing: Drawing) -> str:  # noqa: ARG002 - nothing is known of the game
        """Nothing is known about rounds."""
        return ""


def _lines(value: Any, name: str = "") -> Iterator[tuple[str, str]]:  # noqa: ANN401 - any JSON value
    if isinstance(value, Mapping) and value:
        for key, item in value.items():
            yield from _lines(item, f"{name}.{key}" if name else str(key))
    elif isinstance(value, list) and any(isinstance(item, (Mapping, list)) for item in value):
        for index, item in enumerate(value):
            yield from _lines(item, f"{name}.{index}")
    else:
        yield (
            name,
            ", ".join(map(str, value)) if isinstance(value, Sequence) and not isinstance(value, str) else str(value),
        )


def _view(drawing: Drawing) -> Part:
    pen = Pen(drawing)
    lines = [*_lines(msgspec.to_builtins(drawing.view))][:_MOST_LINES]
    drawn = [
        pen.thing(
            f"line:{name}",
            pen.text(24, 28 + _LINE * row, name, size=13, colour="faint", room=300),
            pen.text(340, 28 + _LINE * row, value, size=14, room=WIDTH - 364),
        )
        for row, (name, value) in enumerate(lines)
    ]
    height = 40 + _LINE * len(lines)
    ground = svg.element("rect", width=WIDTH, height=height, fill=drawing.theme["card"])
    return pen.part("view", drawing.say("plain.view"), (WIDTH, height), ground, *drawn)


def _choices(drawing: Drawing) -> Part:
    pen = Pen(drawing)
    buttons = [
        pen.thing(handle, _button(drawing, pen, row, target.label))
        for row, (handle, target) in enumerate(drawing.legal.items())
    ]
    return pen.part("choices", drawing.say("plain.choices"), (WIDTH, 44 * len(buttons)), *buttons)


def _button(drawing: Drawing, pen: Pen, row: int, label: str) -> str:
    frame = svg.element(
        "rect",
        x=12,
        y=44 * row + 4,
        width=WIDTH - 24,
        height=36,
        rx=6,
        fill=drawing.theme["legal-soft"],
        stroke=drawing.theme["accent"],
        stroke_dasharray="5 3.5",
    )
    return frame + pen.text(28, 44 * row + 27, label, size=15, room=WIDTH - 56)
