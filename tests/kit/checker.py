"""The checker: whether a server kept its promises under faults, decided from what clients were told and what is stored.

Pure: it reads nothing but its arguments and names every violation. The numbers are its points:

1  what was answered `Ok` is in its stream once, where the answer said   2  nothing was written twice
3  versions run from 1 without gaps        4  what was refused is not written, what is unknown at most once
5  real time: who was answered before another one sent stands before it  6  the chain verifies up to the stored head
7  folding the log gives each snapshot     8  the feed has each append of each game once and in order
10 scores are the sum of their `PointsScored`
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby, pairwise
from typing import Literal, NamedTuple, TypeAlias

import msgspec

from domain.kernel import chain
from domain.kernel.envelope import Codec, Envelope, Record
from domain.kernel.errors import BadRecord
from domain.kernel.game import AnyGame, PointsScored
from domain.kernel.ids import GameId
from domain.kernel.log import LoggedEvent, read
from domain.kernel.match import Match
from domain.kernel.replay import fold
from domain.kernel.undo import effective
from domain.registry import Registry
from tests.kit.logged_match import state_bytes


class Ok(NamedTuple):
    """The command was written, as the events from `first` to `last`."""

    first: int
    last: int


Answer: TypeAlias = Ok | Literal["conflict", "illegal", "unknown"]


class Sent(NamedTuple):
    """One request of a client. A repeat carries the same key; `actor` is who the envelope names as its author."""

    key: str
    game: GameId
    actor: int | str
    expected: int | None
    invoked_at: float
    answer: Answer
    answered_at: float


class Stream(NamedTuple):
    """A stored log, and the head that the store remembers for its next append."""

    records: Sequence[Record]
    head: str


class Snapshot(NamedTuple):
    """A stored fold of a log up to a version."""

    game: GameId
    version: int
    head: str
    match: Match


class Evidence(NamedTuple):
    """All that clients and store recorded. Feed entries are (game, version reached), in the order of the feed."""

    history: Sequence[Sent]
    streams: Mapping[GameId, Stream]
    feed: Sequence[tuple[GameId, int]]
    snapshots: Sequence[Snapshot] = ()


class Violation(NamedTuple):
    """A promise that was broken, by its point, and where."""

    point: int
    game: GameId
    version: int
    what: str


class _Batch(NamedTuple):
    """What one request wrote."""

    first: int
    last: int
    command_id: str
    actor: int | str


class _Command(NamedTuple):
    """Every request of one key as one: sent when it was first sent, told when it was first told."""

    key: str
    actor: int | str
    invoked_at: float
    answered_at: float
    ok: Ok | None
    maybe: bool


class _Case(NamedTuple):
    """What concerns one game."""

    game: GameId
    stream: Stream
    envelopes: Sequence[Envelope]
    batches: Sequence[_Batch]
    sent: Sequence[Sent]
    commands: Sequence[_Command]
    feed: Sequence[int]
    snapshots: Sequence[Snapshot]


Found: TypeAlias = Iterator[Violation]


def check(evidence: Evidence, registry: Registry) -> list[Violation]:
    """Name every violation; an empty list means that every promise was kept."""
    cases = [*_cases(evidence)]
    found = [*_strangers(evidence), *_written_once(cases)]
    for case in cases:
        damage = [*_versions(case), *_chain(case)]
        found += [*damage, *_told(case), *_answers(case), *_real_time(case), *_feed(case)]
        if not damage:  # a damaged log cannot be folded
            found += _folds(case, registry)
    return found


def _cases(evidence: Evidence) -> Iterator[_Case]:
    sent: dict[GameId, list[Sent]] = {game: [] for game in evidence.streams}
    feed: dict[GameId, list[int]] = {game: [] for game in evidence.streams}
    for entry in evidence.history:
        sent.setdefault(entry.game, []).append(entry)
    for game, version in evidence.feed:
        feed.setdefault(game, []).append(version)
    for game, stream in evidence.streams.items():
        envelopes = [*_readable(stream.records)]
        yield _Case(
            game,
            stream,
            envelopes,
            _batches(envelopes),
            sent[game],
            _commands(sent[game]),
            feed[game],
            [snapshot for snapshot in evidence.snapshots if snapshot.game == game],
        )


def _readable(records: Iterable[Record]) -> Iterator[Envelope]:
    """The envelopes that can be read at all; the chain's check names the others."""
    for record in records:
        try:
            yield record.envelope()
        except (msgspec.DecodeError, UnicodeDecodeError):
            continue


