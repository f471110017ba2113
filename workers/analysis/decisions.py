"""The decisions of a game, read from its log: who could choose among what, and what was chosen.

A decision is what a bot would have been asked for at once: the choices of one seat up to the end of its turn or the
first thing that they revealed. Choices that were forced are none, and what was taken back or withdrawn never happened.
"""

from collections.abc import Sequence
from typing import NamedTuple

from domain.kernel.envelope import Codec, opened
from domain.kernel.game import AnyGame, Command
from domain.kernel.ids import Seat, Version
from domain.kernel.log import LoggedEvent
from domain.kernel.match import Match
from domain.kernel.undo import retracted
from workers.bots.bot import BotTurn


class Decision(NamedTuple):
    """What a seat was told at a version, the commands that it gave, and the version that the last of them led to."""

    version: Version
    turn: BotTurn
    played: tuple[Command, ...]
    until: Version = Version(0)


class Replay:
    """A game played again, decision by decision. Afterwards `match` is the game as it ended."""

    def __init__(self, game: AnyGame, log: Sequence[LoggedEvent]) -> None:
        """Begin with an empty table. No secret is needed: what was drawn stands in the log."""
        self.match = Match(game, b"")
        self._codec = Codec(game)
        self._log = log
        self._complete: list[Decision] = []
        self._begun: Decision | None = None
        self._secret: dict[Seat, list[Sequence[Command]]] = {}
        """What each seat could choose from before each choice that it could still withdraw."""

    def decisions(self) -> list[Decision]:
        """All of them, in the order in which they were completed."""
        gone = retracted(self._log)
        for line in self._log:
            if line.version in gone:
                continue
            command = self._command(line)
            if command is not None and not command.ASIDE:
                self._note(line, command)
            self.match.apply(line.event)
            if self._begun is not None:
                self._begun = self._begun._replace(until=line.version)
            if command is not None and command.ASIDE:
                self._withdraw(Seat(int(line.envelope().actor)))
            if line.event.REVEALS or line.event.PASSES:
                self._finish()
        self._finish()
        return self._complete

    def _command(self, line: LoggedEvent) -> Command | None:
        """The command behind a line, if it was not forced."""
        envelope = line.envelope()
        if not isinstance(envelope.actor, int) or bytes(envelope.command) == b"null":
            return None
        command = self._codec.command(opened(line.record)[1])
        return None if not command.ASIDE and self.match.forced(Seat(envelope.actor)) == command else command

    def _note(self, line: LoggedEvent, command: Command) -> None:
        seat = Seat(int(line.envelope().actor))
        if self._begun is not None and self._begun.turn.seat != seat:
            self._finish()
        if self._begun is None:
            turn = BotTurn.of(self.match, seat)._replace(character=b"")
            self._begun = Decision(Version(line.version - 1), turn, ())
        self._begun = self._begun._replace(played=(*self._begun.played, command))
        if command.SECRET:
            self._secret.setdefault(seat, []).append(self.match.choices(seat))
        else:
            self._secret.pop(seat, None)

    def _finish(self) -> None:
        """Complete the decision under way."""
        if self._begun is not None:
            self._complete.append(self._begun)
            self._begun = None

    def _withdraw(self, seat: Seat) -> None:
        """Forget the last secret choice of a seat, if it is to be made anew."""
        before = self._secret.get(seat)
        if not before or seat not in self.match.awaited() or set(self.match.choices(seat)) != set(before[-1]):
            return
        before.pop()
        if self._begun is not None and self._begun.turn.seat == seat:
            self._complete.append(self._begun)
            self._begun = None
        number = max(number for number, decision in enumerate(self._complete) if decision.turn.seat == seat)
        decision = self._complete.pop(number)
        if decision.played[1:]:
            self._complete.insert(number, decision._replace(played=decision.played[:-1]))
