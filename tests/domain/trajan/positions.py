"""Positions for tests: a seeded game after its set-up, bent to what a case needs."""

from functools import cache

from domain.kernel.ids import Seat
from domain.trajan import GAME
from domain.trajan.commands import SowMarker, TakeMarkers
from domain.trajan.events.turn import TurnBegan
from domain.trajan.state import Owed, TrajanState
from tests.kit.logged_match import LoggedMatch
from tests.kit.scenario import Given, given

A, B, C, D = (Seat(seat) for seat in range(4))


@cache
def _opening(players: int) -> TrajanState:
    logged = LoggedMatch(GAME, players, 5)
    steps = logged.steps(5)
    while not logged.match.state.public.owed or logged.match.state.public.owed[-1].kind != "bowl":
        next(steps)
    state: TrajanState = logged.match.state
    return state


def at_turn(players: int = 2) -> TrajanState:
    """Seat A is about to take markers; two of each colour lie in every second bowl, the slots are empty."""
    state = GAME.copy(_opening(players))
    public = state.public
    public.turn = A
    public.owed = [Owed(A, "bowl")]
    for mat in public.mats:
        public.removed.trajan += [tile for tile in mat.slots if tile is not None]
        mat.slots = [None] * 6
        mat.bowls = [["blue", "yellow"], ["green", "white"], ["orange", "pink"]] * 2
    return state


def turn_began(seat: Seat) -> TurnBegan:
    """The event with which a turn begins: markers are to be taken."""
    return TurnBegan(seat=seat, owed=(Owed(seat, "bowl"),))


def performing(action: str, players: int = 2) -> TrajanState:
    """Seat A may perform this action as its main action."""
    state = at_turn(players)
    state.public.owed = [Owed(A, "action", action)]
    return state


def sow(state: TrajanState, bowl: str, *colours: str) -> Given:
    """Seat A takes the markers of a bowl and sows them in that order."""
    scenario = given(GAME, state).when(A, TakeMarkers(bowl=bowl))  # type: ignore[arg-type]  # bowls as plain numbers
    events = list(scenario.events)
    for colour in colours:
        scenario.when(A, SowMarker(colour=colour))
        events += scenario.events
    scenario.events = events
    return scenario


def quarter_end(state: TrajanState, *needs: str) -> TrajanState:
    """The fourth round is over and the system owes the settling of these needs."""
    public = state.public
    public.owed = []
    public.rounds = 4
    public.needs = list(needs)
    public.step = "needs"
    return state


def resolve_all(scenario: Given) -> Given:
    """Let the system do what it owes until somebody has to choose."""
    events = []
    while scenario.state.public.step:
        scenario.when_resolved()
        events += scenario.events
    scenario.events = events
    return scenario