def _batches(envelopes: Iterable[Envelope]) -> list[_Batch]:
    batches = []
    for command_id, group in groupby(envelopes, key=lambda envelope: envelope.command_id):
        events = list(group)
        batches.append(_Batch(events[0].version, events[-1].version, command_id, events[0].actor))
    return batches


def _commands(sent: Iterable[Sent]) -> list[_Command]:
    by_key: dict[str, list[Sent]] = {}
    for entry in sent:
        by_key.setdefault(entry.key, []).append(entry)
    return [_as_one(key, entries) for key, entries in by_key.items()]


def _as_one(key: str, entries: Sequence[Sent]) -> _Command:
    told = [(entry.answered_at, entry.answer) for entry in entries if isinstance(entry.answer, Ok)]
    answered_at, ok = min(told, default=(float("inf"), None))
    maybe = any(entry.answer == "unknown" for entry in entries)
    return _Command(key, entries[0].actor, min(entry.invoked_at for entry in entries), answered_at, ok, maybe)


# Points 3 and 6: the log itself -------------------------------------------------------------------------------------


def _versions(case: _Case) -> Found:
    order: list[int] = [envelope.version for envelope in case.envelopes]
    seen = Counter(order)
    for version in range(1, max(order, default=0) + 1):
        if seen[version] != 1:
            yield Violation(3, case.game, version, f"stands there {seen[version]} times")
    for before, after in pairwise(order):
        if after < before:
            yield Violation(3, case.game, after, f"stands after {before}")
    for envelope in case.envelopes:
        if envelope.game != case.game:
            yield Violation(3, case.game, envelope.version, f"belongs to {envelope.game}")


def _chain(case: _Case) -> Found:
    records = case.stream.records
    try:
        head = chain.verify(records)
    except BadRecord as bad:
        yield Violation(6, case.game, bad.version, bad.reason)
    else:
        if head != case.stream.head:
            yield Violation(6, case.game, len(records), "is not the head that the store remembers")


# Points 1, 2, 4 and 5: what clients were told -----------------------------------------------------------------------


def _written_once(cases: Iterable[_Case]) -> Found:
    places = [(batch.command_id, case.game, batch.first) for case in cases for batch in case.batches]
    times = Counter(command_id for command_id, _, _ in places)
    for command_id, game, first in places:
        if times[command_id] > 1:
            yield Violation(2, game, first, f"request {command_id} was written in {times[command_id]} places")


def _told(case: _Case) -> Found:
    """No key was told two places, no place was told to two keys, and none lies before what was decided on."""
    place_of: dict[str, Ok] = {}
    key_at: dict[int, str] = {}
    for entry in case.sent:
        if not isinstance(entry.answer, Ok):
            continue
        first = entry.answer.first
        if place_of.setdefault(entry.key, entry.answer) != entry.answer:
            yield Violation(2, case.game, first, f"key {entry.key} was told two places")
        if key_at.setdefault(first, entry.key) != entry.key:
            yield Violation(1, case.game, first, f"was told to {key_at[first]} and to {entry.key}")
        if entry.expected is not None and first <= entry.expected:
            yield Violation(1, case.game, first, f"was decided on the later version {entry.expected}")


def _answers(case: _Case) -> Found:
    at = {batch.first: batch for batch in case.batches}
    for command in case.commands:
        if command.ok is None:
            continue
        batch = at.pop(command.ok.first, None)
        if batch is None:
            yield Violation(1, case.game, command.ok.first, f"key {command.key} was told it, and it is not there")
        elif (batch.last, batch.actor) != (command.ok.last, command.actor):
            yield Violation(1, case.game, batch.first, f"key {command.key} was told another batch")
    yield from _unclaimed(case, at.values())


