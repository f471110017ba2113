"""The recap: what happened since somebody last acted."""

from collections.abc import Collection, Iterable, Sequence
from itertools import groupby

from domain.kernel import lifecycle as life
from domain.kernel.envelope import Envelope, Record
from domain.kernel.ids import Version


def last_act(records: Iterable[Record], actors: Collection[int | str]) -> Version:
    """The end of the newest batch that one of the actors began; 0 if there is none.

    A forced choice in somebody else's batch is no act: nobody was asked.
    """
    last = Version(0)
    envelopes = (record.envelope() for record in records)
    for _, group in groupby(envelopes, key=lambda envelope: envelope.command_id):
        batch = list(group)
        if began(batch) in actors:
            last = batch[-1].version
    return last


def began(batch: Sequence[Envelope]) -> int | str:
    """Who began a batch: the actor of its first line, or of the one after rules were adopted for its sake."""
    adopting = batch[0].type == life.RulesAdopted.__name__ and len(batch) > 1
    return batch[1 if adopting else 0].actor
