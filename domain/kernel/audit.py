"""The audit: decides every recorded request again by today's rules, and compares what follows with the log.

A request is one batch of the log. Its first line says who asked; what was asked follows from its command or from its
first event. What then follows – forced choices, draws, steps of the system, the end of the game – is worked out anew
by the code that the server itself runs, and must be the recorded lines to the byte. The audit believes nothing but the
secret; only what was played by rules that this Acta does not have is taken on trust, and named.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

import msgspec

from domain.kernel import lifecycle as life
from domain.kernel import lobby, overtime
from domain.kernel.branching import Seating, open_branch
from domain.kernel.clock import Millis, moment
from domain.kernel.envelope import Codec, Stamp, opened, write
from domain.kernel.errors import ActaError, BadOptions, BadRecord, IllegalMove, NotAllowed, UndoBarred
from domain.kernel.game import AnyGame, Command, Event, Step
from domain.kernel.ids import Seat, UserId, Version
from domain.kernel.log import LoggedEvent, batches, request_line
from domain.kernel.match import SYSTEM, Actor, Batch, Entry, Match
from domain.kernel.replay import fold
from domain.kernel.undo import take_back

NONSENSE = (ArithmeticError, AttributeError, LookupError, RuntimeError, TypeError, ValueError)
"""What rules and folds may raise when they are fed events that no rules ever wrote."""

_MOST_SHOWN = 160
_FORMER_CARETAKERS = {"random", "greedy"}  # who took care at tables of earlier releases where nobody chose
_encode = msgspec.json.Encoder(order="deterministic").encode


class Unaudited(NamedTuple):
    """A stretch of the log that was played by other rules, or with other printed data, than this Acta has."""

    first: Version
    last: Version
    rules_version: int
    data_hash: str


def check_log(game: AnyGame, secret: bytes, log: Sequence[LoggedEvent]) -> list[Unaudited]:
    """Decide a whole log again; raise `BadRecord` at the first line that does not follow. Give what was not audited."""
    audit = _Audit(game, secret, log)
    for lines in _checked_batches(log):
        try:
            audit.check_batch(lines)
        except NONSENSE as error:
            reason = f"it makes no sense where it stands ({type(error).__name__}: {error})"
            raise BadRecord(lines[0].version, reason) from error
    return audit.unaudited


def _checked_batches(log: Sequence[LoggedEvent]) -> Iterator[list[LoggedEvent]]:
    """The batches of a log, each with a command id of its own and of one moment."""
    seen: set[str] = set()
    for lines in batches(log):
        first = lines[0].envelope()
        if first.command_id in seen:
            raise BadRecord(first.version, f"the command id {first.command_id} was used before")
        seen.add(first.command_id)
        for line in lines:
            if line.envelope().at != first.at:
                raise BadRecord(line.version, f"its time is not that of version {first.version}, of one request")
        yield lines


class _Audit:
    def __init__(self, game: AnyGame, secret: bytes, log: Sequence[LoggedEvent]) -> None:
        self.unaudited: list[Unaudited] = []
        self._game = game
        self._codec = Codec(game)
        self._match = Match(game, secret)
        self._batch = Batch(self._match, SYSTEM)
        self._log = log

    def check_batch(self, lines: Sequence[LoggedEvent]) -> None:
        """Decide one request again, or take its events as they are if other rules decided it."""
        rules = self._rules_in_force(lines)
        if rules != (self._game.meta.rules_version, self._game.meta.data_hash):
            self._trust(lines, rules)
            return
        asked = request_line(lines)
        self._batch = Batch(self._match, _actor(asked))
        try:
            self._decide(asked, lines)
            self._batch.settle(_turned_at(lines))
        except BadRecord:
            raise
        except ActaError as refusal:
            self._compare(lines)  # a refusal may only follow from an earlier difference, which tells more
            version = lines[0].version + len(self._batch.entries)
            raise BadRecord(version, f"the rules refuse it: {self._words(refusal)}") from refusal
        self._compare(lines)
        self._compare_length(lines)
        self._match = self._batch.match

    def _rules_in_force(self, lines: Sequence[LoggedEvent]) -> tuple[int, str]:
        """One request is decided by one Acta: if it adopted rules anywhere, it decided by these."""
        for line in lines:
            if isinstance(line.event, life.GameCreated | life.RulesAdopted):  # those with NAMES_DATA
                return line.event.rules_version, line.event.data_hash
        return self._match.table.rules_version, self._match.table.data_hash

    def _trust(self, lines: Sequence[LoggedEvent], rules: tuple[int, str]) -> None:
        first, last = lines[0].version, lines[-1].version
        if self.unaudited and self.unaudited[-1][1:] == (first - 1, *rules):
            first = self.unaudited.pop().first
        self.unaudited.append(Unaudited(first, last, *rules))
        if any(isinstance(line.event, life.ChoicesUndone) for line in lines):
            self._match = fold(self._game, self._match.secret, self._log[:last])
            return
        for line in lines:
            self._match.apply(line.event)

    # What was asked -------------------------------------------------------------------------------------------------

    def _decide(self, first: LoggedEvent, lines: Sequence[LoggedEvent]) -> None:
        actor, event = first.envelope().actor, first.event
        if _has_command(first):
            self._choose(Seat(int(actor)), lines)
        elif type(event) in _REQUESTS_IN_CONTEXT:
            _REQUESTS_IN_CONTEXT[type(event)](self, lines, event)
        elif type(event) in _REQUESTS:
            _REQUESTS[type(event)](self._batch, UserId(str(actor)), event)
        elif self._match.table.phase == "lobby":
            lobby.start(self._batch, UserId(str(actor)))
        else:
            self._resolve(first)

    def _choose(self, seat: Seat, lines: Sequence[LoggedEvent]) -> None:
        """A seat's draft: its commands, each followed by its own forced choices, and what follows from the whole."""
        batch = self._batch
        while len(batch.entries) < len(lines):
            start = len(batch.entries)
            line = request_line(lines[start:])
            if line.envelope().actor != seat or not _has_command(line):
                break
            batch.choose(seat, self._command(line))
            batch.advance(only=seat)
            new = batch.entries[start:]
            if not new or any(entry.event.REVEALS for entry in new):
                break
        batch.advance()

    def _command(self, line: LoggedEvent) -> Command:
        try:
            return self._codec.command(opened(line.record)[1])
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            raise BadRecord(line.version, f"no command of this game: {error}") from error

    def open_table(self, lines: Sequence[LoggedEvent], event: life.GameCreated) -> None:
        """Somebody opened the table, perhaps with a clock, perhaps to play on from a position of another game."""
        first = lines[0].envelope()
        if first.version != 1:
            raise BadRecord(first.version, "a table is opened only once")
        clock = next((line.event.clock for line in lines if isinstance(line.event, life.ClockSet)), None)
        terms = lobby.Terms(
            *(event.players, event.options, event.title, event.private, event.invited, event.rematch_of),
            clock=clock,
            caretaker=_caretaker_chosen(lines),
        )
        host, secret = UserId(str(first.actor)), self._match.secret
        start = next((line.event for line in lines if isinstance(line.event, life.GameBranched)), None)
        if start is None:
            self._batch = lobby.create(self._game, secret, host, terms)
        else:
            self._batch = open_branch(self._game, secret, _seating(host, lines), terms, start)

    def set_terms(
        self, lines: Sequence[LoggedEvent], event: life.TermsSet | life.ClockSet | life.CaretakerChosen
    ) -> None:
        """The host agreed other terms: options and title, clock, caretaker, or several of them."""
        user, caretaker = UserId(str(lines[0].envelope().actor)), _caretaker_chosen(lines)
        clock = next((line.event.clock for line in lines if isinstance(line.event, life.ClockSet)), msgspec.UNSET)
        if isinstance(event, life.TermsSet):
            lobby.set_terms(self._batch, user, event.options, event.title, clock)
        elif isinstance(event, life.ClockSet):
            lobby.set_terms(self._batch, user, None, None, clock)
        if caretaker is not None:
            lobby.choose_caretaker(self._batch, user, caretaker)

    def take_care(self, lines: Sequence[LoggedEvent], event: life.CaretakerPlayed) -> None:
        """A bot chose in place of a player, whose time must have run out."""
        table = self._match.table
        if not table.caretaken(event.seat):
            raise BadRecord(lines[0].version, f"seat {event.seat} had time left to choose for itself")
        self._batch = Batch(self._match, event.seat)
        self._batch.take_care(event.seat, event.bot if event.bot in _FORMER_CARETAKERS else table.caretaker)
        self._choose(event.seat, lines)

    def play_plan(self, lines: Sequence[LoggedEvent], event: life.PlanPlayed) -> None:
        """A player had planned what follows, at a version that lies before it."""
        first = lines[0].envelope()
        if first.actor != event.seat or not 0 < event.made_at < first.version:
            raise BadRecord(first.version, f"seat {event.seat} cannot have planned it at version {event.made_at}")
        self._batch = Batch(self._match, event.seat)
        self._batch.follow_plan(event.seat, event.made_at)
        self._choose(event.seat, lines)

    def resign(self, lines: Sequence[LoggedEvent], event: life.SeatResigned) -> None:
        """A player gave up; in logs of earlier releases a host stayed host all the same."""
        passes_on = any(isinstance(line.event, life.HostNamed) for line in lines)
        lobby.resign(self._batch, UserId(str(lines[0].envelope().actor)), event.bot, passes_on_host=passes_on)

    def run_out(self, _lines: Sequence[LoggedEvent], event: life.TimeRanOut) -> None:
        """The server noted whose time was over."""
        self._batch = Batch(self._match, SYSTEM)
        overtime.run_out(self._batch, event.at)

    def close_quiet(self, lines: Sequence[LoggedEvent], event: life.GameAbandoned) -> None:
        """The server closed a lobby at which nothing had happened for days."""
        first = lines[0].envelope()
        before = self._log[first.version - 2].envelope().at if first.version > 1 else first.at
        self._batch = Batch(self._match, SYSTEM)
        lobby.close_quiet(self._batch, event.quiet_days, moment(first.at) - moment(before))

    def sit_down(self, lines: Sequence[LoggedEvent], event: life.SeatTaken) -> None:
        """Somebody sat down, or was given a bot for company."""
        user, table = UserId(str(lines[0].envelope().actor)), self._match.table
        if event.bot is not None:
            lobby.add_bot(self._batch, user, event.bot)
            return
        at = moment(lines[0].envelope().at)
        if not (lobby.may_enter(table, user) or lobby.admits_somebody(table, at)):
            raise NotAllowed("invitation_needed")
        second = lines[1].event if len(lines) > 1 else None
        lobby.sit_down(self._batch, user, second.nonce if isinstance(second, life.NonceGiven) else None)

    def take_back(self, lines: Sequence[LoggedEvent], event: life.ChoicesUndone) -> None:
        """A player took choices back."""
        first = lines[0].envelope()
        log, seat = self._log[: first.version - 1], Seat(int(first.actor))
        undone = take_back(log, seat, Version(min(begin for begin, _ in event.spans) - 1))
        match = fold(self._game, self._match.secret, log, undone)
        self._batch = Batch(match, seat)
        self._batch.emit(undone)

    def _resolve(self, first: LoggedEvent) -> None:
        step = self._match.to_act()
        if not isinstance(step, Step):
            raise BadRecord(first.version, f"nobody asked for {_shown(first.event)}, and nothing was owed")
        self._batch = Batch(self._match, SYSTEM)
        self._batch.resolve(step)
        self._batch.advance()

    # What followed --------------------------------------------------------------------------------------------------

    def _compare(self, lines: Sequence[LoggedEvent]) -> None:
        for line, entry in zip(lines, self._batch.entries, strict=False):
            difference = self._difference(line, entry)
            if difference is not None:
                raise BadRecord(line.version, difference)

    def _difference(self, line: LoggedEvent, entry: Entry) -> str | None:
        envelope = line.envelope()
        if not _is_same(line.event, entry.event):
            return f"rules, secret and nonces give {_shown(entry.event)} here, and the log says {_shown(line.event)}"
        if envelope.actor != entry.actor:
            return f"it is put down to {envelope.actor!r}, and was the doing of {entry.actor!r}"
        if not self._is_written_as(line, entry):
            return "the event is right, but its command, its place in the batch or its sealing is not"
        return None

    def _is_written_as(self, line: LoggedEvent, entry: Entry) -> bool:
        envelope = line.envelope()
        if envelope.schema != entry.event.SCHEMA:  # an older way to write the same event, which nobody writes now
            command = self._command(line) if _has_command(line) else None
            return (envelope.step, command) == (entry.step, entry.command)
        stamp = Stamp(envelope.game, envelope.at, envelope.command_id, self._match.secret)
        return write(stamp, Version(envelope.version - 1), envelope.prev, [entry])[0] == [line.record]

    def _compare_length(self, lines: Sequence[LoggedEvent]) -> None:
        entries = self._batch.entries
        if len(entries) > len(lines):
            raise BadRecord(lines[-1].version, f"{_shown(entries[len(lines)].event)} should follow")
        if len(entries) < len(lines):
            line = lines[len(entries)]
            raise BadRecord(line.version, f"{_shown(line.event)} does not follow from what was asked")

    def _words(self, refusal: ActaError) -> str:
        words = self._game.words
        match refusal:
            case IllegalMove():
                return words.refusal(refusal)
            case NotAllowed():
                return words.say(f"not_allowed.{refusal.reason}", refusal.args_)
            case UndoBarred():
                return words.say(f"undo.{refusal.reason}", {})
            case BadOptions():
                return str(refusal)
        return "it is not for this player to do"


