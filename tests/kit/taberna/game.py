"""Taberna as the kernel sees it."""

from domain.kernel.errors import BadOptions
from domain.kernel.game import Chairs, Command, Game, Meta, Rank, Recorder, Result, Step, ToAct
from domain.kernel.ids import Seat
from domain.kernel.rng import Rng
from domain.kernel.words import Catalogue
from tests.kit.taberna import rules
from tests.kit.taberna.commands import COMMANDS
from tests.kit.taberna.data import DATA_HASH, PRINTED
from tests.kit.taberna.events import EVENTS, TableLaid
from tests.kit.taberna.evolve import FOLD
from tests.kit.taberna.state import TabernaOptions, TabernaState, TabernaView, imagine, view_of

MOST_ROUNDS = 3


class Taberna(Game[TabernaState, TabernaOptions, TabernaView]):
    """Hands over to the module that holds each rule."""

    meta = Meta(slug="taberna", name="Taberna", players=(2, 3, 4), rules_version=1, data_hash=DATA_HASH)
    printed = PRINTED
    state_type = TabernaState
    options_type = TabernaOptions
    view_type = TabernaView
    commands = COMMANDS
    events = EVENTS
    sources = ("coins", "donation", "gift", "tip")
    fold = FOLD
    words = Catalogue.load("tests.kit.taberna").merged(Catalogue.load("domain.kernel"))

    def check_options(self, options: TabernaOptions, players: int) -> None:
        if not 1 <= options.rounds <= MOST_ROUNDS:
            raise BadOptions(f"{players} players can play 1 to {MOST_ROUNDS} rounds, not {options.rounds}")

    def setup_into(self, recorder: Recorder[TabernaState], options: TabernaOptions, chairs: Chairs) -> None:
        recorder.emit(TableLaid(players=chairs.count, rounds=options.rounds))
        rules.begin_round(recorder, 1)

    def legal(self, state: TabernaState, seat: Seat) -> list[Command]:
        return rules.legal(state, seat)

    def decide_into(self, recorder: Recorder[TabernaState], seat: Seat, command: Command) -> None:
        rules.decide_into(recorder, seat, command)

    def resolve_into(self, recorder: Recorder[TabernaState], step: Step) -> None:
        {rules.MARKET_DAY: rules.market_day, rules.CLOSING: rules.closing}[step.name](recorder)

    def view(self, state: TabernaState, seat: Seat | None) -> TabernaView:
        return view_of(state, seat)

    def imagine(self, view: TabernaView, rng: Rng) -> TabernaState:
        return imagine(view, rng)

    def to_act(self, state: TabernaState) -> ToAct:
        public = state.public
        if public.step is not None:
            return () if public.step == rules.OVER else Step(public.step)
        return tuple(public.waiting) or tuple(owed.seat for owed in public.owed[-1:])

    def result(self, state: TabernaState) -> Result:
        standing = [(state.scores[seat], state.public.coins[seat]) for seat in range(len(state.hands))]
        places = {pair: 1 + sum(other > pair for other in standing) for pair in standing}
        order = sorted(range(len(standing)), key=lambda seat: (places[standing[seat]], seat))
        ranking = tuple(Rank(seat=Seat(s), place=places[standing[s]], score=state.scores[s]) for s in order)
        best = sum(score == max(state.scores) for score in state.scores)
        winners = tuple(rank.seat for rank in ranking if rank.place == 1)
        return Result(ranking=ranking, winners=winners, tie_break="coins" if best > len(winners) else None)
