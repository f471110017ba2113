"""Planned turns: what a seat composes as if its next turn began now, and whether that may still be played later.

A plan is composed on a world that its seat imagines, so nothing that others hide is in it. Each step remembers what it
cost its seat and brought it. When the turn comes, an alternative is played whole or not at all: only if every step is
legal and its outcome for the seat is the same. Nothing is planned past what would come to light.
"""

from collections import deque
from collections.abc import Sequence
from typing import Literal, NamedTuple, TypeAlias

import msgspec

from domain.kernel.errors import BatchRefused, IllegalMove, WouldReveal
from domain.kernel.game import AnyGame, Command
from domain.kernel.ids import Seat
from domain.kernel.match import Batch, Entry, Match
from domain.kernel.rng import Rng
from domain.kernel.words import NO_FACTS, Args

MOST_ALTERNATIVES = 3

Reason: TypeAlias = Literal["illegal", "changed", "reveals"]
"""Why a step cannot be played: the rules refuse it, its outcome is another one, something would come to light."""

_encoder = msgspec.json.Encoder(enc_hook=str, order="deterministic")


class PlannedStep(NamedTuple):
    """A choice, what it cost and brought when it was planned, and what its label tells beside its own fields."""

    command: Command
    outcome: str
    facts: Args | None
    """None: it is not chosen but forced, and follows by itself."""


class Hindrance(NamedTuple):
    """The first step that keeps an alternative from being played, and why."""

    step: int
    reason: Reason
    refusal: IllegalMove | None = None


class Verdict(NamedTuple):
    """What is to be chosen so that an alternative is played, without what follows by itself; or what hinders it."""

    commands: tuple[Command, ...]
    hindrance: Hindrance | None = None


def imagined_turn(match: Match, seat: Seat, rng: Rng) -> Match | None:
    """A match as the seat may imagine it, as if its next turn began now; none while nothing can be said of that."""
    if match.table.phase != "active":
        return None
    game = match.game
    imagined = Match(game, b"")
    imagined.table = match.table.copy()
    imagined.state = game.imagine(game.view(match.state, seat), rng)
    if not game.suppose_turn(imagined.state, seat):
        return None
    Batch(imagined, seat, blind=True).advance(only=seat)
    return imagined


def planned(imagined: Match, seat: Seat, commands: Sequence[Command]) -> tuple[PlannedStep, ...]:
    """The steps of a draft, those that are forced among them, each with its outcome; or `BatchRefused`."""
    walk = _Walk(imagined, seat)
    for index, command in enumerate(commands):
        try:
            walk.take(command)
        except IllegalMove as error:
            raise BatchRefused(index, error) from error
    return tuple(walk.done)


def judge(match: Match, seat: Seat, steps: Sequence[PlannedStep]) -> Verdict:
    """Whether an alternative may be played on the true position, which is not changed."""
    walk = _Walk(match, seat)
    for index, step in enumerate(steps):
        try:
            walk.follow(step.command)
        except IllegalMove as error:
            return Verdict((), Hindrance(index, "reveals" if walk.has_revealed else "illegal", error))
        if len(walk.done) <= index or walk.done[index][:2] != step[:2]:
            return Verdict((), Hindrance(index, "changed"))
    return Verdict(tuple(walk.chosen))


class _Walk:
    """Takes the steps of a draft on a copy of a match, which draws nothing and stops where something comes to light."""

    def __init__(self, match: Match, seat: Seat) -> None:
        self.done: list[PlannedStep] = []
        self.chosen: list[Command] = []
        self.has_revealed = False
        self._seat = seat
        self._game: AnyGame = match.game
        self._batch = Batch(match.copy(), seat, blind=True)
        self._forced: deque[Command] = deque()

    def follow(self, command: Command) -> None:
        """Take a step that may have followed by itself from the one before."""
        if not self._forced or self._forced.popleft() != command:
            self.take(command)

    def take(self, command: Command) -> None:
        """Choose it, and let what is forced follow. Nothing is chosen after something was shown."""
        if self.has_revealed:
            raise IllegalMove("after_reveal")
        batch, start = self._batch, len(self._batch.entries)
        facts = self._facts(command)
        self.chosen.append(command)
        try:
            batch.choose(self._seat, command)
            batch.advance(only=self._seat)
        except WouldReveal:
            self.has_revealed = True
            self.done.append(PlannedStep(command, _text(facts), facts))
            return
        steps = self._steps(batch.entries[start:], facts)
        self._forced.extend(step.command for step in steps[1:])
        self.done += steps

    def _facts(self, command: Command) -> Args:
        """What the label of a legal step tells: all that is known of one whose outcome comes to light only then."""
        match = self._batch.match
        if command not in match.legal(self._seat):
            return NO_FACTS
        return self._game.facts(self._game.view(match.state, self._seat), command)

    def _steps(self, entries: Sequence[Entry], facts: Args) -> list[PlannedStep]:
        """The choices that caused these entries, each with what it meant for the seat before anything was shown.

        What follows by itself and shows something is none of them: it follows whatever it shows.
        """
        steps: list[tuple[Command, list[object]]] = []
        for entry in entries:
            concerns = self._concerns(entry)
            if entry.command is not None:
                steps.append((entry.command, []))
            if entry.event.REVEALS:
                self.has_revealed = True
                if len(steps) > 1 and entry.command is not None:
                    del steps[-1]
                elif len(steps) == 1 and concerns:
                    steps[-1][1].append(facts)
                break
            if concerns:
                steps[-1][1].append((type(entry.event).__name__, entry.event))
        known = (facts, *(None for _ in steps))
        return [PlannedStep(step, _text(outcome), told) for (step, outcome), told in zip(steps, known, strict=False)]

    def _concerns(self, entry: Entry) -> bool:
        event = entry.event
        return entry.actor == self._seat and getattr(event, "seat", None) == self._seat and event.BELONGS_TO != "seat"


def _text(told: object) -> str:
    return _encoder.encode(told).decode()
