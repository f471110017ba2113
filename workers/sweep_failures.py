"""The games that the sweeper can do nothing for. Each is logged once, then rarely, and listed meanwhile."""

from collections.abc import Collection, Mapping
from typing import NamedTuple

from domain.kernel.ids import GameId

_FIRST_PAUSE = 60.0
_MOST_DOUBLINGS = 6
"""How far the pause between two mentions grows: to an hour."""


class _Trouble(NamedTuple):
    error: str
    since: float
    again: float
    times: int = 1


class SweepFailures:
    """Remembers what is wrong with which game, and since when."""

    def __init__(self) -> None:
        self._known: dict[GameId, _Trouble] = {}

    def is_news(self, game_id: GameId, error: str, now: float) -> bool:
        """Whether it is worth saying (again) that something is wrong with a game; if so, that is remembered."""
        known = self._known.get(game_id)
        if known is None or known.error != error:
            self._known[game_id] = _Trouble(error, now, now + _FIRST_PAUSE)
            return True
        if now < known.again:
            return False
        pause = _FIRST_PAUSE * 2.0 ** min(known.times, _MOST_DOUBLINGS)
        self._known[game_id] = known._replace(again=now + pause, times=known.times + 1)
        return True

    def forget_all_but(self, games: Collection[GameId]) -> None:
        """Forget the games that are well again."""
        self._known = {game: known for game, known in self._known.items() if game in games}

    def listed(self) -> Mapping[str, tuple[float, str]]:
        """Since when each of the games is in trouble, and of which kind."""
        return {game: (known.since, known.error) for game, known in self._known.items()}
