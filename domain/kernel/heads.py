"""The heads of a day: one hash that fixes the logs of all games that moved, to be published where nobody can change it.

The list of a day has a line for each of these games, the SHA-256 of `game|version|head` as they stood at the end of the
day (UTC), in alphabetical order, each with a line feed. The digest is the SHA-256 of the list. A line tells nothing of
its game to anybody who does not have its log, so private games stand there like all others.
"""

import hashlib
from collections.abc import Iterable, Sequence

from domain.kernel.envelope import Record
from domain.kernel.ids import GameId, Version


def line_of(game: GameId, version: Version, head: str) -> str:
    """The line of a game that has reached a version with that hash."""
    return hashlib.sha256(f"{game}|{version}|{head}".encode()).hexdigest()


def list_of(lines: Iterable[str]) -> bytes:
    """The list of a day."""
    return "".join(f"{line}\n" for line in sorted(lines)).encode()


def digest_of(heads: bytes) -> str:
    """The digest of a list."""
    return hashlib.sha256(heads).hexdigest()


def head_in(heads: bytes, records: Sequence[Record]) -> str | None:
    """The hash of the newest line of a log that a list fixes; `None` if it fixes none."""
    listed = set(heads.decode("ascii", "replace").split("\n"))
    for record in reversed(records):
        envelope = record.envelope()
        if line_of(envelope.game, envelope.version, record.hash()) in listed:
            return record.hash()
    return None
