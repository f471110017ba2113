"""Which points a turn leads to, by source: the game as it is, but with a tally of whatever is scored in a world."""

from collections import Counter
from typing import Any, cast

from domain.kernel.game import AnyGame, Command, Event, PointsScored, Recorder, Step
from domain.kernel.ids import Seat
from domain.kernel.rng import Rng

Tally = Counter[tuple[Seat, str]]


class _Tallying:
    """Stands in for a game. Every world is known by its place in memory, for which a copy or a new one starts anew."""

    def __init__(self, game: AnyGame) -> None:
        self._game = game
        self._tallies: dict[int, Tally] = {}

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401 - whatever the game has
        return getattr(self._game, name)

    def copy(self, state: Any) -> Any:  # noqa: ANN401 - any game's state
        made = self._game.copy(state)
        self._tallies[id(made)] = Counter(self._tallies.get(id(state), Counter()))
        return made

    def imagine(self, view: Any, rng: Rng) -> Any:  # noqa: ANN401 - any game's
        made = self._game.imagine(view, rng)
        self._tallies[id(made)] = Counter()
        return made

    def decide_into(self, recorder: Recorder[Any], seat: Seat, command: Command) -> None:
        known = len(recorder.events)
        self._game.decide_into(recorder, seat, command)
        self._count(recorder.state, recorder.events[known:])

    def resolve_into(self, recorder: Recorder[Any], step: Step) -> None:
        known = len(recorder.events)
        self._game.resolve_into(recorder, step)
        self._count(recorder.state, recorder.events[known:])

    def tally(self, state: Any) -> Tally:  # noqa: ANN401 - any game's state
        return self._tallies[id(state)]

    def _count(self, state: Any, events: list[Event]) -> None:  # noqa: ANN401 - any game's state
        for event in events:
            if isinstance(event, PointsScored):
                self._tallies[id(state)][event.seat, event.source] += event.points


class PointsTally:
    """What was scored in worlds of a game that were imagined and played on through `game`."""

    def __init__(self, game: AnyGame) -> None:
        """Begin with nothing."""
        self._tallying = _Tallying(game)
        self.game = cast("AnyGame", self._tallying)

    def of(self, state: Any, seat: Seat) -> Counter[str]:  # noqa: ANN401 - any game's state
        """The points of a seat since its world was imagined, and those that it would be given if that ended now."""
        tally = self._tallying.tally(state).items()
        points = Counter({source: points for (whose, source), points in tally if whose == seat})
        points.update(self.game.uncounted(state, seat))
        return points
