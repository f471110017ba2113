"""The proof: what a copy of a log shows to someone who trusts nobody, and what it cannot show.

Needs nothing but the log and the games: no server, no clock, no network. A log of a running game, as any reader may
have it, is checked as far as it is open. A log whose secret is revealed is checked whole. Nothing here repairs or
guesses: what does not follow is named with its version and the reason.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Literal, Protocol, TypeAlias

import msgspec

from domain.kernel import chain
from domain.kernel import lifecycle as life
from domain.kernel.audit import NONSENSE, check_log
from domain.kernel.branching import Beginning, check_start
from domain.kernel.clock import moment
from domain.kernel.envelope import Codec, Record, marks
from domain.kernel.errors import BadRecord, NotAllowed, NotFound
from domain.kernel.game import AnyGame, Event, PointsScored
from domain.kernel.log import LoggedEvent, read
from domain.kernel.replay import fold
from domain.kernel.rng import commitment
from domain.kernel.table import Table
from domain.kernel.undo import effective
from domain.kernel.visibility import seal

_MOST_CHAIRS = 16

Verdict: TypeAlias = Literal["holds", "broken", "not_judged"]
"""`not_judged`: nothing is wrong with chain and seals, but rules or printed data are not those of this Acta, so that
nobody has checked here whether the commands were legal and the points are due."""


class Games(Protocol):
    """Where the rules of games are found."""

    def get(self, slug: str) -> AnyGame:
        """The game of that slug, or `NotFound`."""
        ...


class Statement(msgspec.Struct, frozen=True):
    """Something that was shown, or that cannot be: a key of the kernel's catalogue below `proof.`, and its values."""

    key: str
    args: dict[str, Any] = {}


Check: TypeAlias = Literal["chain", "head", "time", "life", "undo", "sealing", "reading", "play", "points", "origin"]
"""What is checked, one after the other."""


class Failure(msgspec.Struct, frozen=True, order=True):
    """A line that does not hold: the check that it fails, and for experts exactly why, in English."""

    version: int
    reason: str
    check: Check = "reading"


class Report(msgspec.Struct, kw_only=True):
    """What was found out about a copy of a log."""

    game_id: str = ""
    game: str = ""
    version: int = 0
    head: str = ""
    over: bool = False
    """Whether the secret is revealed, so that the log could be checked whole."""
    judged: bool = False
    """Whether every command was decided again."""
    failures: list[Failure] = []
    proven: list[Statement] = []
    unproven: list[Statement] = []

    @property
    def verdict(self) -> Verdict:
        """What to think of the log. One of a running game holds if all that is open in it does."""
        if self.failures:
            return "broken"
        return "holds" if self.judged or not self.over else "not_judged"

    @property
    def holds(self) -> bool:
        """Whether everything that could be checked is as it should be, and nothing was left unjudged."""
        return self.verdict == "holds"


def verify(
    records: Sequence[Record], games: Games, head: str | None = None, origin: Sequence[Record] | None = None
) -> Report:
    """Check a log. `head` is the hash of one of its versions as it was seen elsewhere, in its time.

    `origin` is the log of the game that it branches from.
    """
    verification = _Verification(records, origin)
    verification.run(games, head)
    return verification.report


