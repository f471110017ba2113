"""The analysis of a whole game: every decision judged, and at the end the account of each seat."""

import hashlib
from collections.abc import Iterator, Sequence

from domain.kernel.game import AnyGame
from domain.kernel.ids import Seat
from domain.kernel.log import LoggedEvent
from services.story.analysis import ANALYST, Account, Analysis, JudgedTurn, account_of, moments
from workers.analysis.decisions import Replay
from workers.analysis.judging import Analyst
from workers.bots.trial import Trials


class Analysing:
    """A game under analysis. Its log ends where the game does (`played_part`)."""

    def __init__(self, game: AnyGame, log: Sequence[LoggedEvent], analyst: Analyst | None = None) -> None:
        """Read the decisions."""
        self._game, self._analyst = game, analyst or Analyst()
        replay = Replay(game, log)
        self._decisions = replay.decisions()
        self._state = replay.match.state
        self.head = log[-1].record.hash()

    def __len__(self) -> int:
        """How many turns there are to judge."""
        return len(self._decisions)

    def judged(self, number: int) -> JudgedTurn:
        """One turn. It does not depend on others, so that an analysis can be broken off, and go on anywhere."""
        return self._analyst.judged(self._decisions[number], _seed(self.head, number))

    def whole(self, turns: Sequence[JudgedTurn]) -> Analysis:
        """The analysis, once all turns are judged."""
        return Analysis(
            analyst=ANALYST,
            head=self.head,
            looks=self._analyst.looks,
            samples=self._analyst.samples,
            turns=tuple(turns),
            accounts=tuple(self._accounts(turns)),
            moments=moments(turns),
        )

    def _accounts(self, turns: Sequence[JudgedTurn]) -> Iterator[Account]:
        """By true scores; of a game that was cut short, by what everybody could expect."""
        trials, state = Trials(self._game), self._state
        for seat in map(Seat, range(len(state.scores))):
            yield account_of(turns, seat, round(100 * trials.margin(state, seat)))


def analysed(game: AnyGame, log: Sequence[LoggedEvent], analyst: Analyst | None = None) -> Analysis:
    """All of it at once."""
    analysing = Analysing(game, log, analyst)
    return analysing.whole([analysing.judged(number) for number in range(len(analysing))])


def _seed(head: str, number: int) -> int:
    """The same for the same game, whoever analyses it."""
    return int.from_bytes(hashlib.sha256(f"analysis {ANALYST} {head} {number}".encode()).digest()[:8])
