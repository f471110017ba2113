"""The cards of a player: the hand in stacks of equal cards, and the pile of those that were played."""

from domain.concordia.data import CARDS, SPECIALISTS, Card
from services.render import svg, text
from services.render.concordia.cards import Stack, effect, god_name, kind_name, picture_of, stacks
from services.render.concordia.pen import Box, ConcordiaPen

LARGE = (86.0, 105.0)
_SMALL_HIGH = 50.0
_STEP, _NARROW_STEP, _ROW_STEP = 96.0, 90.0, 112.0
_EDGE = 3.0
_HEAD = 24.0
_QUIET = 0.5
_GLYPH, _SMALLEST_GLYPH = 16.0, 11.0
_PILE_HEAD = 104.0
"""How large a card is in a row of all cards: smaller in a long one, before they overlap."""


def card_thing(pen: ConcordiaPen, seat: int, card: str) -> str:
    """What a card in a hand is called on the table: the reader's own can be pointed at."""
    return f"card:{card}" if seat == pen.drawing.seat else f"hand:{seat}:{card}"


def hand(pen: ConcordiaPen, seat: int, x: float, y: float, room: float) -> str:
    """The hand: large cards side by side, or small ones in two rows if there are many."""
    cards = pen.public.players[seat].hand
    found = stacks(cards)
    words = pen.drawing.say("draw.cards", cards=len(cards))
    head = pen.heading(x, y + 15, pen.drawing.say("draw.hand"), words, 200)
    in_a_row, step = _in_a_row(pen, room)
    if len(found) > in_a_row and not pen.drawing.compact:
        drawn = [_small(pen, seat, stack, _cell(i, len(found), x, y, room)) for i, stack in enumerate(found)]
    else:
        drawn = [
            _large(pen, seat, stack, x + step * (i % in_a_row), y + _HEAD + _ROW_STEP * (i // in_a_row))
            for i, stack in enumerate(found)
        ]
    return head + svg.element("g", *drawn, opacity=_QUIET if _is_quiet(pen, seat) else None)


def _is_quiet(pen: ConcordiaPen, seat: int) -> bool:
    """Whether the reader is to point at something else than the hand."""
    if seat != pen.drawing.seat or all(target.aside for target in pen.drawing.legal.values()):
        return False
    states = {pen.state_of(f"card:{card}") for card in pen.public.players[seat].hand}
    return states.isdisjoint(("legal", "chosen"))


def rows_of_hand(pen: ConcordiaPen, seat: int, room: float) -> int:
    """How many rows large cards need."""
    return max(1, -(-len(stacks(pen.public.players[seat].hand)) // _in_a_row(pen, room)[0]))


def _in_a_row(pen: ConcordiaPen, room: float) -> tuple[int, float]:
    """How many large cards stand side by side, the last one with room for the edges of its stack; and their step."""
    step = _NARROW_STEP if pen.drawing.compact else _STEP
    return int((room + step - LARGE[0] - 2 * _EDGE) // step), step


def _cell(index: int, count: int, x: float, y: float, room: float) -> Box:
    """A field of two rows."""
    columns = -(-count // 2)
    wide = min(room / columns, 165)
    return (
        x + wide * (index % columns),
        y + _HEAD + (_SMALL_HIGH + 5) * (index // columns),
        wide - 8,
        _SMALL_HIGH,
    )


def _below(pen: ConcordiaPen, seat: int, stack: Stack, box: Box, edge: float) -> str:
    """The cards under the first one of a stack: only their edges show."""
    x, y, width, height = box
    return "".join(
        pen.thing(
            card_thing(pen, seat, stack.cards[i]),
            pen.frame(card_thing(pen, seat, stack.cards[i]), (x + edge * i, y - edge * i, width, height), radius=6),
        )
        for i in range(len(stack.cards) - 1, 0, -1)
    )


def _count(pen: ConcordiaPen, stack: Stack, x: float, y: float) -> str:
    if len(stack.cards) == 1:
        return ""
    return pen.text(x, y, f"×{len(stack.cards)}", face="serif-700", size=13, room=26)


def _badge(pen: ConcordiaPen, stack: Stack, x: float, y: float) -> str:
    """How many cards a pile has, on a corner of a small card, whose name needs the whole line."""
    if len(stack.cards) == 1:
        return ""
    number = pen.text(x, y + 3.8, f"×{len(stack.cards)}", face="sans-700", size=11, colour="card", anchor="middle")
    return pen.circle((x, y), 8.5, fill="ink") + number


def _large(pen: ConcordiaPen, seat: int, stack: Stack, x: float, y: float) -> str:
    thing, box = card_thing(pen, seat, stack.cards[0]), (x, y, *LARGE)
    words = effect(pen, pen.public.players[seat], stack.face)
    face = pen.thing(
        thing,
        pen.frame(thing, box, radius=6),
        _face(pen, stack.face, x, y, words),
        _count(pen, stack, x + 6, y + 16),
    )
    return _below(pen, seat, stack, box, _EDGE) + face


def _face(pen: ConcordiaPen, card: Card, x: float, y: float, words: str) -> str:
    """The face of a large card: picture, name, effect and god."""
    (width, height), middle = LARGE, x + LARGE[0] / 2
    name = pen.text(middle, y + 52, kind_name(pen, card), face="sans-600", size=13.5, anchor="middle", room=width - 8)
    first, *others = text.wrapped(words, "sans", 11.5, width - 10) or [""]
    told = [
        pen.text(middle, y + 65 + 12.5 * i, line, size=11.5, colour="faint", anchor="middle", room=width - 8)
        for i, line in enumerate((first, " ".join(others)))
        if line
    ]
    god, size = text.fitted(god_name(pen, card), "sans", 11.5, width - 26)
    left = middle - (text.width(god, "sans", size) + 16) / 2
    symbol = pen.icon(f"god-{card.god}", left, y + height - 16, 12)
    patron = pen.text(left + 16, y + height - 6, god, size=size, room=width - 26)
    rule = pen.rule(x, y + height - 20, width, 0)
    return rule + picture_of(pen, card, middle, y + 22, 28) + name + "".join(told) + symbol + patron


def _small(pen: ConcordiaPen, seat: int, stack: Stack, box: Box) -> str:
    x, y, width, _ = box
    thing = card_thing(pen, seat, stack.cards[0])
    name = pen.text(x + 30, y + 19, kind_name(pen, stack.face), face="sans-600", size=12.5, room=width - 36)
    words = effect(pen, pen.public.players[seat], stack.face)
    first, *others = text.wrapped(words, "sans", 10.5, width - 34) or [""]
    told = [
        pen.text(x + 30, y + 31.5 + 11.5 * i, line, size=10.5, colour="faint", room=width - 34)
        for i, line in enumerate((first, " ".join(others)))
        if line
    ]
    face = pen.thing(
        thing,
        pen.frame(thing, box, radius=6),
        picture_of(pen, stack.face, x + 16, y + 17, 22),
        name,
        pen.icon(f"god-{stack.face.god}", x + 10, y + 32, 12, "faint"),
        *told,
        _badge(pen, stack, x + width - 3, y + 2),
    )
    return _below(pen, seat, stack, box, 2) + face


# The pile


def discard(pen: ConcordiaPen, seat: int, x: float, y: float) -> str:
    """The pile: its top card, and below it the edges of the others."""
    pile = pen.public.players[seat].discard
    head = pen.heading(x, y + 15, pen.drawing.say("draw.discard"), str(len(pile)), LARGE[0] + 10)
    top = y + _HEAD
    if not pile:
        return head + pen.rect((x, top, *LARGE), edge="line", radius=6, dash="4 3")
    step = min(_EDGE, 6 / len(pile))
    drawn = []
    for above, card in zip(range(len(pile) - 1, -1, -1), pile, strict=True):
        thing, box = f"discard:{seat}:{card}", (x + step * above, top - step * above, *LARGE)
        if above and not pen.state_of(thing):
            drawn.append(pen.thing(thing, pen.rect(box, fill="ground", edge="line", radius=6)))
        else:
            face = "" if above else _face(pen, CARDS[card], x, top, "")
            drawn.append(pen.thing(thing, pen.frame(thing, box, radius=6, fill="ground"), face))
    return head + "".join(drawn)


def discard_line(pen: ConcordiaPen, seat: int, x: float, y: float, room: float) -> str:
    """The pile as one line, where there is no room for cards: small pictures, and the name of the top one, the last."""
    pile = pen.public.players[seat].discard
    head = pen.heading(x, y + 15, pen.drawing.say("draw.discard"), str(len(pile)), _PILE_HEAD)
    if not pile:
        return head
    left, named = x + _PILE_HEAD, 96.0
    step = min(_GLYPH + 4, (room - _PILE_HEAD - named - _GLYPH) / max(len(pile) - 1, 1))
    shown = [_glyph(pen, f"discard:{seat}:{card}", (left + step * i, y + 2), _GLYPH) for i, card in enumerate(pile)]
    end = left + step * (len(pile) - 1) + _GLYPH + 6
    return head + "".join(shown) + pen.text(end, y + 15, kind_name(pen, CARDS[pile[-1]]), size=13, room=named)


def glyphs(pen: ConcordiaPen, seat: int, x: float, y: float, room: float) -> str:
    """All cards of a player as a row of small pictures: the hand, a rule, then the pile in faint ink, its top last."""
    player = pen.public.players[seat]
    in_hand = [card for stack in stacks(player.hand) for card in stack.cards]
    apart = 12 if player.discard else 0
    step = min(17.0, (room - _GLYPH - apart) / max(len(in_hand) + len(player.discard) - 1, 1))
    size = max(_SMALLEST_GLYPH, min(_GLYPH, step + 1))
    y += (_GLYPH - size) / 2
    played_at = x + step * len(in_hand) + apart
    hand = [_glyph(pen, f"hand:{seat}:{card}", (x + step * i, y), size) for i, card in enumerate(in_hand)]
    played = [
        _glyph(pen, f"discard:{seat}:{card}", (played_at + step * i, y), size) for i, card in enumerate(player.discard)
    ]
    rule = pen.rule(played_at - 5, y, 0, size) if played else ""
    ink, faint = pen.theme["ink"], pen.theme["faint"]
    return svg.element("g", *hand, color=ink) + rule + svg.element("g", *played, color=faint)


def _glyph(pen: ConcordiaPen, thing: str, at: tuple[float, float], size: float) -> str:
    """A card as a small picture in the colour of its row; a specialist shows the good."""
    kind = CARDS[thing.rpartition(":")[2]].kind
    good = SPECIALISTS.get(kind)
    symbol = f"card-{kind}" if good is None else f"good-{good}"
    return pen.thing(thing, pen.icon(symbol, *at, size, None))
