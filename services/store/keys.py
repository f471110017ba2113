"""The names of Redis keys. Everything of one game shares a hash slot with its partition, so Cluster needs no more."""

from typing import NamedTuple
from zlib import crc32

from domain.kernel.ids import GameId, UserId

PARTITIONS = 64
"""Fixed for ever: the partition of a game is a part of the names of its keys."""

HINTS = "acta:hints"
"""The channel on which every append is announced as `game version`."""

TALK = "acta:talk"
"""The channel that names a game at whose table somebody has spoken."""

PRINTED = "acta:printed"
"""The printed data that logs name: SHA-256 of a text → the text."""


def partition_of(game: GameId) -> int:
    """The partition that a game lives in."""
    return crc32(game.encode()) % PARTITIONS


def feed(partition: int) -> str:
    """The stream of "game G reached version V"."""
    return f"{{p{partition}}}:feed"


def owed(partition: int) -> str:
    """The sorted set of games that wait for something other than a person: due time in seconds → game."""
    return f"{{p{partition}}}:owed"


def games(partition: int) -> str:
    """The set of all games."""
    return f"{{p{partition}}}:games"


class GameKeys(NamedTuple):
    """The keys of one game, in the order in which the append script takes them."""

    stream: str
    facts: str
    commands: str
    feed: str
    owed: str
    games: str


def of(game: GameId) -> GameKeys:
    """The keys that an append touches."""
    number = partition_of(game)
    own = f"{{p{number}}}:game:{game}"
    return GameKeys(f"{own}:events", f"{own}:facts", f"{own}:commands", feed(number), owed(number), games(number))


def snapshot(game: GameId) -> str:
    """The cached fold of a game."""
    return f"{{p{partition_of(game)}}}:game:{game}:snapshot"


def draft(game: GameId, user: UserId) -> str:
    """The stored draft of a player."""
    return f"{{p{partition_of(game)}}}:game:{game}:draft:{user}"


def notes(game: GameId, user: UserId) -> str:
    """The private notes of a person; of a person, not of a seat, which somebody else may take over."""
    return f"{{p{partition_of(game)}}}:game:{game}:notes:{user}"


class TalkKeys(NamedTuple):
    """The keys of a table's talk, in the order in which its scripts take them."""

    stream: str
    texts: str
    said: str


def talk(game: GameId) -> TalkKeys:
    """The keys that a line of talk touches."""
    own = f"{{p{partition_of(game)}}}:game:{game}:talk"
    return TalkKeys(own, f"{own}:texts", f"{own}:said")


def presence(game: GameId, user: UserId) -> str:
    """The mark of a person who looks at a game."""
    return f"{{p{partition_of(game)}}}:game:{game}:present:{user}"
