"""The envelope: how an event is written down, hashed and read again.

The hashed text is one JSON text. It is encoded once, stored as these bytes and hashed as these bytes; nothing is ever
encoded again to verify it. Sealed values stand in it as marks, and their openings lie beside it.
"""

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec

from domain.kernel import lifecycle as life
from domain.kernel.errors import BadCommand, BadRecord, NewerRecord
from domain.kernel.game import AnyGame, Command, Event
from domain.kernel.ids import GameId, Seat, Version
from domain.kernel.match import Actor, Entry
from domain.kernel.visibility import Mark, Opening, may_open, seal

GENESIS = "0" * 64
"""What the first event names as its predecessor."""

_NULL = msgspec.Raw(b"null")
_encode = msgspec.json.Encoder(order="deterministic").encode


class Envelope(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """The hashed text, decoded one level deep."""

    game: GameId
    version: Version
    at: str
    actor: int | str
    command_id: str
    command: msgspec.Raw
    step: int
    type: str
    schema: int
    data: msgspec.Raw
    prev: str


class Record:
    """One line of a log: the text, and the openings that this copy holds. What follows from the text is kept."""

    __slots__ = ("_envelope", "_hash", "_marks", "openings", "text")

    def __init__(
        self,
        text: bytes,
        openings: dict[str, Opening] | None = None,
        envelope: Envelope | None = None,
        marks: dict[str, Mark] | None = None,
    ) -> None:
        """Take a line; a writer gives envelope and marks along, which need not be decoded then."""
        self.text = text
        self.openings = openings or {}
        self._envelope = envelope
        self._marks = marks
        self._hash = ""

    def hash(self) -> str:
        """The link that the next event names as its predecessor."""
        if not self._hash:
            self._hash = hashlib.sha256(self.text).hexdigest()
        return self._hash

    def envelope(self) -> Envelope:
        """The text, decoded one level deep."""
        if self._envelope is None:
            self._envelope = _decode_envelope(self.text)
        return self._envelope

    def marks(self) -> dict[str, Mark]:
        """Every mark of the text by the key of its opening."""
        if self._marks is None:
            self._marks = marks(self.envelope())
        return self._marks

    def __eq__(self, other: object) -> bool:
        """Whether text and openings are equal."""
        return isinstance(other, Record) and (self.text, self.openings) == (other.text, other.openings)

    def __hash__(self) -> int:
        """By the text, like everything that is said of it."""
        return hash(self.text)

    def __repr__(self) -> str:
        """What tells two lines apart in a failing test."""
        return f"Record({self.text!r}, {self.openings!r})"


_decode_envelope = msgspec.json.Decoder(Envelope).decode
_decode_fields = msgspec.json.Decoder(dict[str, msgspec.Raw]).decode
_decode_mark = msgspec.json.Decoder(Mark).decode


class Stamp(msgspec.Struct, frozen=True, gc=False):
    """What a batch of events has in common."""

    game: GameId
    at: str
    command_id: str
    secret: bytes


def write(stamp: Stamp, version: Version, head: str, entries: Iterable[Entry]) -> tuple[list[Record], str]:
    """Write entries down after `version`, whose hash is `head`; give the records and the new head."""
    records = []
    for number, entry in enumerate(entries, version + 1):
        record = _write_one(stamp, Version(number), head, entry)
        head = record.hash()
        records.append(record)
    return records, head


def _write_one(stamp: Stamp, version: Version, prev: str, entry: Entry) -> Record:
    event, command = entry.event, entry.command
    data = msgspec.Raw(_encode(event))
    told = _NULL if command is None else msgspec.Raw(_encode(command))
    sealing = _Sealing(stamp, version, {}, {})
    if event.SEALED:
        data = sealing.fields(event, data)
    if command is not None and command.SECRET:
        told = sealing.value("command", told, _seats_of(entry.actor))
    envelope = Envelope(
        game=stamp.game,
        version=version,
        at=stamp.at,
        actor=entry.actor,
        command_id=stamp.command_id,
        command=told,
        step=entry.step,
        type=type(event).__name__,
        schema=event.SCHEMA,
        data=data,
        prev=prev,
    )
    return Record(_encode(envelope), sealing.openings, envelope, sealing.marks)


class _Sealing(msgspec.Struct, frozen=True):
    """Replaces values of a line by their marks; marks and openings are kept by what they stand for."""

    stamp: Stamp
    version: Version
    marks: dict[str, Mark]
    openings: dict[str, Opening]

    def value(self, key: str, value: msgspec.Raw, seats: tuple[Seat, ...]) -> msgspec.Raw:
        mark, self.openings[key] = seal(self.stamp.secret, f"{self.stamp.game}/{self.version}/{key}", value, seats)
        self.marks[key] = mark
        return msgspec.Raw(_encode(mark))

    def fields(self, event: Event, data: msgspec.Raw) -> msgspec.Raw:
        """The data of an event with its sealed fields."""
        fields = _decode_fields(data)
        for field, readers in event.SEALED.items():
            fields[field] = self.value(f"data/{field}", fields[field], readers(event))
        return msgspec.Raw(_encode(fields))


def _seats_of(actor: Actor) -> tuple[Seat, ...]:
    return (Seat(actor),) if isinstance(actor, int) else ()


def redact(record: Record, reader: Seat | None) -> Record:
    """The record as that seat (`None`: a spectator) may have it while the game runs."""
    if not record.openings:
        return record
    found = record.marks()
    openings = {key: it for key, it in record.openings.items() if may_open(found[key], reader)}
    return Record(record.text, openings, record.envelope(), found)


def marks(envelope: Envelope) -> dict[str, Mark]:
    """Every mark of a text by the key of its opening."""
    places = {f"data/{field}": raw for field, raw in _decode_fields(envelope.data).items()}
    places["command"] = envelope.command
    return {key: _decode_mark(raw) for key, raw in places.items() if bytes(raw).startswith(b'{"sealed":')}


def opened(record: Record) -> tuple[msgspec.Raw, msgspec.Raw]:
    """Data and command with every value that the record's openings show in its place."""
    envelope = record.envelope()
    if not record.openings:
        return envelope.data, envelope.command
    fields = _decode_fields(envelope.data)
    for key, opening in record.openings.items():
        if key != "command":
            fields[key.removeprefix("data/")] = opening.value
    command = record.openings["command"].value if "command" in record.openings else envelope.command
    return msgspec.Raw(_encode(fields)), command


class Codec:
    """Reads the events of one game back from records, whatever schema they were written with."""

    def __init__(self, game: AnyGame) -> None:
        """Prepare a decoder for each event type."""
        self.game = game
        kinds: Mapping[str, type[Event]] = {kind.__name__: kind for kind in (*life.EVENTS, *game.events)}
        self._decoders = {name: (kind.SCHEMA, msgspec.json.Decoder(kind)) for name, kind in kinds.items()}
        command: Any = game.commands[0]
        for kind in game.commands[1:]:
            command |= kind
        self._commands: msgspec.json.Decoder[Command] = msgspec.json.Decoder(command)

    def command(self, text: bytes | msgspec.Raw) -> Command:
        """Read a command; raises `msgspec.ValidationError` for anything else."""
        return self._commands.decode(text)

    def convert(self, values: Sequence[Mapping[str, Any]]) -> list[Command]:
        """Read commands that were decoded from JSON, or raise `BadCommand`.

        A prepared decoder reads a text ten times as fast as `msgspec.convert` works out a union.
        """
        commands = []
        for index, value in enumerate(values):
            try:
                commands.append(self._commands.decode(_encode(value)))
            except msgspec.ValidationError as error:
                raise BadCommand(index, str(error)) from error
        return commands

    def event(self, record: Record) -> Event:
        """Read an event; every sealed field must be open."""
        envelope = record.envelope()
        found = self._decoders.get(envelope.type)
        if found is None:
            raise NewerRecord(envelope.version, f"{envelope.type} is no event that this Acta knows")
        schema, decoder = found
        data = envelope.data if not record.openings else opened(record)[0]
        if envelope.schema != schema:
            data = self._upcast(envelope, data, schema)
        try:
            return decoder.decode(data)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            raise BadRecord(envelope.version, str(error)) from error

    def _upcast(self, envelope: Envelope, data: msgspec.Raw, schema: int) -> msgspec.Raw:
        fields = msgspec.json.decode(data)
        for number in range(envelope.schema, schema):
            step = self.game.upcasters.get((envelope.type, number))
            if step is None:
                raise BadRecord(envelope.version, f"no way from {envelope.type} {number} to {schema}")
            fields = step(fields)
        if envelope.schema > schema:
            raise NewerRecord(envelope.version, f"{envelope.type} {envelope.schema} was written by a newer Acta")
        return msgspec.Raw(_encode(fields))
