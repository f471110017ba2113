"""The digests of heads, which tell of no game and are open to everyone."""

from typing import Annotated

import msgspec
from msgspec import Meta

from services.store.head_key import HeadKey
from services.store.heads import Heads

Day = Annotated[str, Meta(description="A day, UTC.", examples=["2026-11-15"])]


HeadNote = Annotated[
    str,
    Meta(
        description="This server's signed note (c2sp.org/signed-note) on game, version and head: keep it. Another one "
        "for the same version with another head is evidence that anybody can check with the `key` of `/api/v1/heads`."
    ),
]


class DigestAnswer(msgspec.Struct):
    day: Day
    digest: Annotated[str, Meta(description="The SHA-256 of the day's list: publish it where nobody can change it.")]
    games: Annotated[int, Meta(description="How many games moved that day.")]


class HeadsAnswer(msgspec.Struct):
    items: list[DigestAnswer]
    next: Annotated[Day | None, Meta(description="Ask with `before` this day for more; null at the end.")]
    key: Annotated[str, Meta(description="By which the server's notes on heads are checked: name, id and public key.")]


async def read_heads(heads: Heads, key: HeadKey, before: str | None, limit: int) -> HeadsAnswer:
    """A page of digests, the newest first."""
    digests = [one for one in await heads.digests() if before is None or one.day < before]
    items = [DigestAnswer(one.day, one.digest, one.games) for one in digests[:limit]]
    verifier = (await key.heads()).verifier
    return HeadsAnswer(items, items[-1].day if len(digests) > limit else None, verifier)
