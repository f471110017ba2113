"""What lies in front of a player beside the colony: resources, ship, tiles of this round, display."""

from domain.forum_trajanum.data import RESOURCES, WORKER
from services.render import svg, text
from services.render.forum_trajanum import pieces
from services.render.forum_trajanum.pen import Box, TablePen

_COLOUR_OF_WORKER = {worker: colour for colour, worker in WORKER.items()}
GAP = 4


class Strip:
    """Nine items side by side, each an icon and a number; wide strips also say what they are."""

    def __init__(self, pen: TablePen, seat: int, box: Box, *, icon: float, told: bool = False) -> None:
        self.pen = pen
        self.seat = seat
        self.box = box
        self.icon = icon
        self.told = told
        self.item = box.width / (len(RESOURCES) + 1)

    def draw(self) -> str:
        stock = self.pen.colony(self.seat).stock
        drawn = [self._resource(place, name, stock[name]) for place, name in enumerate(RESOURCES)]
        return "".join(drawn) + self._ship(len(RESOURCES))

    def _resource(self, place: int, name: str, number: int) -> str:
        icon, colour = pieces.ICON[name]
        word = self.pen.drawing.name(_COLOUR_OF_WORKER.get(name, name))
        return self._item(place, f"stock:{name}", (icon, colour), number, word)

    def _ship(self, place: int) -> str:
        number = self.pen.colony(self.seat).ship
        return self._item(place, "ship", ("ship", f"seat-{self.seat + 1}"), number, self.pen.say("envoys"))

    def _item(self, place: int, thing: str, icon: tuple[str, str], number: int, word: str) -> str:
        pen, box = self.pen, self.box
        name = pen.of(self.seat, thing)
        left = box.x + place * self.item
        gap = min(6, self.icon * 0.2)
        size = self.icon * 0.78
        content = str(number)
        wide = self.icon + gap + text.width("0" * len(content), "serif-600", size)
        x = left + max((self.item - wide) / 2, 0)
        top = box.y + (3 if self.told else (box.height - self.icon) / 2)
        drawn = svg.group(pen.icon(icon[0], x, top, self.icon, icon[1]), opacity=None if number else 0.65)
        figure = pen.text(
            x + self.icon + gap,
            top + self.icon * 0.78,
            content,
            face="serif-600" if number else "serif",
            size=size,
            colour=self._colour(name, number),
            room=self.item - self.icon - gap,
        )
        label = self._label(left + self.item / 2, box.y + box.height - 6, word) if self.told else ""
        frame = Box(left + 1, box.y - 1, self.item - 2, box.height + 2)
        return pen.thing(name, drawn, figure, label, self._frame(name, frame))

    def _colour(self, name: str, number: int) -> str:
        if self.pen.state_of(name) == "changed":
            return "accent"
        return "ink" if number else "faint"

    def _label(self, x: float, y: float, word: str) -> str:
        return self.pen.text(x, y, word, size=11, colour="faint", anchor="middle", room=self.item - 6)

    def _frame(self, name: str, box: Box) -> str:
        """A changed number is told by its colour: nine frames in a row would be noise."""
        return "" if self.pen.state_of(name) == "changed" else self.pen.frame(name, box)


def display(pen: TablePen, seat: int, box: Box) -> str:
    """The foreign tiles that lie open before a player, as large as they fit."""
    tiles = pen.colony(seat).display
    if not tiles:
        return pen.text(
            box.x, box.y + box.height * 0.68, pen.say("no_tiles"), size=11.5, colour="faint", room=box.width
        )
    size = min(box.height, (box.width + GAP) / len(tiles) - GAP)
    drawn = []
    for place, tile in enumerate(tiles):
        at = Box(box.x + place * (size + GAP), box.y + (box.height - size) / 2, size, size)
        drawn.append(pen.framed(pen.of(seat, f"display:{tile}"), at.grown(1), pieces.front(pen, tile, at), radius=3))
    return "".join(drawn)


def of_this_round(pen: TablePen, seat: int, box: Box) -> str:
    """The tiles of this round: face down until they are laid open, except to those who know them."""
    drawn = []
    for place, (which, tile) in enumerate(held(pen, seat)):
        at = Box(box.x + place * (box.height + GAP), box.y, box.height, box.height)
        face = pieces.front(pen, tile, at) if tile else pieces.back(pen, at)
        drawn.append(pen.framed(pen.of(seat, f"tile:{which}"), at.grown(1), face, radius=3))
    return "".join(drawn)


def held(pen: TablePen, seat: int) -> list[tuple[str, str | None]]:
    """The tiles of this round by where they came from; the front only of those that the reader may see."""
    view, turn = pen.view, pen.public.turn
    held: list[tuple[str, str | None]] = []
    if pen.public.stage == "women":
        held.append(("start", pen.colony(seat).start_citizen))
    if view.holds_own[seat]:
        held.append(("own", view.own_tile if pen.is_own(seat) else None))
    if view.holds_received[seat]:
        held.append(("received", _received(pen, seat)))
    if turn is not None and turn.seat == seat:
        shown = {"own": turn.own, "received": turn.received, "picked": turn.picked, "taken": turn.taken}
        held += [(which, tile) for which, tile in shown.items() if tile is not None]
    return held


def _received(pen: TablePen, seat: int) -> str | None:
    """Who passed a tile on still knows it."""
    view, reader = pen.view, pen.drawing.seat
    if pen.is_own(seat):
        return view.received_tile
    passed_to = None if reader is None else (reader - 1) % len(pen.public.colonies)
    return view.passed_tile if seat == passed_to else None
