"""The parts of the table: one by one for the page, and together as a picture."""

from functools import partial

from domain.forum_trajanum.data import DATA
from domain.kernel.ids import Seat
from services.render import text
from services.render.drawing import Drawing, Part
from services.render.forum_trajanum import (
    buildings,
    choices,
    choosing,
    folded,
    forum,
    prestige,
    reckoning,
    rounds,
    secret_draft,
    sizes,
    stock,
    trajan_cards,
)
from services.render.forum_trajanum.colony import colony
from services.render.forum_trajanum.panel import panel, panel_name
from services.render.forum_trajanum.pen import Box, TablePen, known
from services.render.picture import CAPTION, WIDTH
from services.render.renderer import Drawers, Layout, Placed

_MARGIN, _GAP = 20, 14
_TOP = CAPTION + _GAP
_FORUM, _BUILDINGS, _CARDS = 382, 412, 338
_TITLE = 43
_LOWEST = 334
_LEGEND = 150
"""How much room a legend beside the forum needs."""
_PAGE, _PHONE, _ASIDE = 570, 366, 206
_IN_A_PICTURE = WIDTH - 2 * _MARGIN


# For the page


def drawers(drawing: Drawing) -> Drawers:
    """What draws the reader's own parts, what is everyone's, and the others, whole and as miniatures."""
    seats = range(len(known(drawing.view).public.colonies))
    own = {} if drawing.seat is None else _own(drawing, drawing.seat)
    others = [seat for seat in seats if seat != drawing.seat]
    return {
        **own,
        **_secret(drawing),
        **{name: partial(draw, drawing) for name, draw in _SHARED.items()},
        **{panel_name(seat): partial(panel, drawing, seat, 377.33, sizes.OF_THREE) for seat in others},
        **{f"miniature:{seat}": partial(_miniature, drawing, seat) for seat in others},
        **_offered(drawing),
        "bar": partial(_bar, drawing),
    }


def _own(drawing: Drawing, seat: Seat) -> Drawers:
    """The reader's colony and what belongs to it; smaller and without words on a phone."""
    width = _PHONE if drawing.compact else _PAGE
    return {
        "colony": partial(_colony, drawing, seat),
        "stock": partial(_stock, drawing, seat, width),
        "display": partial(_display, drawing, seat, width),
        "prestige": partial(_prestige, drawing, seat, width),
        "reckoning": partial(_reckoning, drawing, seat),
    }


def _secret(drawing: Drawing) -> Drawers:
    """While everyone chooses in secret: who has chosen, and to a seat that drafts its own draft."""
    pen, seat = TablePen(drawing), drawing.seat
    if not choosing.is_secret(pen.public):
        return {}
    shared: Drawers = {"choosing": partial(_choosing, drawing)}
    if seat is None or not secret_draft.has_draft(pen, seat):
        return shared
    return {"draft": partial(_draft, drawing, seat), **shared}


def _offered(drawing: Drawing) -> Drawers:
    """What can be chosen and lies nowhere else: on a phone with the open tiles, else in a panel of its own."""
    if drawing.compact:
        return {"choices": partial(_choices, drawing, _PHONE)}
    offered = _choices(drawing, _ASIDE)
    return {"composer": lambda: offered._replace(name="composer")} if offered.height else {}


def _draft(drawing: Drawing, seat: Seat) -> Part:
    pen = TablePen(drawing)
    body, size = secret_draft.draft(pen, seat)
    return pen.part("draft", pen.say("draft_part"), size, body)


def _choosing(drawing: Drawing) -> Part:
    pen = TablePen(drawing)
    width = _PHONE if drawing.compact else _ASIDE
    body, height = choosing.choosing(pen, width)
    return pen.part("choosing", pen.say("who_has_chosen"), (width, height), body)


def _colony(drawing: Drawing, seat: Seat) -> Part:
    size = sizes.PHONE if drawing.compact else sizes.PAGE
    pen = TablePen(drawing)
    tiles = "" if drawing.compact else stock.of_this_round(pen, seat, Box(0, 0, size.left, size.top - 4))
    return pen.part("colony", pen.say("colony_part"), size.whole, colony(pen, seat, size), tiles)


def _stock(drawing: Drawing, seat: Seat, width: float) -> Part:
    pen = TablePen(drawing)
    box = Box(0, 1, width, 42 if drawing.compact else 48)
    strip = stock.Strip(pen, seat, box, icon=20 if drawing.compact else 26, told=not drawing.compact)
    return pen.part("stock", pen.say("stock_part"), (width, box.height + 2), strip.draw())


def _display(drawing: Drawing, seat: Seat, width: float) -> Part:
    pen = TablePen(drawing)
    left = 0 if drawing.compact else 78
    words = "" if drawing.compact else _of_display(pen, seat, left - 6)
    tiles = stock.display(pen, seat, Box(left + 1, 1, width - left - 2, 38))
    return pen.part("display", pen.say("display_part"), (width, 40), words, tiles)


