"""Where the news of a reader begins, looked for from the end of the log on: that is where it nearly always is."""

from collections.abc import Collection

from domain.kernel.envelope import Record
from domain.kernel.ids import GameId, Version
from domain.kernel.log import batches
from services.store.events import EventStore
from services.story.recap import last_act, news_since

_TAIL = 48
"""Records that are looked at first; then twice as many."""


async def last_seen(
    store: EventStore, game_id: GameId, version: Version, actors: Collection[int | str], tail: int = _TAIL
) -> Version:
    """The version after which there is news for those actors; for a seat at the table the set-up is none."""
    if not actors:
        return Version(0)
    found_in = news_since if any(isinstance(actor, int) for actor in actors) else last_act
    records: list[Record] = []
    start: int = version
    while start > 0:
        end, start = start, max(0, start - max(tail, len(records)))
        records = await store.read(game_id, after=start, limit=end - start) + records
        whole = records[len(next(batches(records))) :] if start else records  # the first batch may be cut
        if not start or last_act(whole, actors):
            return found_in(whole, actors)
    return Version(0)
