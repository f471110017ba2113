"""A position as parts of its page: pictures with buttons, the panels that hold them, and what is not on the board."""

import re
from collections.abc import Iterable, Mapping
from typing import NamedTuple

import msgspec
from markupsafe import Markup

from domain.kernel.ids import Seat
from services.play.positions import Position
from services.queries.composing import targets
from services.render import svg
from services.render.drawing import Drawing, Part, Target
from services.render.icons import definitions, symbols
from services.render.orders import words_of
from services.render.registry import renderer_of
from services.render.seats import letters, symbol_name
from services.render.theme import theme
from services.web.table.layouts import Panel, layout_of, of_seat

_HANDLE = re.compile(r'data-handle="([^"]+)"')
_BAR = "bar:"


class DrawnPanel(NamedTuple):
    """A panel with its parts; `lit` says that something in it can be pointed at."""

    area: str
    title: str
    hint: str
    icon: str
    numeral: str
    column: str
    drawer: bool
    tab: str
    owner: Seat | None
    parts: list[Markup]
    lit: bool


class BarButton(NamedTuple):
    """Something that can be pointed at and stands nowhere on the board."""

    handle: str
    text: str
    label: str
    aside: bool


class DrawnTable(NamedTuple):
    """Everything of a table that is drawn."""

    panels: list[DrawnPanel]
    frieze: list[Markup]
    others: list[tuple[Seat, list[Markup]]]
    buttons: list[BarButton]
    place: str
    upright: bool


class Look(NamedTuple):
    """How a position is to be drawn."""

    lang: str
    narrow: bool
    changed: frozenset[str] = frozenset()


def drawing_of(position: Position, look: Look) -> Drawing:
    """What the game's renderer is given."""
    renderer = renderer_of(position.game.meta.slug)
    drawing = Drawing(
        view=position.view,
        players=tuple(position.players),
        seat=position.seat,
        theme=theme("page", renderer.package),
        words=words_of(position.game),
        lang=look.lang,
        changed=look.changed,
        compact=look.narrow,
    )
    composed = position.composed
    if composed is None:
        return drawing
    legal = targets(composed.pointing, position.path, lambda thing: renderer.thing_name(drawing, thing))
    drafted = tuple(renderer.handles(command) for command in composed.commands)
    return msgspec.structs.replace(drawing, legal=legal, chosen=_chosen(position, legal), drafted=drafted)


def _chosen(position: Position, legal: Mapping[str, Target]) -> frozenset[str]:
    """What was pointed at: the path, and what the draft was composed of, unless it can be pointed at once more."""
    composed, path = position.composed, position.path
    if composed is None:
        return frozenset()
    kinds = {thing.partition(":")[0] for thing in path}
    earlier = (thing for thing in composed.chosen if thing not in legal and thing.partition(":")[0] not in kinds)
    return frozenset((*path, *earlier))


def draw(position: Position, look: Look) -> DrawnTable:
    """Draw every part that the page of the game shows."""
    renderer, drawing = renderer_of(position.game.meta.slug), drawing_of(position, look)
    drawers = renderer.drawers(drawing)
    layout = layout_of(renderer.slug, (name for name in drawers if name != "bar"))
    focus = position.seat if position.seat is not None else next(iter(position.to_act), Seat(0))
    seats = [Seat(number) for number in range(len(position.players))]
    others = {seat: of_seat(layout.folded, seat) for seat in seats if seat != position.seat} if layout.folded else {}
    shown = [(panel, _names(panel, position.seat, focus)) for panel in layout.panels]
    wanted = {*layout.frieze, *(name for _, names in shown for name in names)}
    wanted.update(name for names in others.values() for name in names)
    parts = {part.name: part for part in renderer.parts(drawing, wanted)}
    drawn = {name: part_svg(part) for name, part in parts.items()}
    found = {handle for part in parts.values() for handle in _HANDLE.findall(part.body)}
    board = parts.get(shown[0][1][0])
    return DrawnTable(
        panels=[
            _panel(drawing, panel, focus, [drawn[name] for name in names if name in drawn]) for panel, names in shown
        ],
        frieze=[drawn[name] for name in layout.frieze],
        others=[(seat, [drawn[name] for name in names]) for seat, names in others.items()],
        buttons=[_button(position, drawing, handle) for handle in drawing.legal if handle not in found],
        place=renderer.position(drawing),
        upright=board is not None and board.height > board.width,
    )


def draw_seat(position: Position, look: Look, seat: Seat) -> list[Markup]:
    """Another seat's board as a whole."""
    renderer, drawing = renderer_of(position.game.meta.slug), drawing_of(position, look)
    names = of_seat(layout_of(renderer.slug, ()).opened, seat)
    return [part_svg(part) for part in renderer.parts(drawing, names)]


def _names(panel: Panel, seat: Seat | None, focus: Seat) -> list[str]:
    return of_seat(panel.watching, focus) if seat is None and panel.watching else list(panel.parts)


def _panel(drawing: Drawing, panel: Panel, owner: Seat, parts: list[Markup]) -> DrawnPanel:
    return DrawnPanel(
        area=panel.area,
        title=drawing.say(panel.title) if panel.title else "",
        hint=drawing.say(panel.hint) if panel.hint else "",
        icon=panel.icon,
        numeral=panel.numeral,
        column=panel.column,
        drawer=panel.drawer,
        tab=drawing.say(panel.tab) if panel.tab else "",
        owner=owner if panel.owner else None,
        parts=parts,
        lit=any("data-handle=" in part for part in parts),
    )


def _button(position: Position, drawing: Drawing, handle: str) -> BarButton:
    target = drawing.legal[handle]
    renderer = renderer_of(position.game.meta.slug)
    text = renderer.thing_name(drawing, handle) if handle.startswith(_BAR) else target.label
    return BarButton(handle, text, target.label, target.aside)


def part_svg(part: Part) -> Markup:
    """A part as an element of the page, which has the symbols that it uses."""
    size = f"0 0 {svg.number(part.width)} {svg.number(part.height)}"
    name = "part-" + re.sub(r"[^a-z0-9]+", "-", part.name)
    drawn = svg.element("svg", part.body, id=name, class_="part", viewBox=size, role="group", aria_label=part.title)
    return Markup(drawn)  # noqa: S704 - the renderer escapes every text and attribute


def page_symbols(position: Position) -> Markup:
    """Every symbol of the game and the marks of its seats, once for all parts of the page."""
    package = renderer_of(position.game.meta.slug).package
    marks: Iterable[str] = map(symbol_name, range(len(position.players)), letters(position.players))
    return Markup(definitions(package, {*symbols(package), *marks}, theme("page", package)))  # noqa: S704 - our own files