def _unclaimed(case: _Case, batches: Iterable[_Batch]) -> Found:
    """What no answer accounts for must be a command whose outcome its client does not know."""
    clients = {command.actor for command in case.commands}
    room = Counter(command.actor for command in case.commands if command.maybe and command.ok is None)
    for batch in batches:
        if batch.actor in clients:
            room[batch.actor] -= 1
            if room[batch.actor] < 0:
                yield Violation(4, case.game, batch.first, f"{batch.actor} was neither told of it nor left in doubt")


def _real_time(case: _Case) -> Found:
    told = sorted((command.ok, command) for command in case.commands if command.ok is not None)
    last_sent, last_key = float("-inf"), ""
    for ok, command in told:
        if command.answered_at < last_sent:
            yield Violation(5, case.game, ok.first, f"{command.key} was answered before {last_key} was sent")
        if command.invoked_at > last_sent:
            last_sent, last_key = command.invoked_at, command.key


# Point 8: the feed --------------------------------------------------------------------------------------------------


def _feed(case: _Case) -> Found:
    reached = {batch.last for batch in case.batches}
    times = Counter(case.feed)
    for version in sorted(reached | times.keys()):
        if times[version] != (version in reached):
            yield Violation(8, case.game, version, f"is in the feed {times[version]} times")
    for before, after in pairwise(case.feed):
        if after < before:
            yield Violation(8, case.game, after, f"comes after {before} in the feed")


def _strangers(evidence: Evidence) -> Found:
    """Answers, feed entries and snapshots of games that have no stream."""
    for entry in evidence.history:
        if isinstance(entry.answer, Ok) and entry.game not in evidence.streams:
            yield Violation(1, entry.game, entry.answer.first, f"key {entry.key} was told it, and there is no stream")
    for game, version in evidence.feed:
        if game not in evidence.streams:
            yield Violation(8, game, version, "is in the feed, and there is no stream")
    for snapshot in evidence.snapshots:
        if snapshot.game not in evidence.streams:
            yield Violation(7, snapshot.game, snapshot.version, "has a snapshot, and there is no stream")


# Points 7 and 10: the fold ------------------------------------------------------------------------------------------


def _folds(case: _Case, registry: Registry) -> list[Violation]:
    records = case.stream.records
    try:
        rules = registry.get(msgspec.json.decode(records[0].envelope().data)["game"])
        log = read(Codec(rules), records)
        found = [*_scores(case.game, rules, log)]
        for snapshot in case.snapshots:
            found += _snapshot(snapshot, records, rules, log)
    except Exception as error:  # noqa: BLE001 - whatever stops the fold of a sound chain is a finding, not a crash
        return [Violation(7, case.game, len(records), f"does not fold: {error!r}")]
    return found


def _snapshot(snapshot: Snapshot, records: Sequence[Record], rules: AnyGame, log: Sequence[LoggedEvent]) -> Found:
    if not 0 < snapshot.version <= len(log):
        yield Violation(7, snapshot.game, snapshot.version, "is a snapshot's version and no event's")
        return
    if snapshot.head != records[snapshot.version - 1].hash():
        yield Violation(7, snapshot.game, snapshot.version, "is not the head of its snapshot")
    if state_bytes(fold(rules, b"", log[: snapshot.version])) != state_bytes(snapshot.match):
        yield Violation(7, snapshot.game, snapshot.version, "folds to another state than its snapshot")


def _scores(game: GameId, rules: AnyGame, log: Sequence[LoggedEvent]) -> Found:
    match = fold(rules, b"", log)
    sums = [0] * len(match.table.chairs)
    for event in effective(log):
        if isinstance(event, PointsScored):
            sums[event.seat] += event.points
    if sums != match.scores():
        yield Violation(10, game, len(log), f"the scores are {match.scores()}, their points {sums}")
