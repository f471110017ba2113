"""The path of every command: which things on the table are pointed at, one after the other.

Things that belong to the reader are named without a seat: `cell:food` is the food in the reader's own storehouse.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from domain.concordia import commands as cmd
from domain.concordia.data import CARDS, DATA, GOODS, Good, Map
from domain.kernel.game import Command


def _line_names(board: Map) -> dict[str, str]:
    """Lines by the cities at their ends; where land and sea join the same two, by their kind too."""
    shared = Counter((line.a, line.b) for line in board.lines)
    return {
        line.id: f"{line.a}-{line.b}" + (f"-{line.kind}" if shared[line.a, line.b] > 1 else "") for line in board.lines
    }


LINE_NAMES: Mapping[str, Mapping[str, str]] = {name: _line_names(board) for name, board in DATA.maps.items()}
"""Map → line → what the line is called in handles."""
_NAMES = {line: name for names in LINE_NAMES.values() for line, name in names.items()}
_SURCHARGE: Good = "cloth"
"""The good that is asked for in a slot with two surcharges, beside one of the buyer's choice or another of its kind."""


def line_ids(thing: str) -> tuple[str, ...]:
    """The lines, on any map, that a handle may stand for."""
    kind, _, name = thing.partition(":")
    return tuple(line for line, called in _NAMES.items() if called == name) if kind == "line" else ()


def place_name(place: str) -> str:
    """What a city or a line is called in handles."""
    return _NAMES.get(place, place)


def _play(command: cmd.PlayCard) -> tuple[str, ...]:
    return (f"card:{command.card}",)


def _move(command: cmd.MoveColonist) -> tuple[str, ...]:
    return (f"colonist:{command.kind}:{place_name(command.origin)}", f"line:{place_name(command.line)}")


def _build(command: cmd.BuildHouse) -> tuple[str, ...]:
    return (f"city:{command.city}",)


def _produce(command: cmd.ProduceGoods) -> tuple[str, ...]:
    return (f"province:{command.province}",)


def _place(command: cmd.PlaceColonist) -> tuple[str, ...]:
    return (f"cell:{command.kind}", f"city:{command.city}")


def _sell(command: cmd.SellGoods) -> tuple[str, ...]:
    return (f"cell:{command.good}", f"bar:sell-{command.count}")


def _buy(command: cmd.BuyGoods) -> tuple[str, ...]:
    return (f"price:{command.good}", f"bar:buy-{command.count}")


def _copy(command: cmd.CopyCard) -> tuple[str, ...]:
    return (f"pile:{command.opponent}",)


def _buy_card(command: cmd.BuyCard) -> tuple[str, ...]:
    """The card, then the good of the buyer's choice; of what the slot asks for there is only one way to pay."""
    added = Counter(command.goods) - Counter(CARDS[command.card].cost)
    if added.total() > 1:
        added -= Counter([_SURCHARGE])
    return (f"sale:{command.card}", *(f"cell:{good}" for good in added))


def _store(command: cmd.StoreGoods) -> tuple[str, ...]:
    """Good by good, dearest first: what is kept most often comes first."""
    seen: Counter[Good] = Counter()
    path = []
    for good in sorted(command.goods, key=GOODS.index, reverse=True):
        seen[good] += 1
        path.append(f"incoming:{good}:{seen[good]}")
    return tuple(path)


def _order(command: cmd.OrderOverflow) -> tuple[str, ...]:
    return (f"order:{command.order}",)


_PATHS: Mapping[type[Command], Callable[[Any], tuple[str, ...]]] = {
    cmd.PlayCard: _play,
    cmd.MoveColonist: _move,
    cmd.EndMoves: lambda _: ("bar:build",),
    cmd.BuildHouse: _build,
    cmd.ProduceGoods: _produce,
    cmd.TakeIncome: lambda _: ("bar:income",),
    cmd.PlaceColonist: _place,
    cmd.SellGoods: _sell,
    cmd.BuyGoods: _buy,
    cmd.CopyCard: _copy,
    cmd.BuyCard: _buy_card,
    cmd.EndAction: lambda _: ("bar:stop",),
    cmd.StoreGoods: _store,
    cmd.OrderOverflow: _order,
}


def handles(command: Command) -> tuple[str, ...]:
    """The path of a command."""
    return _PATHS[type(command)](command)


def chosen_colonist(chosen: Sequence[str] | frozenset[str]) -> tuple[str, str] | None:
    """Kind and place (as handles name it) of the colonist that was pointed at."""
    for thing in chosen:
        kind, *rest = thing.split(":")
        if kind == "colonist" and len(rest) == len(("kind", "place")):
            return rest[0], rest[1]
    return None
