"""From a command, or a step of the system, to its rule, and then to everything that follows by itself."""

from collections.abc import Callable
from typing import Any

from domain.forum_trajanum import commands as cmd
from domain.forum_trajanum import events as ev
from domain.forum_trajanum import setup, turn
from domain.forum_trajanum.legal import can_withdraw
from domain.forum_trajanum.phases import build, citizens, draft, exchanges, payment, rewards, tiles
from domain.forum_trajanum.state import ForumTrajanumRecorder
from domain.kernel.errors import IllegalMove
from domain.kernel.game import Command, Step
from domain.kernel.ids import Seat


def decide_into(recorder: ForumTrajanumRecorder, seat: Seat, command: Command) -> None:
    _RULES[type(command)](recorder, seat, command)
    turn.go_on(recorder)


def resolve_into(recorder: ForumTrajanumRecorder, step: Step) -> None:
    turn.score(recorder, step.name)


def withdraw(recorder: ForumTrajanumRecorder, seat: Seat, _command: cmd.Withdraw) -> None:
    if not can_withdraw(recorder.state, seat):
        raise IllegalMove("nothing_to_withdraw", rule="§13")
    recorder.emit(ev.ChoiceWithdrawn(seat=seat))


_RULES: dict[type[Command], Callable[[ForumTrajanumRecorder, Seat, Any], None]] = {
    cmd.ArrangeCranes: setup.arrange_cranes,
    cmd.PlaceStartCitizen: setup.place_start_citizen,
    cmd.SeatWomen: setup.seat_women,
    cmd.SettleNewcomer: setup.settle_newcomer,
    cmd.LeaveCorners: setup.leave_corners,
    cmd.Withdraw: withdraw,
    cmd.RevealStreetCards: draft.reveal_street_cards,
    cmd.TakeTile: draft.take_tile,
    cmd.GoWithout: draft.go_without,
    cmd.KeepTile: draft.keep_tile,
    cmd.LayTilesOpen: tiles.lay_tiles_open,
    cmd.PickTile: tiles.pick_tile,
    cmd.PickNothing: tiles.pick_nothing,
    cmd.PayTribunes: tiles.pay_tribunes,
    cmd.UseTile: tiles.use_tile,
    cmd.PlaceCitizen: citizens.place_citizen,
    cmd.ExchangeWorkers: exchanges.exchange_workers,
    cmd.HireWorker: exchanges.hire_worker,
    cmd.HireBuilder: exchanges.hire_builder,
    cmd.SwapResource: exchanges.swap_resource,
    cmd.ChooseBuilding: build.choose_building,
    cmd.ChooseSite: build.choose_site,
    cmd.Pay: build.pay,
    cmd.EndTurn: turn.end_turn,
    cmd.CollectReward: rewards.collect_reward,
    cmd.TakeReward: rewards.take_reward,
    cmd.TakeResource: rewards.take_resource,
    cmd.TakeAreaBonus: rewards.take_area_bonus,
    cmd.SendEnvoy: rewards.send_envoy,
    cmd.TakeColonyTile: rewards.take_colony_tile,
    cmd.DeclineReward: rewards.decline_reward,
    cmd.PayCitizens: payment.pay_citizens,
}
