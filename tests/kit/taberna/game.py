"""Taberna as the kernel sees it: hands over to the module that holds each rule."""

from domain.kernel.errors import BadOptions
from domain.kernel.game import Chairs, Command, Game, Meta, Result, Step, ToAct
from domain.kernel.ids import Seat
from domain.kernel.ranking import result_of
from domain.kernel.rng import Rng
from tests.kit.taberna.commands import COMMANDS
from tests.kit.taberna.data import DATA_HASH, PRINTED
from tests.kit.taberna.decide import decide_into, resolve_into
from tests.kit.taberna.events import EVENTS
from tests.kit.taberna.evolve import FOLD
from tests.kit.taberna.imagine import imagine
from tests.kit.taberna.legal import legal
from tests.kit.taberna.names import WORDS
from tests.kit.taberna.scoring import SOURCES
from tests.kit.taberna.setup import setup_into
from tests.kit.taberna.state import OVER, TabernaOptions, TabernaRecorder, TabernaState
from tests.kit.taberna.turn import begins_turn, suppose_turn
from tests.kit.taberna.view import TabernaView, view_of

MOST_ROUNDS = 3


class Taberna(Game[TabernaState, TabernaOptions, TabernaView]):
    meta = Meta(slug="taberna", players=(2, 3, 4), rules_version=1, data_hash=DATA_HASH)
    printed = PRINTED
    state_type = TabernaState
    options_type = TabernaOptions
    view_type = TabernaView
    commands = COMMANDS
    events = EVENTS
    sources = SOURCES
    fold = FOLD
    words = WORDS
    clockwise = False

    def check_options(self, options: TabernaOptions, players: int) -> None:
        if not 1 <= options.rounds <= MOST_ROUNDS:
            raise BadOptions("rounds", players=players, most=MOST_ROUNDS, rounds=options.rounds)

    def setup_into(self, recorder: TabernaRecorder, options: TabernaOptions, chairs: Chairs) -> None:
        setup_into(recorder, options, chairs)

    def legal(self, state: TabernaState, seat: Seat) -> list[Command]:
        return legal(state, seat)

    def decide_into(self, recorder: TabernaRecorder, seat: Seat, command: Command) -> None:
        decide_into(recorder, seat, command)

    def resolve_into(self, recorder: TabernaRecorder, step: Step) -> None:
        resolve_into(recorder, step)

    def view(self, state: TabernaState, seat: Seat | None) -> TabernaView:
        return view_of(state, seat)

    def imagine(self, view: TabernaView, rng: Rng) -> TabernaState:
        return imagine(view, rng)

    def to_act(self, state: TabernaState) -> ToAct:
        public = state.public
        if public.step is not None:
            return () if public.step == OVER else Step(public.step)
        return tuple(public.waiting) or tuple(owed.seat for owed in public.owed[-1:])

    def begins_turn(self, state: TabernaState) -> Seat | None:
        return begins_turn(state)

    def suppose_turn(self, state: TabernaState, seat: Seat) -> bool:
        return suppose_turn(state, seat)

    def result(self, state: TabernaState) -> Result:
        standings = [(state.scores[seat], state.public.coins[seat]) for seat in range(len(state.hands))]
        return result_of(standings, ("coins",))
