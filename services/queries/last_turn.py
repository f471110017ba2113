"""The last turn of a game: where it began, and what happened in it, for the caption and the outlines of a picture."""

from collections.abc import Sequence
from typing import NamedTuple

from domain.kernel.envelope import Codec, Record
from domain.kernel.game import PointsScored
from domain.kernel.ids import Seat, Version
from domain.kernel.match import Match
from projections.timeline import TimelineLine, lines, turns
from services.render.registry import renderer_of

MOST_RECORDS = 200
"""How much of the end of a log is searched: far more than any turn takes."""


class LastTurn(NamedTuple):
    """The version before the turn began, and the turn in words."""

    before: Version
    words: str


def last_turn(codec: Codec, records: Sequence[Record], match: Match, players: Sequence[str], lang: str) -> LastTurn:
    """The newest turn of a player in the end of a log; before the first one nothing has happened yet."""
    game = codec.game
    told = [line for line in lines(codec, records, match.table.first_seat) if not line.retracted]
    for turn in reversed(turns(told)):
        acts = [line for line in turn.lines if _is_act(line, match)]
        if acts and isinstance(turn.actor, int):
            texts = [game.words.say(f"event.{one.type}", one.fields, lang=lang, players=players) for one in acts]
            return LastTurn(Version(turn.lines[0].version - 1), " ".join(filter(None, texts)))
    return LastTurn(match_version(records), "")


def match_version(records: Sequence[Record]) -> Version:
    """The version that records end at."""
    return Version(records[-1].envelope().version if records else 0)


def _is_act(line: TimelineLine, match: Match) -> bool:
    known = {kind.__name__ for kind in match.game.events} - {PointsScored.__name__}
    return line.type in known


def changed_things(before: Match, after: Match, reader: Seat | None) -> frozenset[str]:
    """The things on the table that differ between two positions, as a reader sees them."""
    if before.state is None or after.state is None:
        return frozenset()
    game = after.game
    return renderer_of(game.meta.slug).changed(game.view(before.state, reader), game.view(after.state, reader))
