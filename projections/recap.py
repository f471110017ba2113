"""The recap: what happened since somebody last acted."""

from collections.abc import Collection, Iterable
from itertools import groupby

from domain.kernel.envelope import Record
from domain.kernel.ids import Version


def last_act(records: Iterable[Record], actors: Collection[int | str]) -> Version:
    """The end of the newest batch that one of the actors began; 0 if there is none.

    A forced choice in somebody else's batch is no act: nobody was asked.
    """
    last = Version(0)
    envelopes = (record.envelope() for record in records)
    for _, group in groupby(envelopes, key=lambda envelope: envelope.command_id):
        batch = list(group)
        if batch[0].actor in actors:
            last = batch[-1].version
    return last
