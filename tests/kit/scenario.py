"""Given a state, when a seat chooses, then these events happen: the form in which rules are tested."""

from typing import Any

import pytest

from domain.kernel.errors import IllegalMove
from domain.kernel.game import AnyGame, Command, Event, PointsScored, Step
from domain.kernel.ids import Seat
from domain.kernel.rng import KeyedRng

KEY = b"a key for scenarios, 32 bytes ok"


class Given:
    """A state under test. It is copied: a scenario never changes what it was given."""

    def __init__(self, game: AnyGame, state: Any) -> None:  # noqa: ANN401 - any game's state
        self.game = game
        self.state = game.copy(state)
        self.events: list[Event] = []
        self._rng = KeyedRng(KEY)

    def when(self, seat: int, command: Command) -> "Given":
        """The seat chooses; forced choices are not played here, so that one rule is seen at a time."""
        recorder = self.game.recorder(self.state, self._rng)
        self.game.decide_into(recorder, Seat(seat), command)
        self.events = recorder.events
        return self

    def when_resolved(self) -> "Given":
        """The system does what it owes."""
        step = self.game.to_act(self.state)
        assert isinstance(step, Step), f"the system owes nothing, waiting for {step}"
        recorder = self.game.recorder(self.state, self._rng)
        self.game.resolve_into(recorder, step)
        self.events = recorder.events
        return self

    def then(self, *events: Event) -> "Given":
        """Exactly these events happened."""
        assert self.events == list(events)
        return self

    def then_among(self, *events: Event) -> "Given":
        """These events happened, among others."""
        for event in events:
            assert event in self.events, f"{event} is not among {self.events}"
        return self

    def then_scored(self, seat: int, points: int, source: str | None = None) -> "Given":
        """The last choice brought that many points (from one source, if it is named)."""
        scored = [e for e in self.events if isinstance(e, PointsScored) and e.seat == seat]
        assert sum(e.points for e in scored if source in {None, e.source}) == points, scored
        return self

    def refuses(self, seat: int, command: Command, reason: str | None = None) -> "Given":
        """The rules refuse the command, `legal` does not list it, and nothing changes."""
        before = self.game.copy(self.state)
        with pytest.raises(IllegalMove) as refusal:
            self.game.decide(self.state, Seat(seat), command, self._rng)
        assert reason in {None, refusal.value.reason}, refusal.value.reason
        assert command not in self.game.legal(self.state, Seat(seat))
        assert self.state == before
        return self

    def offers(self, seat: int, *commands: Command) -> "Given":
        """`legal` lists these commands, among others."""
        legal = self.game.legal(self.state, Seat(seat))
        for command in commands:
            assert command in legal, f"{command} is not among {legal}"
        return self


def waited_for(waiting: tuple[Seat, ...] | Step) -> tuple[Seat, ...]:
    """The seats that owe a choice, where nobody waits for the system."""
    assert not isinstance(waiting, Step), f"the system owes {waiting}"
    return waiting


def given(game: AnyGame, state: Any) -> Given:  # noqa: ANN401 - any game's state
    """Begin a scenario."""
    return Given(game, state)