class _Verification:
    """Checks one log, from what anyone can check to what only a revealed secret opens."""

    def __init__(self, records: Sequence[Record], origin: Sequence[Record] | None) -> None:
        self.report = Report(version=len(records))
        self._records = records
        self._origin = origin
        self._table = Table()
        self._revealed: tuple[int, bytes] | None = None
        self._foldable = len(records)
        """The lines before the first undo of something that is not before it: no fold goes beyond that."""

    def run(self, games: Games, head: str | None) -> None:
        """Go as far as the log allows, and say how far that was."""
        if self._holds("chain", self._check_chain):
            self._holds("head", lambda: self._compare_head(head))
            self._holds("time", self._check_times)
            if self._holds("life", self._read_life):
                self._tell_nonces()
                self._tell_origin()
                if self._revealed is None:
                    self._unproven("running", closed=sum(len(closed) for _, closed in self._closed()))
                elif self._holds("sealing", self._check_sealing):
                    self._check_play(games)
        self._unproven("look")
        self._unproven("people")
        self.report.failures.sort()

    def _holds(self, name: Check, check: Callable[[], None]) -> bool:
        try:
            check()
        except BadRecord as error:
            self.report.failures.append(Failure(error.version, error.reason, name))
            return False
        return True

    def _proven(self, key: str, **args: object) -> None:
        self.report.proven.append(Statement(key, args))

    def _unproven(self, key: str, **args: object) -> None:
        self.report.unproven.append(Statement(key, args))

    # What any copy shows --------------------------------------------------------------------------------------------

    def _check_chain(self) -> None:
        if not self._records:
            raise BadRecord(0, "the log is empty")
        head = chain.verify(self._records)
        self.report.head = head
        self._proven("chain", count=len(self._records), head=head)
        self._proven("openings", count=sum(len(record.openings) for record in self._records))

    def _compare_head(self, head: str | None) -> None:
        if head is None:
            self._unproven("no_head")
            return
        version = next((number for number, record in enumerate(self._records, 1) if record.hash() == head), None)
        if version is None:
            reason = f"no line has the hash {head}: the log was cut before it, or written anew since it was seen"
            raise BadRecord(len(self._records), reason)
        self._proven("head", version=version)
        if version < len(self._records):
            self._unproven("after_head", version=version)

    def _check_times(self) -> None:
        before = self._records[0].envelope().at
        for number, record in enumerate(self._records, 1):
            at = record.envelope().at
            try:
                if at != before and moment(at) < moment(before):
                    raise BadRecord(number, f"its time, {at}, is before that of the line before it, {before}")
            except ValueError as error:
                raise BadRecord(number, f"{at!r} is no time") from error
            before = at
        self._proven("times")

    def _read_life(self) -> None:
        """Fold the life of the table, which is never sealed."""
        for number, record in enumerate(self._records, 1):
            kind = life.KINDS.get(record.envelope().type)
            if (kind is life.GameCreated) != (number == 1):
                raise BadRecord(number, "a log begins with GameCreated, and has no other")
            if kind is not None:
                self._live(number, msgspec.json.Decoder(kind), record)
        if self._table.over and self._revealed is None:
            raise BadRecord(len(self._records), "the game is over, and its secret is not revealed")

    def _live(self, number: int, decoder: msgspec.json.Decoder[Event], record: Record) -> None:
        try:
            event = decoder.decode(record.envelope().data)
            if isinstance(event, life.GameCreated):
                self._created(record, event)
            elif isinstance(event, life.ChoicesUndone):
                self._check_undo(number, event.spans)
            elif isinstance(event, life.SecretRevealed):
                self._revealed = self._revealed or (number, bytes.fromhex(event.secret))
            self._table.apply(event)
        except NONSENSE as error:
            raise BadRecord(number, f"it makes no sense where it stands ({error})") from error

    def _check_undo(self, number: int, spans: Iterable[tuple[int, int]]) -> None:
        """Note an undo that cannot be; what made it so may stand far before it, and the audit will say where."""
        for first, last in spans:
            if not 0 < first <= last < number and number <= self._foldable:
                self._foldable = number - 1
                reason = f"it takes back the versions {first} to {last}, which are not before it"
                self.report.failures.append(Failure(number, reason, "undo"))

    def _created(self, record: Record, event: life.GameCreated) -> None:
        if not 0 < event.players <= _MOST_CHAIRS:
            raise BadRecord(1, f"no table has {event.players} chairs")
        self.report.game_id, self.report.game = record.envelope().game, event.game

    def _tell_nonces(self) -> None:
        if self._table.first_seat is None:
            return
        chairs = enumerate(self._table.chairs)
        given = {number: repr(chair.nonce)[1:-1] for number, chair in chairs if chair.nonce is not None}
        if given:  # whatever was sent is shown in signs that can be printed
            self._proven("nonces", nonces=given, commitment=self._table.commitment)
        else:
            self._unproven("no_nonces")

    def _tell_origin(self) -> None:
        origin = self._table.branch_of
        if origin is not None and (self._origin is None or self._revealed is None):
            self._unproven("no_origin", version=origin.version, origin=origin.game_id)

    def _closed(self) -> list[tuple[int, set[str]]]:
        """What this copy does not open, by version."""
        return [
            (number, marks(record.envelope()).keys() - record.openings.keys())
            for number, record in enumerate(self._records, 1)
        ]

    # What the revealed secret opens ---------------------------------------------------------------------------------

    def _check_sealing(self) -> None:
        number, secret = self._secret()
        self.report.over = True
        if commitment(secret) != self._table.commitment:
            raise BadRecord(number, "the revealed secret is not the one that was promised in version 1")
        for version, closed in self._closed():
            if closed:
                raise BadRecord(version, f"{', '.join(sorted(closed))} is not open, though the secret is revealed")
        for record in self._records:
            _check_salts(record, secret)
        self._proven("secret")

    def _secret(self) -> tuple[int, bytes]:
        return self._revealed or (0, b"")

    def _check_play(self, games: Games) -> None:
        try:
            game = games.get(self.report.game)
        except NotFound:
            self._unproven("unknown_game", game=self.report.game)
            return
        lines: list[LoggedEvent] = []
        if self._holds("reading", lambda: lines.extend(read(Codec(game), self._records))):
            self._holds("play", lambda: self._audit(game, lines[: self._foldable]))
            if self._foldable < len(lines):
                return
            self._holds("points", lambda: self._check_points(game, lines))
            self._holds("origin", lambda: self._check_origin(games, game, lines))

    def _audit(self, game: AnyGame, lines: Sequence[LoggedEvent]) -> None:
        unaudited = check_log(game, self._secret()[1], lines)
        for first, last, theirs, data in unaudited:
            key = "other_rules" if data == game.meta.data_hash else "other_data"
            ours = game.meta.rules_version
            self._unproven(key, first=first, last=last, theirs=theirs, ours=ours, data=data)
        self.report.judged = not unaudited and len(lines) == len(self._records)
        if self.report.judged:
            self._proven("draws")
            self._proven("rules", rules_version=game.meta.rules_version)

    def _check_origin(self, games: Games, game: AnyGame, lines: Sequence[LoggedEvent]) -> None:
        """A branch begins where it says, if the log of that game is at hand."""
        if self._origin is None or self._table.branch_of is None:
            return
        beginning = _beginning(lines, self._secret()[1])
        theirs = verify(self._origin, games)
        if theirs.verdict == "not_judged":
            self._unproven("origin_unjudged", version=beginning.start.version, origin=beginning.start.origin)
            return
        if theirs.failures or not theirs.over:
            raise BadRecord(
                beginning.version, "the log of the game that it branches from does not hold, or is not whole"
            )
        try:
            check_start(game, beginning, self._origin)
        except (NotAllowed, *NONSENSE) as error:
            raise BadRecord(beginning.version, "nothing could be played on from where it branches off") from error
        start = beginning.start
        self._proven("origin_dealt" if start.dealt_anew else "origin", version=start.version, origin=start.origin)

    def _check_points(self, game: AnyGame, lines: Sequence[LoggedEvent]) -> None:
        """The ledger adds up to the scores, and these are the ones of the result."""
        for line in lines:
            if isinstance(line.event, PointsScored) and line.event.points != sum(t.points for t in line.event.detail):
                raise BadRecord(line.version, "its arithmetic does not add up to its points")
        try:
            scores = fold(game, self._secret()[1], lines).scores()
            ledger = [0 for _ in scores]
            for event in effective(lines):
                if isinstance(event, PointsScored):
                    ledger[event.seat] += event.points
        except NONSENSE as error:
            raise BadRecord(len(lines), f"the log cannot be folded ({type(error).__name__}: {error})") from error
        result = self._table.result
        ranked = scores if result is None else [rank.score for rank in sorted(result.ranking, key=lambda r: r.seat)]
        if not ledger == scores == ranked:
            raise BadRecord(len(lines), f"points add up to {ledger}, the scores are {scores}, the result says {ranked}")
        if self.report.judged:
            self._proven("points")


def _beginning(lines: Sequence[LoggedEvent], secret: bytes) -> Beginning:
    player = next(line.event for line in lines if isinstance(line.event, life.SeatTaken))
    version, start = next((line.version, line.event) for line in lines if isinstance(line.event, life.GameBranched))
    return Beginning(version, start, player.seat, secret)


def _check_salts(record: Record, secret: bytes) -> None:
    envelope = record.envelope()
    for place, opening in record.openings.items():
        _, expected = seal(secret, f"{envelope.game}/{envelope.version}/{place}", opening.value, ())
        if opening.salt != expected.salt:
            raise BadRecord(envelope.version, f"the salt of {place} does not follow from the secret")
