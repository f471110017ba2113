"""From a command, or a step of the system, to the one function that checks it and carries it out."""

from collections.abc import Callable
from typing import Any

from domain.kernel.game import Command, Step
from domain.kernel.ids import Seat
from domain.trajan import commands as cmd
from domain.trajan import setup, turn
from domain.trajan.actions import construction, forum, military, port, senate, trajan
from domain.trajan.phases import quarter, sowing
from domain.trajan.state import TrajanRecorder

Rule = Callable[[TrajanRecorder, Seat, Any], None]


def decide_into(recorder: TrajanRecorder, seat: Seat, command: Command) -> None:
    rule = _RULES_OF_A_TURN.get(type(command))
    if rule is not None:
        rule(recorder, seat, command)
        turn.go_on(recorder, seat)
    else:
        _OTHER_RULES[type(command)](recorder, seat, command)


def resolve_into(recorder: TrajanRecorder, step: Step) -> None:
    quarter.STEPS[step.name](recorder)


_RULES_OF_A_TURN: dict[type[Command], Rule] = {
    cmd.TakeMarkers: sowing.take_markers,
    cmd.SowMarker: sowing.sow_marker,
    cmd.UseSpecialAction: sowing.use_special_action,
    cmd.AttachPlusTwo: sowing.attach_plus_two,
    cmd.DeclineSpecialAction: sowing.decline_special_action,
    cmd.SkipAction: turn.skip_action,
    cmd.DrawCards: port.draw_cards,
    cmd.DiscardCard: port.discard_card,
    cmd.TakeDiscard: port.take_discard,
    cmd.LayOutCards: port.lay_out_cards,
    cmd.ShipGoods: port.ship_goods,
    cmd.ChooseGoods: port.choose_goods,
    cmd.LayOut: port.lay_out,
    cmd.SetSail: port.set_sail,
    cmd.TakeForumTile: forum.take_forum_tile,
    cmd.Recruit: military.recruit,
    cmd.MoveGeneral: military.move_general,
    cmd.Conquer: military.conquer,
    cmd.AdvanceInSenate: senate.advance_in_senate,
    cmd.TakeTrajanTile: trajan.take_trajan_tile,
    cmd.Hire: construction.hire,
    cmd.Build: construction.build,
    cmd.UseExtraAction: turn.use_extra_action,
    cmd.RepeatNothing: turn.repeat_nothing,
}

_OTHER_RULES: dict[type[Command], Rule] = {
    cmd.PlaceMarker: setup.place_marker,
    cmd.TakeStartingCard: setup.take_starting_card,
    cmd.TakeStartingTile: setup.take_starting_tile,
    cmd.CoverNeed: quarter.cover_need,
    cmd.ChooseBonusTile: quarter.choose_bonus_tile,
}
