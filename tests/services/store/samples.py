"""A key of every kind, of the type that the store uses for it, and what there is to compare of it."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from domain.kernel.ids import GameId
from services.store import keys
from services.store.copying.contents import CAUSES, DERIVED
from services.store.events import EventStore
from services.store.keys import KeyKind
from services.store.packing import LogPacker
from tests.kit.appended_match import played_with_undos
from tests.services.store.servers import AnyRedis

HOUR = 3_600_000
_OWNER = f"05{'0' * 30}"
_PARTS = {
    "partition": "5",
    "slot": "p5",
    "owner": _OWNER,
    "user": _OWNER,
    "person": _OWNER,
    "owned_by": _OWNER,
    "game": "sampled",
    "digest": "5e" * 32,
    "kind": "session",
    "name": "livia",
    "delivery": "5-1",
    "hour": "7",
    "channel": "mail",
    "platform": "slack",
    "webhook": "one",
    "lane": "webhook-5f",
    "request": "r1",
    "generation": "g1",
    "limit": "l1",
    "anything": "queue:bots",
}
"""What the parts of a sample's name are."""

_SAMPLES: Mapping[KeyKind, str | Mapping[str, str]] = {
    KeyKind.SNAPSHOTS: "hash",
    KeyKind.DRAFT: "string",
    KeyKind.NOTES: "string",
    KeyKind.PLANS: "hash",
    KeyKind.PLANNED: "set",
    KeyKind.PRESENCE: "string",
    KeyKind.ANALYSIS: "hash",
    KeyKind.ANALYSES_OWED: "zset",
    KeyKind.TALK: "stream",
    KeyKind.TALK_TEXTS: "hash",
    KeyKind.TALK_SAID: "hash",
    KeyKind.PACKING: "string",
    KeyKind.PRINTED: "hash",
    KeyKind.HEADS: {"digests": "hash", "lists": "hash"},
    KeyKind.ACCOUNT: "hash",
    KeyKind.STRANGERS: "hash",
    KeyKind.NAME: "string",
    KeyKind.PREFERENCES: "hash",
    KeyKind.VACATIONS: "string",
    KeyKind.PUSH_SUBSCRIPTIONS: "hash",
    KeyKind.MUTED_PEOPLE: "set",
    KeyKind.MUTED_GAMES: "set",
    KeyKind.CREDENTIAL: "hash",
    KeyKind.CREDENTIALS: "zset",
    KeyKind.FIRST_ACCOUNT: "string",
    KeyKind.GUESTS: "zset",
    KeyKind.SIGNING_KEY: "string",
    KeyKind.HEAD_KEY: "string",
    KeyKind.AUDIT: "stream",
    KeyKind.LAST_BACKUP: "string",
    KeyKind.LIMIT: "string",
    KeyKind.MODELS_LIVE: "string",
    KeyKind.PROJECTORS: "zset",
    KeyKind.MODELS: {"rows": "hash", "order": "zset", "versions": "hash", "parked": "hash", "checkpoints": "hash"},
    KeyKind.OUTBOX: {
        "checkpoints": "hash",
        "told": "hash",
        "plans": "hash",
        "due": "zset",
        "tally": "hash",
        "parked": "zset",
    },
    KeyKind.DELIVERY: "hash",
    KeyKind.DELIVERIES: "zset",
    KeyKind.HOURLY: "zset",
    KeyKind.PAUSED_CHANNEL: "string",
    KeyKind.SILENT_WEBHOOK: "string",
    KeyKind.LANE: "list",
    KeyKind.REPORTS: {"ids": "hash", "bodies": "hash", "verdicts": "hash", "open": "zset", "settled": "zset"},
    KeyKind.CHAT_SEEN: "string",
    KeyKind.CHAT_HELD: "string",
    KeyKind.CHAT_ACCOUNTS: "hash",
    KeyKind.CHAT_USERS: "hash",
    KeyKind.CHAT_CODE: "string",
    KeyKind.CHAT_TABLE: "hash",
    KeyKind.CHAT_POSTED: "hash",
    KeyKind.CHAT_PLACES: "hash",
    KeyKind.CHAT_PICTURES: "zset",
    KeyKind.CHAT_PICTURE: "string",
    KeyKind.WEBHOOKS: "hash",
    KeyKind.WEBHOOKS_OF: "set",
    KeyKind.JOB_COUNTS: "hash",
    KeyKind.STUCK_GAMES: "hash",
    KeyKind.RQ: "list",
}
"""The type of each kind that stands by itself; where a kind has parts of its own, of each of them."""

