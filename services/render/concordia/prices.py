"""The price table: what the bank pays and takes for a good, and the first house in a city that makes it."""

from domain.concordia.data import DATA, Ware
from services.render.concordia.pen import ConcordiaPen, lettered
from services.render.drawing import Drawing, Part

_SIZE = (346.0, 88.0)
_FIRST, _STEP = 89.8, 55.6
_QUIET = 0.4


def prices(drawing: Drawing) -> Part:
    """The table, a column a good."""
    pen = ConcordiaPen(drawing)
    plate = pen.rect((0.6, 0.6, _SIZE[0] - 1.2, _SIZE[1] - 1.2), fill="card", edge="con-card-edge", width=1.2)
    rules = pen.rule(8, 31.5, 330, 0) + pen.rule(8, 55.5, 330, 0)
    rows = (("good", 23.0), ("bank", 48.0), ("first_house", 72.0))
    heads = [pen.text(10, y, drawing.say(f"draw.{key}"), size=13, colour="faint", room=62) for key, y in rows]
    columns = [_column(pen, _FIRST + _STEP * i, ware) for i, ware in enumerate(DATA.goods)]
    return pen.part("prices", drawing.say("draw.prices"), _SIZE, plate, rules, *heads, *columns)


def _column(pen: ConcordiaPen, x: float, ware: Ware) -> str:
    thing = f"price:{ware.id}"
    good = pen.good(ware.id, x, 18, 22)
    price = pen.coin(x, 43, 18, ware.price)
    count = len(ware.house_goods) + 1
    left = x - 17.2 * (count - 1) / 2
    house = [pen.good(asked, left + 17.2 * i, 68.5, 16.5) for i, asked in enumerate(ware.house_goods)]
    house.append(pen.coin(left + 17.2 * (count - 1), 68.5, 17, ware.house_money))
    state = pen.state_of(thing)
    box = pen.frame(thing, (x - 26, 4, 52, 80)) if state in ("legal", "chosen") else ""
    trading = pen.public.action == "mercator"  # what was traded in an earlier turn can be traded again
    quiet = _QUIET if trading and ware.id in pen.public.traded else None
    return pen.thing(thing, box, lettered(good, price, *house, opacity=quiet))