_REQUESTS_IN_CONTEXT: dict[type[Event], Callable[[_Audit, Sequence[LoggedEvent], Any], None]] = {
    life.GameCreated: _Audit.open_table,
    life.TermsSet: _Audit.set_terms,
    life.ClockSet: _Audit.set_terms,
    life.CaretakerChosen: _Audit.set_terms,
    life.SeatResigned: _Audit.resign,
    life.SeatTaken: _Audit.sit_down,
    life.ChoicesUndone: _Audit.take_back,
    life.CaretakerPlayed: _Audit.take_care,
    life.PlanPlayed: _Audit.play_plan,
    life.TimeRanOut: _Audit.run_out,
    life.GameAbandoned: _Audit.close_quiet,
}
"""What was asked for, as the first event of a batch and the lines around it say."""

_REQUESTS: dict[type[Event], Callable[[Batch, UserId, Any], object]] = {
    life.InvitationIssued: lambda batch, user, event: lobby.invite(batch, user, event.digest, event.expires_at),
    life.InvitationWithdrawn: lambda batch, user, event: lobby.withdraw_invitation(batch, user, event.digest),
    life.PersonInvited: lambda batch, user, event: lobby.invite_person(batch, user, event.user),
    life.SeatClosed: lambda batch, user, event: lobby.close_seat(batch, user, event.seat, event.bot),
    life.SeatLeft: lambda batch, user, event: lobby.leave(batch, user, event.seat),
    life.NonceGiven: lambda batch, user, event: lobby.give_nonce(batch, user, event.nonce),
    life.VoteCast: lambda batch, user, event: lobby.vote(batch, user, event.motion, agree=event.agree),
    life.TimeGranted: lambda batch, user, event: overtime.extend(batch, user, event.seat),
    life.AbsenceAnnounced: lambda batch, user, event: overtime.announce_absence(
        batch, user, event.start, event.end, by_account=event.by_account
    ),
    life.RematchOffered: lambda batch, user, event: lobby.offer_rematch(batch, user, event.game),
}
"""What a person asked for, as the first event of a batch says."""

