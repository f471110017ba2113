"""The protocol between a game and everything around it, declared once.

A game is pure: `legal`, `decide`, `resolve` and `view` read a state, `evolve` folds one event into it, and nothing
reads a clock, a global or the network. `evolve` knows no rules: who acts next and what is owed is put into the state
by events, so that a later fix of a rule cannot change what happened.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar, Final, Generic, Literal, TypeAlias, TypeVar, cast, final

import msgspec

from domain.kernel.ids import Seat
from domain.kernel.rng import Rng
from domain.kernel.valuation import NO_WEIGHTS, Assessment, Weights
from domain.kernel.visibility import Sealing
from domain.kernel.words import NO_FACTS, Catalogue


class Command(
    msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, kw_only=True, tag_field="type", tag=True
):
    """One choice of one seat, in the imperative (`TakeTile`): a complete value that can be compared and hashed."""

    SECRET: ClassVar[bool] = False
    """A choice that stays hidden until a reveal. It is never played by itself, even if it is the only one."""

    ASIDE: ClassVar[bool] = False
    """A command that may be given beside what is owed, such as a standing order. Nobody is asked for it: it neither
    makes a choice of a forced one nor keeps a turn from passing."""

    SETS_UP: ClassVar[bool] = False
    """A choice of the set-up. Whoever plays for the first time may have it proposed."""


class Event(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """What happened, in the past tense (`TileTaken`), with its outcome."""

    SCHEMA: ClassVar[int] = 1
    """Raised when the fields change their meaning; an upcaster then brings older ones forward."""

    SEALED: ClassVar[Mapping[str, Sealing]] = {}
    """Fields that not everyone may read, each with a function that names the seats that may."""

    REVEALS: ClassVar[bool] = False
    """Something hidden became visible to someone: a barrier for undo, and the end of every preview."""

    PASSES: ClassVar[bool] = False
    """The turn passed on: a barrier for undo."""

    BELONGS_TO: ClassVar[Literal["actor", "seat", "table"]] = "actor"
    """Whose turn it is told in: its actor's, that of its `seat`, which begins with it, or nobody's (a round's end)."""

    CLOSES_ROUND: ClassVar[bool] = False
    """A round may be over (`Game.closes_round` says whether it is): the head of the chain is shown here, for players to
    keep. Only an event that no undo can take back may say so."""

    GATHERS: ClassVar[tuple[str, ...]] = ()
    """The types of events right before it that led to it. Where a turn is told in short they are one line with it, in
    the words of `gathered.<Type>`."""


class Term(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """One summand of a score: `label` is a key of the catalogue below `term.`, `args` fills it."""

    points: int
    label: str
    args: dict[str, int | str] = {}


class PointsScored(Event, frozen=True):
    """The only event that changes a score; `detail` is the arithmetic, and its points add up to `points`."""

    seat: Seat
    points: int
    source: str
    detail: tuple[Term, ...]


class State(msgspec.Struct, kw_only=True):
    """The whole truth of a game. Mutable, but only its fold touches it.

    It must survive msgspec's msgpack, for snapshots, and JSON: the log of a what-if game begins with a state, so a new
    field has a default, and none changes its name or meaning.
    """

    scores: list[int] = []


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The table options of a game, each with a default. A game without options uses this class as it is."""

    RARE: ClassVar[frozenset[str]] = frozenset()
    """Options that few tables change; forms fold them away."""


class View(msgspec.Struct, kw_only=True):
    """What one seat (or a spectator) may know of a state."""


class Step(msgspec.Struct, frozen=True, gc=False):
    """A step that belongs to `system`: a scoring phase, or a part of one."""

    name: str


ToAct: TypeAlias = tuple[Seat, ...] | Step
"""The seats that owe a choice, or the step that the system owes; an empty tuple once the game is over."""


class Rank(msgspec.Struct, frozen=True, kw_only=True):
    """The place of a seat at the end, 1 for the first; seats that share a place have the same number."""

    seat: Seat
    place: int
    score: int


class Result(msgspec.Struct, frozen=True, kw_only=True):
    """How a game ended. `tie_break` names the rule that decided, if points alone did not."""

    ranking: tuple[Rank, ...]
    winners: tuple[Seat, ...]
    tie_break: str | None = None

    @property
    def decided_by(self) -> str:
        """What made the winners win, as a key of the catalogue below `name.`."""
        return self.tie_break or "most_points"


class Chairs(msgspec.Struct, frozen=True):
    """How many sit at the table, and who begins: "seat i" of a rule book's set-up counts from `first`."""

    count: int
    first: Seat

    def in_order(self) -> tuple[Seat, ...]:
        """The seats clockwise from the one who begins."""
        return tuple(Seat((self.first + i) % self.count) for i in range(self.count))


class Meta(msgspec.Struct, frozen=True, kw_only=True):
    """What a game says of itself."""

    slug: str
    players: tuple[int, ...]
    rules_version: int
    data_hash: str


S = TypeVar("S", bound=State)
O_contra = TypeVar("O_contra", bound=Options, contravariant=True)
V = TypeVar("V", bound=View)
E = TypeVar("E", bound=Event)
T = TypeVar("T", bound=msgspec.Struct)


def copy_of(value: T) -> T:
    """A copy that shares nothing with the original."""
    return msgspec.msgpack.decode(msgspec.msgpack.encode(value), type=type(value))


class Fold(Generic[S]):
    """The table from event type to the short function that folds it."""

    def __init__(self) -> None:
        """Start with the one event that every game shares."""
        self.table: dict[type[Event], Callable[[S, Any], None]] = {PointsScored: _points_scored}

    def on(self, kind: type[E]) -> Callable[[Callable[[S, E], None]], Callable[[S, E], None]]:
        """Register the function that folds events of `kind`."""

        def register(function: Callable[[S, E], None]) -> Callable[[S, E], None]:
            if kind in self.table:
                message = f"{kind.__name__} is folded twice"
                raise TypeError(message)
            self.table[kind] = function
            return function

        return register


def _points_scored(state: State, event: PointsScored) -> None:
    state.scores[event.seat] += event.points


class Recorder(Generic[S]):
    """A decision under way: each event is folded into `state` as it is emitted, so that the rules can read on.

    The state belongs to the caller. Rules emit nothing before their last guard: a refusal leaves it untouched.
    """

    __slots__ = ("_table", "events", "rng", "state")

    def __init__(self, fold: Fold[S], state: S, rng: Rng, events: list[Event]) -> None:
        """Decide on `state`, which will be changed, and collect into `events`."""
        self.state: Final = state
        self.rng: Final = rng
        self.events: Final = events
        self._table = fold.table

    def emit(self, event: Event) -> None:
        """Fold the event and keep it."""
        self._table[type(event)](self.state, event)
        self.events.append(event)

    def score(self, seat: Seat, source: str, *detail: Term) -> None:
        """Emit the points of `detail` (none if the sum is empty of terms), with the arithmetic that explains them."""
        if detail:
            points = sum(term.points for term in detail)
            self.emit(PointsScored(seat=seat, points=points, source=source, detail=detail))


class Game(ABC, Generic[S, O_contra, V]):
    """A game. Subclasses give the attributes and the abstract methods; the rest follows from them."""

    meta: ClassVar[Meta]
    printed: ClassVar[bytes]
    """What stands on boards, cards and tiles, as the text whose hash `meta` names."""
    state_type: ClassVar[type[State]]
    options_type: ClassVar[type[Options]] = Options
    view_type: ClassVar[type[View]]
    commands: ClassVar[tuple[type[Command], ...]]
    events: ClassVar[tuple[type[Event], ...]]
    """Every event type that the game emits, `PointsScored` among them."""
    sources: ClassVar[tuple[str, ...]]
    """Every `source` of its points."""
    fold: ClassVar[Fold[Any]]
    words: ClassVar[Catalogue]
    rounds: ClassVar[int | None] = None
    """How many rounds a game has, if its rules say so."""
    clockwise: ClassVar[bool] = True
    """Whether turns go clockwise, so that it can be told who is next."""
    weights: ClassVar[Weights] = NO_WEIGHTS
    """What the terms of `assess` are worth."""
    upcasters: ClassVar[Mapping[tuple[str, int], Callable[[dict[str, Any]], dict[str, Any]]]] = {}
    """(event type, schema) → a pure function from its data to the data of the next schema."""

    def check_options(self, options: O_contra, players: int) -> None:
        """Raise `BadOptions` if these options do not fit together or not this number of players."""

    @abstractmethod
    def setup_into(self, recorder: Recorder[S], options: O_contra, chairs: Chairs) -> None:
        """Emit the opening events into a blank state."""

    @abstractmethod
    def legal(self, state: S, seat: Seat) -> list[Command]:
        """Every legal command of that seat, in an order that depends on nothing the seat cannot see."""

    @abstractmethod
    def decide_into(self, recorder: Recorder[S], seat: Seat, command: Command) -> None:
        """Check the command with guards of its own (raise `IllegalMove`), then emit what happens."""

    @abstractmethod
    def resolve_into(self, recorder: Recorder[S], step: Step) -> None:
        """Emit what happens in a step that belongs to `system`."""

    @abstractmethod
    def view(self, state: S, seat: Seat | None) -> V:
        """What that seat may know; `None` is a spectator."""

    @abstractmethod
    def imagine(self, view: V, rng: Rng) -> S:
        """A complete state that the seat cannot tell from the true one: `view(imagine(v), seat) == v`."""

    @abstractmethod
    def to_act(self, state: S) -> ToAct:
        """The seats that owe a choice, or the step that the system owes."""

    def awaited(self, state: S) -> tuple[Seat, ...]:
        """Those who owe a choice and hold the others up, so that their time runs; a game may let some owe it longer."""
        waiting = self.to_act(state)
        return () if isinstance(waiting, Step) else waiting

    def forces(self, state: S) -> bool:  # noqa: ARG002 - for games that know more
        """Whether somebody's only option may be played by itself. Not while all choose in secret: nobody is asked then.

        It saves the lists of everybody's options, which nobody else needs.
        """
        return True

    @abstractmethod
    def result(self, state: S) -> Result:
        """The ranking of a finished game."""

    def begins_turn(self, state: S) -> Seat | None:  # noqa: ARG002 - for games whose turns can be planned
        """The seat whose turn has begun and that has chosen nothing of it yet. A game without cannot be planned."""
        return None

    def suppose_turn(self, state: S, seat: Seat) -> bool:  # noqa: ARG002 - for games whose turns can be planned
        """Change an imagined state as if the seat's next turn began now; false if nothing can be said of that yet."""
        return False

    def assess(self, state: S, seat: Seat) -> Assessment:
        """What a seat has in a position: what bots look for. A game knows better than this default."""
        own = state.scores[seat]
        return Assessment(own - max((score for other, score in enumerate(state.scores) if other != seat), default=0))

    def facts(self, view: V, command: Command) -> Mapping[str, object]:  # noqa: ARG002 - for games with more to say
        """What the label of a legal command tells beside its own fields: what stands there, what it costs or brings.

        They are told from a view, so that no label says more than its reader may know.
        """
        return {}

    def closes_round(self, event: Event, first: Seat | None) -> bool:  # noqa: ARG002 - for games that must look closer
        """Whether a round is over with this event, in a game that `first` began (`None`: nobody has yet)."""
        return event.CLOSES_ROUND

    def uncounted(self, state: S, seat: Seat) -> Mapping[str, int]:  # noqa: ARG002 - for games that count at their end
        """What a seat would be given if the game ended now, by source of points; nothing once that was scored."""
        return {}

    # What follows from the above. A class variable cannot name S, hence the casts of `state_type`.

    @final
    def value(self, state: S, seat: Seat, weights: Weights | None = None) -> float:
        """How good a position is for a seat, in points; by other weights than the game's, if somebody has his own."""
        return (weights or self.weights).value(self.assess(state, seat))

    @final
    def blank(self) -> S:
        """The state before the first opening event."""
        return cast("S", self.state_type())

    @final
    def evolve(self, state: S, event: Event) -> None:
        """Fold one event into the state: the only thing that changes it."""
        self.fold.table[type(event)](state, event)

    @final
    def copy(self, state: S) -> S:
        """A copy that shares nothing with the original."""
        return copy_of(state)

    @final
    def setup(self, options: O_contra, chairs: Chairs, rng: Rng) -> list[Event]:
        """The opening events."""
        recorder = self.recorder(self.blank(), rng)
        self.setup_into(recorder, options, chairs)
        return recorder.events

    @final
    def decide(self, state: S, seat: Seat, command: Command, rng: Rng) -> list[Event]:
        """The events of a command, or `IllegalMove`; the state is not changed."""
        recorder = self.recorder(self.copy(state), rng)
        self.decide_into(recorder, seat, command)
        return recorder.events

    @final
    def resolve(self, state: S, step: Step, rng: Rng) -> list[Event]:
        """The events of a step that belongs to `system`; the state is not changed."""
        recorder = self.recorder(self.copy(state), rng)
        self.resolve_into(recorder, step)
        return recorder.events

    @final
    def name_in(self, lang: str) -> str:
        """What the game is called."""
        return self.words.say("game.name", NO_FACTS, lang=lang)

    @final
    def label(self, view: V, command: Command, *, lang: str = "en", players: Sequence[str] = ()) -> str:
        """A legal command in the words of a menu, for the reader of that view."""
        return self.words.describe(command, self.facts(view, command), lang=lang, players=players)

    @final
    def group(self, view: V, command: Command, *, lang: str = "en", players: Sequence[str] = ()) -> str:
        """The heading under which a menu lists a legal command, for the reader of that view."""
        args = {**msgspec.structs.asdict(command), **self.facts(view, command)}
        return self.words.say(f"group.{type(command).__name__}", args, lang=lang, players=players)

    @final
    def recorder(self, state: S, rng: Rng, events: list[Event] | None = None) -> Recorder[S]:
        """A recorder that decides on `state` itself, for callers that own it."""
        return Recorder(self.fold, state, rng, [] if events is None else events)


AnyGame: TypeAlias = Game[Any, Any, Any]
"""A game whose types the caller need not know: the kernel and the services hold games only so."""


def in_turn_order(first: Seat, count: int) -> Sequence[Seat]:
    """The seats clockwise from `first`."""
    return Chairs(count, first).in_order()
