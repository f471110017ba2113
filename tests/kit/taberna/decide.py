"""From a command, or a step of the system, to the one function that checks it and carries it out."""

from collections.abc import Callable
from typing import Any

from domain.kernel.game import Command, Step
from domain.kernel.ids import Seat
from tests.kit.taberna import commands as cmd
from tests.kit.taberna import turn
from tests.kit.taberna.phases import errands, laying, market_day
from tests.kit.taberna.state import TabernaRecorder


def decide_into(recorder: TabernaRecorder, seat: Seat, command: Command) -> None:
    _RULES[type(command)](recorder, seat, command)


def resolve_into(recorder: TabernaRecorder, step: Step) -> None:
    market_day.STEPS[step.name](recorder)


_RULES: dict[type[Command], Callable[[TabernaRecorder, Seat, Any], None]] = {
    cmd.LayCard: laying.lay_card,
    cmd.TakeCardBack: laying.take_card_back,
    cmd.RunErrand: errands.run_errand,
    cmd.AnswerGift: errands.answer_gift,
    cmd.Tip: turn.tip,
    cmd.EndTurn: turn.end_turn,
    cmd.Donate: market_day.donate,
}
