"""A position as parts of its page: pictures with buttons, the panels that hold them, and what is not on the board."""

import re
from collections.abc import Collection, Iterable, Mapping
from functools import lru_cache
from typing import Final, NamedTuple

import msgspec
from markupsafe import Markup

from domain.kernel.ids import Seat
from services.cache import Cache
from services.queries.composing import targets
from services.queries.positions import Narrow, Position
from services.render import svg
from services.render.drawing import Drawing, Part, Target
from services.render.icons import definitions, symbols
from services.render.orders import words_of
from services.render.registry import renderer_of
from services.render.seats import letters, symbol_name
from services.render.theme import theme
from services.web.compressed import CUT
from services.web.table.layouts import Panel, TableLayout, layout_of, of_seat
from services.web.table.turn_bar import drawn_sign

_HANDLE = re.compile(r'data-handle="([^"]+)"')
_KEPT = re.compile(rf'{CUT}<svg [^>]*data-kept="(?P<sum>\w+)"[^>]*>')
_LASTING = re.compile(rf'(?P<head><g data-kept="(?P<sum>\w+)"[^>]*>).*?</g>{svg.LASTS}', re.DOTALL)
_BAR = "bar:"
_TABLET: Final = 2
_encode = msgspec.json.Encoder(order="deterministic").encode


class DrawnPanel(NamedTuple):
    """A panel with its parts; `lit` says that something in it can be pointed at."""

    area: str
    title: str
    hint: str
    icon: str
    numeral: str
    column: str
    drawer: bool
    tile: bool
    glance: str
    """Of a drawer that shows small what is in it: the name of its part on the page."""
    tab: str
    scrolls: bool
    owner: Seat | None
    standing: tuple[str, str, str]
    """The owner's points as things stand: the words before the number, the number, the words after it."""
    of_round: list[tuple[Markup | str, str]]
    """The cards of this round, as signs with their names."""
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
    narrow: Narrow
    changed: frozenset[str] = frozenset()
    whole: bool = True
    """With what stands around the board: the frieze, and the other seats."""


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
        compact=look.narrow > 0,
        tablet=look.narrow == _TABLET,
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


_DRAWN: Cache[bytes, DrawnTable] = Cache(64)
"""Tables that were drawn lately, by all that is shown: whoever else asks for the same is shown the same."""


def draw(position: Position, look: Look) -> DrawnTable:
    """Draw every part that the page of the game shows, unless just that was drawn lately.

    It takes a few milliseconds, less than another thread would hold the interpreter before it gives way.
    """
    drawing = drawing_of(position, look)
    key = _content(position, drawing, look)
    return _DRAWN.get(key) or _DRAWN.put(key, _draw(position, drawing, look))


def _content(position: Position, drawing: Drawing, look: Look) -> bytes:
    """Everything that a drawing shows, as bytes: the view itself, never a name for it."""
    meta, shown = position.game.meta, drawing
    of_view = (meta.slug, meta.data_hash, shown.view, shown.players, shown.seat, position.to_act)
    return _encode((of_view, shown.legal, shown.chosen, shown.drafted, look))


def _draw(position: Position, drawing: Drawing, look: Look) -> DrawnTable:
    renderer = renderer_of(position.game.meta.slug)
    layout = layout_of(renderer.slug, (name for name in renderer.drawers(drawing) if name != "bar"))
    focus = position.seat if position.seat is not None else next(iter(position.to_act), Seat(0))
    others = _others(layout, position)
    around = [*layout.frieze, *(name for names in others.values() for name in names)]
    shown = [(panel, _names(panel, position.seat, focus)) for panel in layout.panels]
    wanted = {name for _, names in shown for name in names}
    parts = {part.name: part for part in renderer.parts(drawing, wanted.union(around if look.whole else ()))}
    unseen = _unseen(drawing, parts.values())
    if not look.whole and not all(handle.startswith(_BAR) for handle in unseen):
        unseen = _unseen(drawing, [*parts.values(), *renderer.parts(drawing, around)])
    drawn = {name: part_svg(part) for name, part in parts.items()}
    board = parts.get(shown[0][1][0])
    return DrawnTable(
        panels=[
            _panel(renderer.slug, drawing, panel, focus, [drawn[name] for name in names if name in drawn])
            for panel, names in shown
        ],
        frieze=[drawn[name] for name in layout.frieze if look.whole],
        others=[(seat, [drawn[name] for name in names]) for seat, names in others.items() if look.whole],
        buttons=[_button(position, drawing, handle) for handle in unseen],
        place=renderer.position(drawing),
        upright=board is not None and board.height > board.width,
    )


