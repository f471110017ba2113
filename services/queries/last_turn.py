"""The last turn of a game: where it began, and what happened in it, for the caption and the outlines of a picture."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from domain.kernel.envelope import Codec, Record
from domain.kernel.game import PointsScored
from domain.kernel.ids import Seat, UserId, Version
from domain.kernel.match import Match
from domain.kernel.table import Table
from domain.kernel.words import Catalogue
from services.render.registry import renderer_of
from services.story.timeline import StoryLine, gathered, lines, told, turns

MOST_RECORDS = 200
"""How much of the end of a log is searched: far more than any turn takes."""


class LastTurn(NamedTuple):
    """The version before the turn began, and what happened in it, told in short."""

    before: Version
    lines: Sequence[StoryLine]

    def in_words(self, words: Catalogue, known: Mapping[UserId, str], lang: str) -> tuple[str, ...]:
        """The turn in sentences; `known` names people."""
        return tuple(filter(None, (told(words, line, known, lang) for line in self.lines)))


def last_turn(codec: Codec, records: Sequence[Record], before: Table | None = None) -> LastTurn:
    """What the last player did, in the end of a log; `before` is the table at its start (none: the log begins here)."""
    standing = [line for line in lines(codec, records, before) if not line.retracted]
    moves = {kind.__name__ for kind in codec.game.events} - {PointsScored.__name__}
    for turn in reversed(turns(standing)):
        acts = [line for line in turn.lines if line.type in moves and not line.begins]
        if acts and isinstance(turn.owner, int):
            return LastTurn(Version(acts[0].version - 1), gathered(codec.game, acts))
    return LastTurn(match_version(records), ())


def match_version(records: Sequence[Record]) -> Version:
    """The version that records end at."""
    return Version(records[-1].envelope().version if records else 0)


def changed_things(before: Match, after: Match, reader: Seat | None) -> frozenset[str]:
    """The things on the table that differ between two positions, as a reader sees them."""
    if before.state is None or after.state is None:
        return frozenset()
    game = after.game
    return renderer_of(game.meta.slug).changed(game.view(before.state, reader), game.view(after.state, reader))