def _of_display(pen: TablePen, seat: Seat, room: float) -> str:
    """What lies beside it, and how many tiles those are."""
    said = pen.say("received", tiles=len(pen.colony(seat).display))
    title = pen.text(0, 18, pen.say("display"), face="sans-600", size=12, room=room)
    return title + pen.text(0, 32, said, size=11.5, colour="faint", room=room)


def _prestige(drawing: Drawing, seat: Seat, width: float) -> Part:
    pen = TablePen(drawing)
    told = not drawing.compact
    left = 78 if told else 0
    height = prestige.HEIGHT_TOLD if told else prestige.HEIGHT
    track = prestige.prestige(pen, seat, left, width - left, told=told)
    return pen.part("prestige", pen.say("prestige_part"), (width, height + 2), track)


def _reckoning(drawing: Drawing, seat: Seat) -> Part:
    pen = TablePen(drawing)
    width = _PHONE if drawing.compact else _PAGE
    body = reckoning.reckoning(pen, seat, width)
    return pen.part("reckoning", pen.say("reckoning_part"), (width, reckoning.HEIGHT), body)


def _cards(drawing: Drawing) -> Part:
    pen = TablePen(drawing)
    size = (buildings.WIDTH, trajan_cards.HEIGHT + 4)
    body = trajan_cards.strip(pen, Box(1, 2, buildings.WIDTH - 2, trajan_cards.HEIGHT))
    return pen.part("trajan", pen.say("trajan_cards"), size, body)


def _forum(drawing: Drawing) -> Part:
    """The mosaic below the line of its points; on a wide screen its title stands to the left in that line."""
    pen = TablePen(drawing)
    columns, rows = forum.extent(pen.public.forum)
    width, height = (forum.STONE * count + 2 * forum.EDGE for count in (columns, rows))
    if height > 2 * width and not drawing.compact:
        return _upright_forum(pen, height)
    wide = max(width, 250.0 if drawing.compact else 400.0)
    points, left = forum.summary(pen, wide, 15)
    words, room = pen.say("eagles_and_area"), left - (6 if drawing.compact else 54)
    if not text.fitted(words, "sans", 12, room)[0].endswith("…"):  # four who score much leave no room for it
        points += pen.text(left - 6, 15, words, size=12, colour="faint", anchor="end", room=room)
    body = forum.forum(pen, (wide - width) / 2, 24, forum.STONE)
    return pen.part("forum", pen.say("forum"), (wide, height + 24), points, body)


def _upright_forum(pen: TablePen, height: float) -> Part:
    """The narrow one of two players: beside it stand its points and what its signs mean, larger than usual.

    The height of the window makes all of it smaller.
    """
    whole, left = height * 1.34, height * 0.7
    points = forum.column(pen, Box(0, height * 0.22, left - 30, height * 0.3))
    signs = forum.legend(pen, 0, height * 0.57, left - 30, 1.4)
    return pen.part("forum", pen.say("forum"), (whole, height), points, signs, forum.forum(pen, left, 0, forum.STONE))


def _buildings(drawing: Drawing) -> Part:
    pen = TablePen(drawing)
    row = 67
    body = buildings.buildings(pen, 0, 0, row)
    return pen.part("buildings", pen.say("buildings"), (buildings.WIDTH + 4, buildings.height(row) + 4), body)


def _frieze(drawing: Drawing) -> Part:
    pen = TablePen(drawing)
    return pen.part("frieze", position(drawing), (rounds.FRIEZE[0] + 4, rounds.FRIEZE[1]), rounds.frieze(pen, 2, 0))


def _streets(drawing: Drawing) -> Part:
    pen = TablePen(drawing)
    return pen.part("streets", pen.say("streets"), rounds.STREETS, rounds.streets(pen, 0, 0))


_SHARED = {"trajan": _cards, "forum": _forum, "buildings": _buildings, "frieze": _frieze, "streets": _streets}
"""What is everyone's."""


def _miniature(drawing: Drawing, seat: int) -> Part:
    pen = TablePen(drawing)
    title = pen.say("miniature", player=drawing.players[seat], score=pen.view.scores[seat])
    return pen.part(f"miniature:{seat}", title, folded.SIZE, folded.folded(pen, seat))


def _choices(drawing: Drawing, width: float) -> Part:
    pen = TablePen(drawing)
    body, height = choices.choices(pen, width, drafts=width != _IN_A_PICTURE and "draft" in _secret(drawing))
    return pen.part("choices", pen.say("choices"), (width, height), body)


def _bar(drawing: Drawing) -> Part:
    pen = TablePen(drawing)
    width = _PHONE if drawing.compact else _PAGE
    body, height = choices.bar(pen, width)
    return pen.part("bar", pen.say("bar"), (width, height), body)


