"""The tables that have not begun, private ones too, those first at which nothing has happened for the longest.

They are for the server alone, which closes what stays quiet: no reader is shown them.
"""

import msgspec

from domain.kernel.ids import GameId
from projections.followed_match import FollowedMatch
from projections.rows import EVERYONE, ModelKey, ModelRow

MODEL = "unstarted"
ALL = ModelKey(MODEL, EVERYONE)


class UnstartedRow(msgspec.Struct, frozen=True, gc=False):
    """A table in its lobby, and when something last happened there."""

    game_id: GameId
    since: str


def rows(followed: FollowedMatch) -> dict[ModelKey, ModelRow]:
    """A row as long as the table is in its lobby."""
    if followed.match.table.phase != "lobby":
        return {}
    row = UnstartedRow(followed.game_id, followed.updated_at)
    return {ALL: ModelRow(row.since, msgspec.json.encode(row))}