AUDITED = frozenset({*_REQUESTS_IN_CONTEXT, *_REQUESTS})


def _seating(host: UserId, lines: Sequence[LoggedEvent]) -> Seating:
    """Who sat where when a branch was opened: the player first, then the bots."""
    player, *bots = (line.event for line in lines if isinstance(line.event, life.SeatTaken))
    return Seating(host, player.seat, bots[0].bot or "")


def _caretaker_chosen(lines: Sequence[LoggedEvent]) -> str | None:
    return next((line.event.bot for line in lines if isinstance(line.event, life.CaretakerChosen)), None)


def _turned_at(lines: Sequence[LoggedEvent]) -> Millis:
    """The moment at which a request turned the clocks; without a meaning if it did not."""
    return next((line.event.at for line in lines if isinstance(line.event, life.ClocksTurned)), 0)


def _has_command(line: LoggedEvent) -> bool:
    return bytes(line.envelope().command) != b"null"


def _actor(line: LoggedEvent) -> Actor:
    actor = line.envelope().actor
    return Seat(actor) if isinstance(actor, int) else UserId(actor)


def _is_same(one: Event, other: Event) -> bool:
    """Whether they say the same; a tuple that went through JSON may have become a list."""
    return one == other or (type(one) is type(other) and _encode(one) == _encode(other))


def _shown(event: Event) -> str:
    text = _encode(event).decode()
    return f"{type(event).__name__} {text if len(text) <= _MOST_SHOWN else text[:_MOST_SHOWN] + '…'}"
