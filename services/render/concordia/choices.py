"""Choices that are not on the table, as a list of buttons for the turn bar."""

from services.render.concordia.pen import ConcordiaPen
from services.render.drawing import Drawing, Part

_WIDTH, _HIGH = 390.0, 44.0


def choices(drawing: Drawing) -> Part:
    """A button for each handle of the bar that can be pointed at now."""
    pen = ConcordiaPen(drawing)
    handles = [handle for handle in drawing.legal if handle.startswith("bar:")]
    drawn = [pen.thing(handle, _button(pen, handle, _HIGH * row)) for row, handle in enumerate(handles)]
    return pen.part("bar", drawing.say("draw.choices"), (_WIDTH, _HIGH * len(handles)), *drawn)


def _button(pen: ConcordiaPen, handle: str, top: float) -> str:
    frame = pen.frame(handle, (4, top + 3, _WIDTH - 8, _HIGH - 6), radius=6)
    return frame + pen.text(18, top + 27, pen.drawing.legal[handle].label, size=14, room=_WIDTH - 36)
