"""Forum Trajanum as the kernel sees it: hands over to the module that holds each rule."""

from collections.abc import Mapping
from functools import lru_cache

from domain.forum_trajanum.commands import COMMANDS
from domain.forum_trajanum.data import DATA, DATA_HASH, PRINTED, ROUNDS
from domain.forum_trajanum.decide import decide_into, resolve_into
from domain.forum_trajanum.events import EVENTS
from domain.forum_trajanum.evolve import FOLD
from domain.forum_trajanum.imagine import imagine
from domain.forum_trajanum.labels import facts
from domain.forum_trajanum.legal import legal
from domain.forum_trajanum.names import WORDS
from domain.forum_trajanum.phases.tiles import begins_turn, suppose_turn
from domain.forum_trajanum.scoring import SOURCES
from domain.forum_trajanum.setup import setup_into
from domain.forum_trajanum.state import (
    ROUND,
    SECRET_STAGES,
    ForumTrajanumOptions,
    ForumTrajanumRecorder,
    ForumTrajanumState,
    citizens_active,
)
from domain.forum_trajanum.valuation import WEIGHTS, assess
from domain.forum_trajanum.view import ForumTrajanumView, view_of
from domain.kernel.errors import BadOptions
from domain.kernel.game import Chairs, Command, Game, Meta, Result, Step, ToAct
from domain.kernel.ids import Seat
from domain.kernel.ranking import result_of
from domain.kernel.rng import Rng
from domain.kernel.valuation import Assessment

TIE_BREAKS = ("active_citizens", "resources")


@lru_cache(maxsize=512)  # all that four seats can owe, and no more from a forged log
def _owing(waiting: tuple[int, ...]) -> tuple[Seat, ...]:
    """The seats that owe secret choices, by how many each one owes."""
    return tuple(Seat(chair) for chair, steps in enumerate(waiting) if steps)


class ForumTrajanum(Game[ForumTrajanumState, ForumTrajanumOptions, ForumTrajanumView]):
    meta = Meta(
        slug="forum-trajanum",
        players=tuple(range(DATA.meta.min_players, DATA.meta.max_players + 1)),
        rules_version=3,
        data_hash=DATA_HASH,
    )
    printed = PRINTED
    state_type = ForumTrajanumState
    options_type = ForumTrajanumOptions
    view_type = ForumTrajanumView
    commands = COMMANDS
    events = EVENTS
    sources = SOURCES
    fold = FOLD
    words = WORDS
    weights = WEIGHTS
    rounds = ROUNDS

    def check_options(self, options: ForumTrajanumOptions, players: int) -> None:
        if options.first_game and options.board_side != "A":
            raise BadOptions("first_game")
        newcomers = options.newcomers
        if len(set(newcomers)) < len(newcomers) or not all(0 <= chair < players for chair in newcomers):
            raise BadOptions("newcomers", last=players - 1)

    def setup_into(self, recorder: ForumTrajanumRecorder, options: ForumTrajanumOptions, chairs: Chairs) -> None:
        setup_into(recorder, options, chairs)

    def legal(self, state: ForumTrajanumState, seat: Seat) -> list[Command]:
        return legal(state, seat)

    def decide_into(self, recorder: ForumTrajanumRecorder, seat: Seat, command: Command) -> None:
        decide_into(recorder, seat, command)

    def resolve_into(self, recorder: ForumTrajanumRecorder, step: Step) -> None:
        resolve_into(recorder, step)

    def view(self, state: ForumTrajanumState, seat: Seat | None) -> ForumTrajanumView:
        return view_of(state, seat)

    def imagine(self, view: ForumTrajanumView, rng: Rng) -> ForumTrajanumState:
        return imagine(view, rng)

    def to_act(self, state: ForumTrajanumState) -> ToAct:
        public = state.public
        if public.step is not None:
            return Step(public.step)
        if public.turn is not None:
            return (public.turn.seat,)
        if public.stage == ROUND:
            return (public.start_player,)
        return _owing(tuple(public.waiting))

    def forces(self, state: ForumTrajanumState) -> bool:
        public = state.public
        return public.turn is not None or public.stage not in SECRET_STAGES

    def begins_turn(self, state: ForumTrajanumState) -> Seat | None:
        return begins_turn(state)

    def suppose_turn(self, state: ForumTrajanumState, seat: Seat) -> bool:
        return suppose_turn(state, seat)

    def result(self, state: ForumTrajanumState) -> Result:
        """Points, then active citizens, then resources left, then a shared victory (§11)."""
        colonies = state.public.colonies
        standings = [
            (score, citizens_active(colony), sum(colony.stock.values()))
            for score, colony in zip(state.scores, colonies, strict=True)
        ]
        return result_of(standings, TIE_BREAKS)

    def facts(self, view: ForumTrajanumView, command: Command) -> Mapping[str, object]:
        return facts(view, command)

    def assess(self, state: ForumTrajanumState, seat: Seat) -> Assessment:
        return assess(state, seat)
