"""The recap: what happened since somebody last acted."""

from collections.abc import Collection, Iterable, Sequence

from domain.kernel import lifecycle as life
from domain.kernel.envelope import Record
from domain.kernel.ids import Version
from domain.kernel.log import asked_by, batches


def last_act(records: Iterable[Record], actors: Collection[int | str]) -> Version:
    """The end of the newest batch that one of the actors asked for; 0 if there is none.

    A forced choice in somebody else's batch is no act: nobody was asked.
    """
    last = Version(0)
    for batch in batches(records):
        if asked_by(batch) in actors:
            last = batch[-1].envelope().version
    return last


def news_since(records: Sequence[Record], actors: Collection[int | str]) -> Version:
    """The version after which there is news for a player: the last act, or the set-up before the first one.

    How a table is laid out is no news: whoever looks at it sees it.
    """
    return max(last_act(records, actors), _set_up(records))


def _set_up(records: Iterable[Record]) -> Version:
    """The end of the batch with which the game began."""
    for batch in batches(records):
        if any(record.envelope().type == life.GameStarted.__name__ for record in batch):
            return batch[-1].envelope().version
    return Version(0)
