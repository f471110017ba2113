"""Lines without what follows from the rest, as pages and the archive hold them.

Left out are game and version, which each line begins with, the hash of the line before, which it ends with, and the
commitment of each opening.
"""

from collections.abc import Iterator

from domain.kernel.errors import ActaError
from domain.kernel.ids import GameId
from domain.kernel.visibility import Openings, commit

BETWEEN = b"\n"
"""What stands between two lines."""


class NotPackable(ActaError):
    """Lines would not come back as they are, so they stay where they are."""


def beginning(game: GameId) -> bytes:
    """What each line of a game begins with, up to the version."""
    return b'{"game":"%b","version":' % game.encode()


def whole(begin: bytes, version: int, rest: bytes, before: str) -> bytes:
    """The line of which that is the rest, after a line with the hash `before`."""
    return b'%b%d,%b"prev":"%b"}' % (begin, version, rest, before.encode())


def short(game: GameId, version: int, before: str, text: bytes) -> bytes:
    """What stands in a line between the parts that follow from the rest."""
    begin = beginning(game)
    empty = whole(begin, version, b"", before)
    cut = len(begin) + len(str(version)) + 1
    rest = text[cut : cut + len(text) - len(empty)]
    if whole(begin, version, rest, before) != text or BETWEEN in rest:
        raise NotPackable(f"version {version} of the game {game} does not follow from the line before it")
    return rest


def commitments(openings: Openings) -> Iterator[tuple[bytes, bytes]]:
    """What stands for the commitment of each opening, and what stands in the text."""
    for number, (_, opening) in enumerate(sorted(openings.items())):
        yield b'"sealed":"%d"' % number, b'"sealed":"%b"' % commit(opening.salt, opening.value).encode()
