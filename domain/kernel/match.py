"""A match: one table together with the state of the game that is played at it, and the batches that change both."""

from collections.abc import Callable, Iterable
from typing import Any, Literal, TypeAlias

import msgspec

from domain.kernel import lifecycle as life
from domain.kernel.clock import Millis
from domain.kernel.errors import IllegalMove, NotYourTurn
from domain.kernel.game import AnyGame, Chairs, Command, Event, Recorder, Step, ToAct
from domain.kernel.ids import Seat, UserId, Version
from domain.kernel.lifecycle_event import LifecycleEvent
from domain.kernel.rng import KeyedRng, NoRng, Rng, game_key
from domain.kernel.table import FOLDED, Table
from domain.kernel.timekeeping import Moment, must_turn, turned

Status: TypeAlias = Literal["lobby", "active", "scoring", "finished", "abandoned"]
Actor: TypeAlias = Seat | UserId | Literal["system"]

SYSTEM: Literal["system"] = "system"
_MANY = 10_000


class Match:
    """The folded log of one game. `secret` is known to the server alone until the game ends."""

    __slots__ = ("_key", "_options", "game", "secret", "state", "table")

    def __init__(self, game: AnyGame, secret: bytes) -> None:
        """Start with an empty log."""
        self.game = game
        self.secret = secret
        self.table = Table()
        self.state: Any = None
        self._key = b""
        self._options: dict[Seat, list[Command]] = {}
        """What seats may do as things stand, as far as it was asked for: listing it is dear, and after every choice it
        is asked for twice, first to see whether the next one is forced."""

    def apply(self, event: Event) -> None:
        """Fold one event. `ChoicesUndone` is obeyed before folding, by `undo.effective`."""
        kind = type(event)
        if self._options:
            self._options = {}
        if kind in FOLDED:
            self.table.apply(event)
            if kind is life.GameStarted:
                self.state = self.game.blank()
            elif isinstance(event, life.GameBranched):
                self.state = msgspec.json.decode(event.state, type=self.game.state_type)
        else:
            self.game.fold.table[kind](self.state, event)

    def to_act(self) -> ToAct:
        """Who owes what; nobody in the lobby and after the end."""
        return self.game.to_act(self.state) if self.table.phase == "active" else ()

    def awaited(self) -> tuple[Seat, ...]:
        """The seats whose time runs; none in the lobby and after the end."""
        return self.game.awaited(self.state) if self.table.phase == "active" else ()

    def status(self) -> Status:
        """The phase of the table, with `scoring` exactly while the system owes a step."""
        if self.table.phase == "active" and isinstance(self.to_act(), Step):
            return "scoring"
        return self.table.phase

    def legal(self, seat: Seat | None) -> list[Command]:
        """Every legal command of a seat, whoever plays it; none for spectators and while nothing is played."""
        if seat is None or self.table.phase != "active":
            return []
        return list(self._listed(seat))

    def _listed(self, seat: Seat) -> list[Command]:
        options = self._options.get(seat)
        if options is None:
            options = self._options[seat] = self.game.legal(self.state, seat)
        return options

    def choices(self, seat: Seat) -> list[Command]:
        """The legal commands that a seat may be asked for: all but those given aside."""
        return [command for command in self.legal(seat) if not command.ASIDE]

    def forced(self, seat: Seat) -> Command | None:
        """What a seat that owes a choice cannot but choose; nothing if it may choose, or does so in secret."""
        only: Command | None = None
        for command in self._listed(seat):
            if not command.ASIDE:
                if only is not None:
                    return None
                only = command
        if only is None:
            message = f"seat {seat} owes a choice and has none"
            raise RuntimeError(message)
        return None if only.SECRET else only

    def recorder(self, *, blind: bool) -> Recorder[Any]:
        """A decision that is about to change the state. A blind one refuses every draw."""
        self._options = {}
        events: list[Event] = []
        rng: Rng = NoRng()
        if not blind:
            rng = self.rng(lambda purpose, count: events.append(life.LotsDrawn(purpose=purpose, count=count)))
        return Recorder(self.game.fold, self.state, rng, events)

    def scores(self) -> list[int]:
        """The points of each seat."""
        return list(self.state.scores) if self.state is not None and self.state.scores else [0] * len(self.table.chairs)

    def chairs(self) -> Chairs:
        """The chairs as a game's set-up wants them."""
        return Chairs(len(self.table.chairs), self.table.first_seat or Seat(0))

    def copy(self) -> "Match":
        """A copy that shares nothing with the original."""
        twin = Match(self.game, self.secret)
        twin.table = self.table.copy()
        twin.state = None if self.state is None else self.game.copy(self.state)
        return twin

    def rng(self, witness: Callable[[str, int], None]) -> KeyedRng:
        """The game's randomness, continued where the log left it. Free chairs are gone when play begins."""
        if not self._key or self.table.phase == "lobby":  # nonces come only before the start
            chairs = self.table.chairs
            seated = [chair for chair in chairs if chair.taken] if self.table.phase == "lobby" else chairs
            self._key = game_key(self.secret, [chair.nonce for chair in seated])
        return KeyedRng(self._key, self.table.draws, witness)