def _others(layout: TableLayout, position: Position) -> dict[Seat, list[str]]:
    """The parts of the other seats, folded."""
    seats = [Seat(number) for number in range(len(position.players))] if layout.folded else []
    return {seat: of_seat(layout.folded, seat) for seat in seats if seat != position.seat}


def _unseen(drawing: Drawing, parts: Collection[Part]) -> list[str]:
    """What can be pointed at and stands in none of the parts."""
    found = {handle for part in parts for handle in _HANDLE.findall(part.body)}
    return [handle for handle in drawing.legal if handle not in found]


def draw_seat(position: Position, look: Look, seat: Seat) -> list[Markup]:
    """Another seat's board as a whole."""
    renderer, drawing = renderer_of(position.game.meta.slug), drawing_of(position, look)
    names = of_seat(layout_of(renderer.slug, ()).opened, seat)
    return [part_svg(part) for part in renderer.parts(drawing, names)]


def _names(panel: Panel, seat: Seat | None, focus: Seat) -> list[str]:
    return of_seat(panel.watching, focus) if seat is None and panel.watching else list(panel.parts)


def _panel(slug: str, drawing: Drawing, panel: Panel, owner: Seat, parts: list[Markup]) -> DrawnPanel:
    renderer = renderer_of(slug)
    now = renderer.standing(drawing, owner) if panel.owner else None
    return DrawnPanel(
        area=panel.area,
        title=drawing.say(panel.title) if panel.title else "",
        hint=drawing.say(panel.hint) if panel.hint else renderer.hint(drawing, panel.area),
        icon=panel.icon,
        numeral=panel.numeral,
        column=panel.column,
        drawer=panel.drawer,
        tile=panel.tile,
        glance=_id_of(panel.parts[0]) if panel.glance else "",
        tab=drawing.say(panel.tab) if panel.tab else "",
        scrolls=panel.scrolls,
        owner=owner if panel.owner else None,
        standing=now.said.partition(now.points) if now else ("", "", ""),
        of_round=[(drawn_sign(sign, drawing.theme), name) for sign, name in renderer.of_round(drawing)]
        if panel.owner
        else [],
        parts=parts,
        lit=any("data-handle=" in part for part in parts),
    )


def _button(position: Position, drawing: Drawing, handle: str) -> BarButton:
    target = drawing.legal[handle]
    renderer = renderer_of(position.game.meta.slug)
    text = renderer.thing_name(drawing, handle) if handle.startswith(_BAR) else target.label
    return BarButton(handle, text, target.label, target.aside)


def _id_of(part: str) -> str:
    return "part-" + re.sub(r"[^a-z0-9]+", "-", part)


def part_svg(part: Part) -> Markup:
    """A part as an element of the page, which has the symbols that it uses."""
    size = f"0 0 {svg.number(part.width)} {svg.number(part.height)}"
    drawn = svg.element(
        "svg",
        part.body,
        id=_id_of(part.name),
        class_="part",
        viewBox=size,
        role="group",
        aria_label=part.title,
        data_kept=svg.sum_of(part.title + part.body),
    )
    return Markup(f"{CUT}{drawn}{CUT}")  # noqa: S704 - the renderer escapes every text and attribute


def without(drawn: DrawnTable, kept: Collection[str]) -> DrawnTable:
    """The table for a page that keeps some of it: only the names of those parts and grounds are left, for a script."""
    return drawn._replace(
        panels=[panel._replace(parts=[_emptied(part, kept) for part in panel.parts]) for panel in drawn.panels],
        frieze=[_emptied(part, kept) for part in drawn.frieze],
        others=[(seat, [_emptied(part, kept) for part in parts]) for seat, parts in drawn.others],
    )


def _emptied(part: Markup, kept: Collection[str]) -> Markup:
    head = _KEPT.match(part)
    if head and head["sum"] in kept:
        return Markup(f"{head[0]}</svg>{CUT}")  # noqa: S704 - the beginning of what was drawn
    return Markup(_LASTING.sub(lambda it: f"{it['head']}</g>" if it["sum"] in kept else it[0], part))  # noqa: S704 - less of the same


def page_symbols(position: Position) -> Markup:
    """Every symbol of the game and the marks of its seats, once for all parts of the page."""
    package = renderer_of(position.game.meta.slug).package
    return _symbols(package, tuple(map(symbol_name, range(len(position.players)), letters(position.players))))


@lru_cache(maxsize=256)
def _symbols(package: str, marks: Iterable[str]) -> Markup:
    drawn = definitions(package, {*symbols(package), *marks}, theme("page", package))
    return Markup(f"{CUT}{drawn}{CUT}")  # noqa: S704 - our own files
