"""The decisions of a game, read from its log: who could choose among what, and what was chosen.

A decision is what a bot would have been asked for at once: the choices of one seat up to the end of its turn or the
first thing that they revealed. Choices that were forced are none, and what was taken back never happened.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from domain.kernel.envelope import Codec, opened
from domain.kernel.game import AnyGame, Command
from domain.kernel.ids import Seat, Version
from domain.kernel.log import LoggedEvent
from domain.kernel.match import Match
from domain.kernel.undo import retracted
from workers.bots.bot import BotTurn


class Decision(NamedTuple):
    """What a seat was told at a version, and the commands that it gave."""

    version: Version
    turn: BotTurn
    played: tuple[Command, ...]


class Replay:
    """A game played again, decision by decision. Afterwards `match` is the game as it ended."""

    def __init__(self, game: AnyGame, secret: bytes, log: Sequence[LoggedEvent]) -> None:
        """Begin with an empty table."""
        self.match = Match(game, secret)
        self._codec = Codec(game)
        self._log = log
        self._begun: Decision | None = None

    def decisions(self) -> Iterator[Decision]:
        """Each once it is complete."""
        gone = retracted(self._log)
        for line in self._log:
            if line.version in gone:
                continue
            command = self._chosen(line)
            if command is not None:
                yield from self._finished(line)
                self._note(line, command)
            self.match.apply(line.event)
            if line.event.REVEALS or line.event.PASSES:
                yield from self._finished()
        yield from self._finished()

    def _chosen(self, line: LoggedEvent) -> Command | None:
        """The command behind a line, if it was a choice."""
        envelope = line.envelope()
        if not isinstance(envelope.actor, int) or bytes(envelope.command) == b"null":
            return None
        command = self._codec.command(opened(line.record)[1])
        return None if command.ASIDE or self.match.forced(Seat(envelope.actor)) == command else command

    def _finished(self, then: LoggedEvent | None = None) -> Iterator[Decision]:
        """The decision under way, unless its seat goes on with it."""
        begun = self._begun
        if begun is None or (then is not None and then.envelope().actor == begun.turn.seat):
            return
        self._begun = None
        yield begun

    def _note(self, line: LoggedEvent, command: Command) -> None:
        seat = Seat(int(line.envelope().actor))
        if self._begun is None:
            turn = BotTurn.of(self.match, seat)._replace(character=b"")
            before = Version(line.version - 1)
            self._begun = Decision(before, turn, ())
        self._begun = self._begun._replace(played=(*self._begun.played, command))
