"""Trajan as the kernel sees it: hands over to the module that holds each rule."""

from collections.abc import Mapping

from domain.kernel.game import Chairs, Command, Game, Meta, Options, Result, Step, ToAct
from domain.kernel.ids import Seat
from domain.kernel.ranking import result_of
from domain.kernel.rng import Rng
from domain.kernel.valuation import Assessment
from domain.trajan.commands import COMMANDS
from domain.trajan.data import DATA, DATA_HASH, PRINTED
from domain.trajan.decide import decide_into, resolve_into
from domain.trajan.events import EVENTS
from domain.trajan.evolve import FOLD
from domain.trajan.imagine import imagine
from domain.trajan.labels import facts
from domain.trajan.legal import legal
from domain.trajan.names import WORDS
from domain.trajan.phases.quarter import OVER
from domain.trajan.scoring import SOURCES, uncounted
from domain.trajan.setup import setup_into
from domain.trajan.state import TrajanRecorder, TrajanState
from domain.trajan.turn import begins_turn, suppose_turn
from domain.trajan.upcasters import UPCASTERS
from domain.trajan.valuation import WEIGHTS, assess
from domain.trajan.view import TrajanView, view_of


class Trajan(Game[TrajanState, Options, TrajanView]):
    """A game without table options; what the rule book leaves open is settled in the data."""

    meta = Meta(
        slug="trajan",
        players=tuple(range(DATA.players.min, DATA.players.max + 1)),
        rules_version=2,
        data_hash=DATA_HASH,
    )
    printed = PRINTED
    state_type = TrajanState
    view_type = TrajanView
    commands = COMMANDS
    events = EVENTS
    sources = SOURCES
    fold = FOLD
    words = WORDS
    weights = WEIGHTS
    rounds = DATA.calendar.quarters * DATA.calendar.rounds_per_quarter
    upcasters = UPCASTERS

    def setup_into(self, recorder: TrajanRecorder, options: Options, chairs: Chairs) -> None:  # noqa: ARG002 - has no options
        setup_into(recorder, chairs)

    def legal(self, state: TrajanState, seat: Seat) -> list[Command]:
        return legal(state, seat)

    def decide_into(self, recorder: TrajanRecorder, seat: Seat, command: Command) -> None:
        decide_into(recorder, seat, command)

    def resolve_into(self, recorder: TrajanRecorder, step: Step) -> None:
        resolve_into(recorder, step)

    def view(self, state: TrajanState, seat: Seat | None) -> TrajanView:
        return view_of(state, seat)

    def imagine(self, view: TrajanView, rng: Rng) -> TrajanState:
        return imagine(view, rng)

    def assess(self, state: TrajanState, seat: Seat) -> Assessment:
        return assess(state, seat)

    def facts(self, view: TrajanView, command: Command) -> Mapping[str, object]:
        return facts(view, command)

    def uncounted(self, state: TrajanState, seat: Seat) -> Mapping[str, int]:
        return {} if state.public.step == OVER else uncounted(state, seat)

    def to_act(self, state: TrajanState) -> ToAct:
        public = state.public
        if public.owed:
            return (public.owed[-1].seat,)
        if public.step is None or public.step == OVER:
            return tuple(public.waiting)
        return Step(public.step)

    def begins_turn(self, state: TrajanState) -> Seat | None:
        return begins_turn(state)

    def suppose_turn(self, state: TrajanState, seat: Seat) -> bool:
        return suppose_turn(state, seat)

    def result(self, state: TrajanState) -> Result:
        """By points, then by the stack of the last vote, which leaves no tie (§9, R16)."""
        stack = state.public.senate[0]
        standings = [(score, stack.index(Seat(chair))) for chair, score in enumerate(state.scores)]
        return result_of(standings, ("senate_stack",))
