"""The games that the sweeper can do nothing for. Each is logged once, then rarely, and listed meanwhile."""

from collections.abc import Collection, Mapping
from typing import NamedTuple

from domain.kernel.ids import GameId

_FIRST_PAUSE = 60.0
_MOST_DOUBLINGS = 6
"""How far the pause between two log lines grows: to an hour."""


class _Failure(NamedTuple):
    error: str
    since: float
    again: float
    times: int = 1


class SweepFailures:
    """Remembers which error keeps which game from being swept, and since when."""

    def __init__(self) -> None:
        self._known: dict[GameId, _Failure] = {}

    def should_log(self, game_id: GameId, error: str, now: float) -> bool:
        """Whether to log (again) that a game fails; if so, that is remembered."""
        known = self._known.get(game_id)
        if known is None or known.error != error:
            self._known[game_id] = _Failure(error, now, now + _FIRST_PAUSE)
            return True
        if now < known.again:
            return False
        pause = _FIRST_PAUSE * 2.0 ** min(known.times, _MOST_DOUBLINGS)
        self._known[game_id] = known._replace(again=now + pause, times=known.times + 1)
        return True

    def forget_all_but(self, games: Collection[GameId]) -> None:
        """Forget the games that no longer fail."""
        self._known = {game: known for game, known in self._known.items() if game in games}

    def listed(self) -> Mapping[str, tuple[float, str]]:
        """Since when each of the games fails, and with which error."""
        return {game: (known.since, known.error) for game, known in self._known.items()}
