"""The recap: what happened since somebody last acted."""

from collections.abc import Collection, Iterable

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
