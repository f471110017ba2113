"""The storehouse: what fits, what goods are on their way, and the choice of a player for whom they are too many (§5).

The table does not wait for a choice out of turn: it is due before its owner's own turn and before any scoring. Goods
that come meanwhile find no room there, since the answer fills every cell, and only the owner's own turn empties one.
"""

from collections.abc import Iterable, Sequence
from itertools import combinations

from domain.concordia import commands as cmd
from domain.concordia import events as ev
from domain.concordia.data import DATA, GOODS, Good
from domain.concordia.guards import owed_by
from domain.concordia.state import ConcordiaRecorder, ConcordiaState, Overflow, Player, Public, Receipt
from domain.concordia.turn import end_turn
from domain.kernel.errors import IllegalMove, NotYourTurn
from domain.kernel.game import Command
from domain.kernel.ids import Seat

_RANK = {good: rank for rank, good in enumerate(GOODS)}


def free_cells(player: Player) -> int:
    """Cells with neither a good nor a colonist in them (§5.1)."""
    return DATA.storehouse.cells - sum(player.goods.values()) - sum(player.stored.values())


def cheapest_first(goods: Iterable[Good]) -> tuple[Good, ...]:
    return tuple(sorted(goods, key=_RANK.__getitem__))


def can_pay(player: Player, goods: Sequence[Good]) -> bool:
    """Whether all these goods, each as often as it is named, lie in the storehouse (§5.6)."""
    held = player.goods
    return all(held[good] >= goods.count(good) for good in goods)


# Goods on their way


def send(recorder: ConcordiaRecorder, receipts: Iterable[Receipt]) -> None:
    """Send goods out, in this order; the turn ends once the active player has received everything."""
    recorder.emit(ev.GoodsDue(receipts=tuple(receipts)))
    _deliver(recorder)


def _deliver(recorder: ConcordiaRecorder) -> None:
    public = recorder.state.public
    while public.receipts:
        _receive(recorder, public.receipts[0])
    if owed_by(public, public.active) is None:
        end_turn(recorder)


def _receive(recorder: ConcordiaRecorder, receipt: Receipt) -> None:
    public = recorder.state.public
    seat, goods = receipt.seat, cheapest_first(receipt.goods)
    room = room_for(public, receipt)
    is_asked = seat == public.active or public.players[seat].order == "ask"
    if is_asked and 0 < room < len(goods) and len(set(goods)) > 1:
        recorder.emit(ev.OverflowDue(seat=seat, goods=goods, room=room))
    else:
        cut = len(goods) - room
        recorder.emit(ev.GoodsReceived(seat=seat, goods=goods[cut:], forgone=goods[:cut]))


def room_for(public: Public, receipt: Receipt) -> int:
    """How many of these goods fit; an answer that is still owed will fill every cell."""
    if owed_by(public, receipt.seat) is not None:
        return 0
    return min(free_cells(public.players[receipt.seat]), len(receipt.goods))


# Goods that do not fit


def overflow_options(owed: Overflow) -> list[Command]:
    """Every different way to fill exactly the free cells (§5.4)."""
    return [cmd.StoreGoods(goods=goods) for goods in dict.fromkeys(combinations(owed.goods, owed.room))]


def store_goods(recorder: ConcordiaRecorder, seat: Seat, command: cmd.StoreGoods) -> None:
    owed = owed_by(recorder.state.public, seat)
    if owed is None:
        raise NotYourTurn(seat)
    if len(command.goods) != owed.room:
        raise IllegalMove("fill_every_cell", rule="§5.4", room=owed.room)
    forgone = without(owed.goods, command.goods)
    if command.goods != cheapest_first(command.goods):
        raise IllegalMove("cheapest_first", rule="§5.4")
    recorder.emit(ev.OverflowStored(seat=seat, goods=command.goods, forgone=forgone))
    if recorder.state.public.action is None and recorder.state.public.step is None:
        _deliver(recorder)


def without(goods: Sequence[Good], kept: Iterable[Good]) -> tuple[Good, ...]:
    """What is left of incoming goods and has to be forgone."""
    left = list(goods)
    for good in kept:
        if good not in left:
            raise IllegalMove("not_coming", rule="§5.4", good=good)
        left.remove(good)
    return tuple(left)


# The standing order


def order_options(state: ConcordiaState, seat: Seat) -> list[Command]:
    """The order that is not in force."""
    other: cmd.Order = "ask" if state.public.players[seat].order == "dearest" else "dearest"
    return [cmd.OrderOverflow(order=other)]


def order_overflow(recorder: ConcordiaRecorder, seat: Seat, command: cmd.OrderOverflow) -> None:
    if recorder.state.public.players[seat].order == command.order:
        raise IllegalMove("order_in_force", rule="§5.4")
    recorder.emit(ev.OverflowOrdered(seat=seat, order=command.order))
