"""What a copy of a store is made of, and which keys belong to it.

What follows from the logs (read models, snapshots) is left out and made anew, and so is what is gone in an hour
anyway: presence, rate limits, jobs.
"""

from collections.abc import Sequence
from typing import TypeAlias

import msgspec

from domain.kernel import chain
from domain.kernel.envelope import Record
from domain.kernel.errors import BadRecord
from domain.kernel.ids import GameId
from services.store.keys import KeyKind as Kind
from services.store.log_reader import read_row
from services.store.pages import encode_openings, first_of, missing, page_of, unpack

LOGS = frozenset({Kind.EVENTS, Kind.PAGES, Kind.FACTS, Kind.COMMANDS, Kind.OWED, Kind.GAMES})
"""Copied game by game, each as it stands at one moment."""
FEEDS = frozenset({Kind.FEED})
"""Copied after the logs, as far as it tells of what was copied of them."""
CAUSES = frozenset(
    {
        Kind.ACCOUNT,
        Kind.NAME,
        Kind.STRANGERS,
        Kind.PRINTED,
        Kind.FIRST_ACCOUNT,
        Kind.SIGNING_KEY,
        Kind.HEAD_KEY,
        Kind.GUESTS,
    }
)
"""Copied last: whatever a log names was there before it, so nothing that was copied names what is missing."""
DERIVED = frozenset(
    {
        Kind.MODELS_LIVE,
        Kind.PROJECTORS,
        Kind.MODELS,
        Kind.SNAPSHOTS,
        Kind.MOVING,
        Kind.PACKING,
        Kind.PRESENCE,
        Kind.LIMIT,
        Kind.JOB_COUNTS,
        Kind.STUCK_GAMES,
        Kind.RQ,
    }
)
"""Left out."""
EFFECTS = frozenset(Kind) - LOGS - FEEDS - CAUSES - DERIVED
"""Copied first: what may name a game, a place in a feed or an account."""

PACKED = b"packed"
"""The fact that says up to which version a log is packed."""

Rows: TypeAlias = list[list[bytes]]


class Header(msgspec.Struct, frozen=True, tag="header"):
    """What a copy begins with."""

    made_at: str
    acta: str
    form: int


class Key(msgspec.Struct, frozen=True, tag="key"):
    """A key that stands by itself: its type, how many milliseconds it has to live (-1: for ever), and its content.

    A row is a member (of a list in its order), a field and its value, a member and its score, or an entry of a stream
    after its id.
    """

    name: bytes
    kind: str
    ttl: int
    rows: Rows


class Log(msgspec.Struct, frozen=True, tag="log", omit_defaults=True):
    """A game: the entries of its stream, and what stands beside it; pages only if they cannot be read."""

    game: GameId
    entries: Rows
    facts: Rows
    commands: Rows
    due: str
    pages: Rows = []

    @property
    def version(self) -> int:
        """The newest version."""
        archived = next((int(value) for field, value in self.facts if field == b"archived"), 0)
        return int(self.entries[-1][0].partition(b"-")[0]) if self.entries else archived

    @property
    def head(self) -> str:
        """The head that the store remembers for the next append."""
        return next((value.decode() for field, value in self.facts if field == b"head"), "")

    @property
    def is_archived(self) -> bool:
        """Whether the log itself lies in the archive."""
        return not self.entries and any(field == b"archived" for field, _ in self.facts)

    def records(self) -> list[Record]:
        """The log; `BadRecord` if a line of it cannot be read."""
        rows = self.packed_entries() + self.entries
        return [read_row(self.game, row[0], _fields(row[1:])) for row in rows]

    def packed_entries(self) -> Rows:
        """What the pages hold, as a stream would hold it; `BadRecord` if one is missing or cannot be read."""
        if not self.pages:
            return []
        found = dict(self.pages)  # which may hold more, of a log that stood there before
        packed = next((int(value) for field, value in self.facts if field == PACKED), 0)
        rows: Rows = []
        for number in range(page_of(packed) + 1):
            rows += _rows_of(self.game, number, found.get(str(number).encode()))
        return rows

    def require_sound(self) -> None:
        """Raise `BadRecord` unless the whole chain holds up to the head that the store remembers.

        Of a game that is archived only the facts are here: its log lies in a file that is checked when it is read.
        """
        if self.is_archived:
            return
        if chain.verify(self.records()) != self.head:
            raise BadRecord(self.version, "it is not the head that the store remembers", self.game)


class ArchivedLog(msgspec.Struct, frozen=True, tag="archived"):
    """The file of a game that lies in the archive; it follows the game itself, which says how the log must end."""

    game: GameId
    file: bytes


class Feed(msgspec.Struct, frozen=True, tag="feed"):
    """Some entries of a partition's feed."""

    partition: int
    entries: Rows


class End(msgspec.Struct, frozen=True, tag="end"):
    """What a whole copy ends with: how much there must be before it, and its hash."""

    games: int
    events: int
    others: int
    digest: str


Part: TypeAlias = Key | Log | Feed | ArchivedLog
"""What a copy holds between its header and its end."""


def _rows_of(game: GameId, number: int, page: bytes | None) -> Rows:
    """The lines of a page as entries of a stream."""
    if page is None:
        raise missing(game, first_of(number))
    rows = []
    for version, record in enumerate(unpack(game, page, first_of(number)), first_of(number)):
        openings = [b"o", encode_openings(record.openings)] if record.openings else []
        rows.append([f"{version}-0".encode(), b"t", record.text, *openings])
    return rows


def _fields(words: Sequence[bytes]) -> dict[bytes, bytes]:
    return dict(zip(words[::2], words[1::2], strict=True))
