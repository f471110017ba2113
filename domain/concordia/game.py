"""Concordia as the kernel sees it: hands over to the module that holds each rule."""

from collections.abc import Mapping

from domain.concordia.commands import COMMANDS
from domain.concordia.data import BY_PLAYERS, DATA_HASH, PRINTED
from domain.concordia.decide import decide_into, resolve_into
from domain.concordia.events import EVENTS, TurnBegan
from domain.concordia.evolve import FOLD
from domain.concordia.imagine import imagine
from domain.concordia.labels import facts
from domain.concordia.legal import legal
from domain.concordia.names import WORDS
from domain.concordia.scoring import SOURCES, uncounted
from domain.concordia.setup import map_for, setup_into
from domain.concordia.state import OVER, ConcordiaOptions, ConcordiaRecorder, ConcordiaState
from domain.concordia.turn import begins_turn, suppose_turn
from domain.concordia.valuation import WEIGHTS, assess
from domain.concordia.view import ConcordiaView, view_of
from domain.kernel.errors import BadOptions
from domain.kernel.game import Chairs, Command, Event, Game, Meta, Result, Step, ToAct
from domain.kernel.ids import Seat
from domain.kernel.ranking import result_of
from domain.kernel.rng import Rng
from domain.kernel.valuation import Assessment
from domain.kernel.words import Args


class Concordia(Game[ConcordiaState, ConcordiaOptions, ConcordiaView]):
    """The base game on the maps Imperium and Italia."""

    meta = Meta(slug="concordia", players=tuple(BY_PLAYERS), rules_version=2, data_hash=DATA_HASH)
    printed = PRINTED
    state_type = ConcordiaState
    options_type = ConcordiaOptions
    view_type = ConcordiaView
    commands = COMMANDS
    events = EVENTS
    sources = SOURCES
    fold = FOLD
    words = WORDS
    weights = WEIGHTS

    def check_options(self, options: ConcordiaOptions, players: int) -> None:
        """Each map is made for some numbers of players only (R10)."""
        allowed = BY_PLAYERS[players].maps
        if map_for(options, players) not in allowed:
            raise BadOptions("map", players=players, allowed=allowed, map=options.map)

    def setup_into(self, recorder: ConcordiaRecorder, options: ConcordiaOptions, chairs: Chairs) -> None:
        setup_into(recorder, options, chairs)

    def legal(self, state: ConcordiaState, seat: Seat) -> list[Command]:
        return legal(state, seat)

    def facts(self, view: ConcordiaView, command: Command) -> Args:
        return facts(view, command)

    def decide_into(self, recorder: ConcordiaRecorder, seat: Seat, command: Command) -> None:
        decide_into(recorder, seat, command)

    def resolve_into(self, recorder: ConcordiaRecorder, step: Step) -> None:
        resolve_into(recorder, step)

    def view(self, state: ConcordiaState, seat: Seat | None) -> ConcordiaView:
        return view_of(state, seat)

    def imagine(self, view: ConcordiaView, rng: Rng) -> ConcordiaState:
        return imagine(view, rng)

    def closes_round(self, event: Event, first: Seat | None) -> bool:
        """The rule book knows no rounds: one is over when the turn comes to the player who began."""
        return event.seat == first if isinstance(event, TurnBegan) else event.CLOSES_ROUND

    def assess(self, state: ConcordiaState, seat: Seat) -> Assessment:
        return assess(state, seat)

    def uncounted(self, state: ConcordiaState, seat: Seat) -> Mapping[str, int]:
        return {} if state.public.step == OVER else uncounted(state.public, seat)

    def to_act(self, state: ConcordiaState) -> ToAct:
        """The active player and the seats that still owe an answer; answers come before any scoring."""
        public = state.public
        if public.step == OVER:
            return ()
        answers = [owed.seat for owed in public.overflows]
        if public.action is not None:
            return (public.active, *(seat for seat in answers if seat != public.active))
        if public.step is not None and not answers:
            return Step(public.step)
        return tuple(answers)

    def awaited(self, state: ConcordiaState) -> tuple[Seat, ...]:
        """Whoever owes an answer out of turn has time until the own turn, or until everybody is scored."""
        is_turn = state.public.action is not None and state.public.step != OVER
        return (state.public.active,) if is_turn else super().awaited(state)

    def begins_turn(self, state: ConcordiaState) -> Seat | None:
        return begins_turn(state)

    def suppose_turn(self, state: ConcordiaState, seat: Seat) -> bool:
        return suppose_turn(state, seat)

    def result(self, state: ConcordiaState) -> Result:
        """Among equals the holder of Præfectus Magnus is ahead, or the seat that would receive it soonest (§11)."""
        count, magnus = len(state.scores), state.public.magnus
        standings = [(score, -((magnus - chair) % count)) for chair, score in enumerate(state.scores)]
        return result_of(standings, ("magnus",))
