"""The turn bar: what can be chosen and lies nowhere on the table, as buttons."""

from services.render.drawing import Drawing, Part
from services.render.trajan.pen import Box, TablePen

_HEIGHT, _WIDTH, _PITCH = 40.0, 220.0, 232.0


def bar(drawing: Drawing) -> Part:
    """One button a choice."""
    pen = TablePen(drawing)
    handles = [handle for handle in drawing.legal if handle.startswith("bar:")]
    buttons = [
        _button(pen, handle, Box(1 + _PITCH * place, 1, _WIDTH, _HEIGHT)) for place, handle in enumerate(handles)
    ]
    return pen.part("bar", pen.say("part.bar"), (_PITCH * max(len(handles), 1), _HEIGHT + 2), *buttons)


def _button(pen: TablePen, handle: str, box: Box) -> str:
    ground = pen.rect(box, "card", "accent", rx=20, stroke_dasharray="5 3.5", stroke_width=1.5)
    label = pen.say(f"bar.{handle.removeprefix('bar:')}")
    x, y = box.centre
    return pen.thing(
        handle,
        ground,
        pen.text(x, y + 5, label, face="sans-600", size=15, colour="accent", anchor="middle", room=box.width - 24),
    )