def position(drawing: Drawing) -> str:
    """The phase and its round, or what goes on around them."""
    public = known(drawing.view).public
    if not public.phase:
        return drawing.say("table.setting_up")
    if public.stage == "over":
        return drawing.say("table.over")
    phase = ("I", "II", "III")[public.phase - 1]
    per_phase = DATA.meta.rounds_per_phase
    if public.stage == "scoring":
        return drawing.say("table.scoring", phase=phase)
    return drawing.say("table.position", phase=phase, round=(public.round - 1) % per_phase + 1, rounds=per_phase)


# As a picture


def layout(drawing: Drawing) -> Layout:
    """All colonies side by side, below them what is everyone's, and last what the reader can choose."""
    public = known(drawing.view).public
    seats = len(public.colonies)
    width = (WIDTH - 2 * _MARGIN - _GAP * (seats - 1)) / seats
    size = sizes.IN_A_PICTURE[seats]
    panels = [panel(drawing, seat, width, size) for seat in range(seats)]
    placed = [Placed(one, _MARGIN + seat * (width + _GAP), _TOP) for seat, one in enumerate(panels)]
    y = _TOP + panels[0].height + _GAP
    lower = _lower(drawing)
    x = float(_MARGIN)
    for part in lower:
        placed.append(Placed(part, x, y))
        x += part.width + _GAP
    y += lower[0].height + _GAP
    offered = _choices(drawing, _IN_A_PICTURE)
    if offered.height:
        placed.append(Placed(offered, _MARGIN, y))
        y += offered.height + _GAP
    return Layout(placed, y + _MARGIN - _GAP)


def _lower(drawing: Drawing) -> list[Part]:
    """Forum, buildings and Trajan cards, all as high as the forum needs."""
    columns, rows = forum.extent(known(drawing.view).public.forum)
    cell = min(forum.STONE, 352 / columns, 288 / rows)
    height = max(_LOWEST, _TITLE + rows * cell + 2 * forum.EDGE + 12)
    return [
        _forum_panel(drawing, (columns, rows), cell, height),
        _buildings_panel(drawing, height),
        _cards_panel(drawing, height),
    ]


def _titled(pen: TablePen, width: float, height: float, key: str, room: float) -> str:
    ground = pen.rect(Box(0.5, 0.5, width - 1, height - 1), "card", radius=8, stroke="line")
    return ground + pen.text(_GAP, 27, pen.say(key), face="serif-600", size=18, room=room)


def _forum_panel(drawing: Drawing, extent: tuple[int, int], cell: float, height: float) -> Part:
    pen = TablePen(drawing)
    named = ("forum", pen.say("forum"), (float(_FORUM), height))
    points, left = forum.summary(pen, _FORUM - _GAP, 26)
    title = _titled(pen, _FORUM, height, "forum", left - _GAP - 6)
    width, high = (cell * count + 2 * forum.EDGE for count in extent)
    top = _TITLE + (height - _TITLE - 8 - high) / 2
    beside = _FORUM - width - 3 * _GAP
    if beside < _LEGEND:
        return pen.part(*named, title, points, forum.forum(pen, (_FORUM - width) / 2, top, cell))
    board = forum.forum(pen, _FORUM - width - _GAP, top, cell)
    return pen.part(*named, title, points, board, forum.legend(pen, _GAP, top + 6, beside))


def _buildings_panel(drawing: Drawing, height: float) -> Part:
    pen = TablePen(drawing)
    title = _titled(pen, _BUILDINGS, height, "buildings", _BUILDINGS - 2 * _GAP)
    row = (height - _TITLE - 4) / 4
    body = buildings.buildings(pen, 12, _TITLE - 2, row)
    return pen.part("buildings", pen.say("buildings"), (_BUILDINGS, height), title, body)


def _cards_panel(drawing: Drawing, height: float) -> Part:
    pen = TablePen(drawing)
    title = _titled(pen, _CARDS, height, "trajan_cards", _CARDS - 2 * _GAP)
    cards = trajan_cards.block(pen, _GAP, _TITLE, _CARDS - 2 * _GAP)
    left = height - _TITLE - 2 * trajan_cards.HEIGHT - 8
    y = _TITLE + 2 * trajan_cards.HEIGHT + 8 + (left - 100) / 2
    at = ((_CARDS - rounds.FRIEZE[0]) / 2, y + 2)
    public = pen.public
    fronts = pen.remembered(("frieze", at, public.phase, public.round, public.stage), lambda: rounds.frieze(pen, *at))
    drawn = rounds.streets(pen, (_CARDS - rounds.STREETS[0]) / 2, y + 58)
    return pen.part("trajan", pen.say("trajan_cards"), (_CARDS, height), title, cards, fronts, drawn)
