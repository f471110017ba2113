"""Every legal command of a seat, from the stage of the game or from what is owed on top of its stack."""

from collections.abc import Callable

from domain.forum_trajanum import commands as cmd
from domain.forum_trajanum import setup
from domain.forum_trajanum.phases import build, citizens, draft, exchanges, payment, rewards, tiles
from domain.forum_trajanum.state import ROUND, SECRET_STAGES, Duty, ForumTrajanumState
from domain.kernel.game import Command
from domain.kernel.ids import Seat

_Lists = Callable[[ForumTrajanumState, Seat], list[Command]]


def legal(state: ForumTrajanumState, seat: Seat) -> list[Command]:
    public = state.public
    if public.step is not None:
        return []
    if public.turn is not None:
        return _OWED[public.turn.owed[-1].kind](state, seat) if public.turn.seat == seat else []
    if public.stage not in SECRET_STAGES:
        return draft.round_options(state, seat) if public.stage == ROUND else []
    options = _SECRET[public.stage](state, seat) if public.waiting[seat] else []
    return [*options, cmd.Withdraw()] if can_withdraw(state, seat) else options


def can_withdraw(state: ForumTrajanumState, seat: Seat) -> bool:
    """A choice of this stage stands that showed nothing; of a draft only what is kept (D1 and D2 were looked at)."""
    public = state.public
    if public.stage not in SECRET_STAGES or not public.chosen[seat]:
        return False
    return public.stage != draft.DRAFT or public.chosen[seat] > draft.TAKES


def _closing(state: ForumTrajanumState, seat: Seat) -> list[Command]:
    return [*exchanges.exchange_options(state, seat), cmd.EndTurn()]


_SECRET: dict[str, _Lists] = {
    setup.CRANES: setup.crane_options,
    setup.WOMEN_STAGE: setup.women_options,
    setup.NEWCOMERS: setup.newcomer_options,
    draft.DRAFT: draft.options,
    payment.PAYMENT: payment.payment_options,
}
_OWED: dict[Duty, _Lists] = {
    "lay": tiles.lay_options,
    "pick": tiles.pick_options,
    "tiles": tiles.tile_options,
    "citizen": citizens.citizen_options,
    "build": build.build_options,
    "extra_build": build.extra_build_options,
    "site": build.site_options,
    "price": build.price_options,
    "rewards": rewards.order_options,
    "track": rewards.track_options,
    "bonus": rewards.bonus_options,
    "worker": rewards.worker_options,
    "take": rewards.take_options,
    "envoy": rewards.envoy_options,
    "area_bonus": rewards.area_bonus_options,
    "close": _closing,
}