class Entry(msgspec.Struct, frozen=True, gc=False):
    """An event about to be written: who caused it, by which command, at which place of the batch."""

    actor: Actor
    step: int
    command: Command | None
    event: Event


class Batch:
    """Everything that one request appends, folded into its match as it happens.

    If a command is refused after an earlier one was folded, the match is spoiled: the caller must drop it.
    """

    def __init__(self, match: Match, actor: Actor, *, blind: bool = False) -> None:
        """Change `match`. A blind batch refuses every draw (`WouldReveal`): previews use it."""
        self.match = match
        self.entries: list[Entry] = []
        self._life: list[LifecycleEvent] = []
        """What happened to the table itself. Most choices change nothing there, and each would be asked three times."""
        self._actor = actor
        self._step = 0
        self._blind = blind
        self._clocks = match.table.clocks
        self.at: Millis | None = None
        """The moment that was decided on, if anything depended on one; the batch is then written as of it."""

    def emit(self, *events: Event) -> None:
        """Record events of the table's own life."""
        self._emit_as(self._actor, *events)

    @property
    def passes(self) -> bool:
        """Whether the turn passes on in this batch, so that it cannot be taken back."""
        return any(entry.event.PASSES for entry in self.entries)

    @property
    def names_data(self) -> bool:
        """Whether the log names the printed data in this batch, by which the game goes from here on."""
        return any(event.NAMES_DATA for event in self._life)

    @property
    def newcomers(self) -> set[UserId]:
        """Everyone whom this batch brings to the table."""
        return {user for event in self._life for user in event.people()}

    def take_care(self, seat: Seat, bot: str) -> None:
        """Mark that a bot chooses what follows, in place of the player."""
        self._emit_as(SYSTEM, life.CaretakerPlayed(seat=seat, bot=bot))

    def follow_plan(self, seat: Seat, made_at: Version) -> None:
        """Mark that what follows was planned by the player before the turn began."""
        self._emit_as(seat, life.PlanPlayed(seat=seat, made_at=made_at))

    def settle(self, at: Millis) -> None:
        """Turn the clocks, at the very end: whoever owes a choice now is on the clock from `at` on."""
        table = self.match.table
        if table.clock is None or table.phase != "active":
            return
        moment = self._moment(at)
        after = turned(table.clock, self._clocks, table.clocks, moment)
        spoken = any(event.TURNS_CLOCKS for event in self._life)
        if spoken or must_turn(table.clocks, after, moment):
            self.emit(life.ClocksTurned(at=at, running=after.running, resting=after.resting, banks=after.banks))

    def _moment(self, at: Millis) -> Moment:
        chairs = self.match.table.chairs
        return Moment(
            at=at,
            people=[chair.human for chair in chairs],
            owing=[seat for seat in self.match.awaited() if chairs[seat].human],
            acted={entry.actor for entry in self.entries},
            passed=self.passes,
        )

    def _emit_as(self, actor: Actor, *events: Event) -> None:
        for event in events:
            self.match.apply(event)
            self.entries.append(Entry(actor, self._step, None, event))
            if isinstance(event, LifecycleEvent):
                self._life.append(event)

    def start(self) -> None:
        """Draw the first seat among the taken chairs, set the game up and play on to the first real choice."""
        match = self.match
        self._adopt_rules()
        count = sum(chair.taken for chair in match.table.chairs)
        draws: list[Event] = []
        rng = match.rng(lambda purpose, n: draws.append(life.LotsDrawn(purpose=purpose, count=n)))
        first = Seat(rng.below("first seat", count))
        self.emit(*draws, life.GameStarted(players=count, first_seat=first))
        recorder = self.match.recorder(blind=self._blind)
        match.game.setup_into(recorder, msgspec.convert(match.table.options, match.game.options_type), match.chairs())
        self._keep(SYSTEM, None, recorder.events)
        self.advance()

    def choose(self, seat: Seat, command: Command) -> None:
        """Carry out one choice."""
        if self.match.table.phase != "active":
            raise NotYourTurn(seat)
        recorder = self.match.recorder(blind=self._blind)
        try:
            self.match.game.decide_into(recorder, seat, command)
        except IllegalMove as error:
            if recorder.events:
                message = f"{command} was refused after it had emitted {recorder.events}"
                raise RuntimeError(message) from error
            error.game = self.match.game.meta.slug
            raise
        self._adopt_rules()
        self._keep(seat, command, recorder.events)

    def resolve(self, step: Step) -> None:
        """Carry out a step that belongs to the system."""
        recorder = self.match.recorder(blind=self._blind)
        self.match.game.resolve_into(recorder, step)
        self._adopt_rules()
        self._keep(SYSTEM, None, recorder.events)

    def advance(self, only: Seat | None = None) -> bool:
        """Play what is forced, until someone has a real choice, the system owes a step, or the game is over.

        `only` limits it to one seat's own choices: between the commands of a draft nothing else may happen. Tells
        whether nobody's choice is forced now; with `only`, somebody else's may be.
        """
        match = self.match
        for _ in range(_MANY):
            waiting = match.to_act()
            if isinstance(waiting, Step):
                return True
            if not waiting:
                if not match.table.over:
                    self._finish()
                return True
            if not match.game.forces(match.state):
                return True
            asked = waiting
            if only is not None:
                asked = (only,) if only in waiting else ()
            forced = self._forced(asked)
            if forced is None:
                return len(asked) == len(waiting)
            self._play_forced(*forced)
        message = "forced choices without end"
        raise RuntimeError(message)

    def _play_forced(self, seat: Seat, command: Command) -> None:
        try:
            self.choose(seat, command)
        except IllegalMove as error:
            message = f"the rules offer {command} to seat {seat} alone, and refuse it"
            raise RuntimeError(message) from error

    def _adopt_rules(self) -> None:
        """After an upgrade a running game goes on under today's rules, and its log says from where on."""
        table, meta = self.match.table, self.match.game.meta
        if table.rules_version != meta.rules_version or table.data_hash != meta.data_hash:
            self._emit_as(SYSTEM, life.RulesAdopted(rules_version=meta.rules_version, data_hash=meta.data_hash))

    def _forced(self, seats: Iterable[Seat]) -> tuple[Seat, Command] | None:
        for seat in seats:
            command = self.match.forced(seat)
            if command is not None:
                return seat, command
        return None

    def _finish(self) -> None:
        result = self.match.game.result(self.match.state)
        self._actor = SYSTEM
        self.emit(life.GameFinished(result=result), life.SecretRevealed(secret=self.match.secret.hex()))

    def _keep(self, actor: Actor, command: Command | None, events: list[Event]) -> None:
        for event in events:
            self.entries.append(Entry(actor, self._step, command, event))
            command = None
        self._step += 1