_FILL: Mapping[str, Sequence[Sequence[Any]]] = {
    "string": [["SET", b"Ave \xff\x00"]],
    "hash": [["HSET", "name", "Livia", "\u00e9", b"\xff\x00"]],
    "list": [["RPUSH", *(f"waits {number % 700}" for number in range(1200))]],
    "set": [["SADD", "b", "a", b"\xff\x00"]],
    "zset": [["ZADD", *(word for number in range(1200) for word in (number + 0.25, f"m{number}"))]],
    "stream": [["XADD", "7-0", "by", "0"], ["XADD", "9-1", "by", "1", "text", b"\xff\x00"]],
}
"""How a key of a type is filled: the words of commands, without the name of the key after the first."""

_READ: Mapping[str, Sequence[Any]] = {
    "string": ["GET"],
    "hash": ["HGETALL"],
    "list": ["LRANGE", 0, -1],
    "set": ["SMEMBERS"],
    "zset": ["ZRANGE", 0, -1, "WITHSCORES"],
    "stream": ["XRANGE", "-", "+"],
}


class Stored(NamedTuple):
    """A key as it is found."""

    type: str
    content: object
    ttl: int


async def fill_every_kind(client: AnyRedis) -> GameId:
    """Make keys of every kind: of two games, and one sample of all others; gives the game whose log is packed.

    What no log names has an hour to live.
    """
    plain, packed = played_with_undos(seed=20), played_with_undos(seed=21)
    for appended in (plain, packed):
        for batch in appended.appends:
            await EventStore(client).append(batch._replace(due=1234.5))
    assert await LogPacker(client).pack(packed.game_id, len(packed.records) - 2)
    for kind, types in _SAMPLES.items():
        parts = {"": types} if isinstance(types, str) else types
        for part, type_ in parts.items():
            name = kind.key(**_PARTS, model_part=part, outbox_part=part, report_part=part, heads_part=part)
            for command, *words in _FILL[type_]:
                await client.execute_command(command, name, *words)
            if kind not in CAUSES:
                await client.pexpire(name, HOUR)
    found = {keys.kind_of(name.decode()) for name in await _names(client)}
    assert found == {*KeyKind} - {KeyKind.MOVING}, "a kind has no sample"  # that mark would close the store
    return packed.game_id


async def found_in(client: AnyRedis, packed: GameId) -> dict[bytes, Stored]:
    """Every key that a copy must have. Of the packed game, which a copy has as plain events, what is read counts."""
    lines = {name.encode() for name in (keys.of(packed).stream, keys.of(packed).facts, keys.pages(packed))}
    found = {b"packed": Stored("log", [record.text for record in await EventStore(client).read(packed)], -1)}
    for name in await _names(client):
        if keys.kind_of(name.decode()) not in DERIVED and name not in lines:
            type_ = (await client.type(name)).decode()
            command, *words = _READ[type_]
            content = await client.execute_command(command, name, *words)
            found[name] = Stored(type_, content, await client.pttl(name))
    return found


async def _names(client: AnyRedis) -> list[bytes]:
    return [name async for name in client.scan_iter(count=1000)]


def assert_same(copy: Mapping[bytes, Stored], source: Mapping[bytes, Stored]) -> None:
    """A copy has the same keys, each of the same type and content, and with as long to live but for minutes."""
    assert copy.keys() == source.keys()
    for name, there in source.items():
        assert copy[name][:2] == there[:2], name
        assert (copy[name].ttl < 0) == (there.ttl < 0), name
        assert abs(there.ttl - copy[name].ttl) < HOUR / 4, name
