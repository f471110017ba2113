"""The tables that a person keeps open as their host: what quotas are counted from. A row tells only of which kind.

The rows of an owner stand in the order of their kinds, so that those of one kind can be counted without reading them.
"""

from domain.kernel.table import Table
from projections.followed_match import FollowedMatch
from projections.rows import ModelKey, ModelRow

MODEL = "hosted"
ANY, BRANCH, BOTS = "", "branch", "bots"
"""All open tables; what-if games; running games in which bots play."""
_OTHER = "table"


def rows(followed: FollowedMatch) -> dict[ModelKey, ModelRow]:
    """A row for the host, until the game is over."""
    table = followed.match.table
    return {} if table.over else {ModelKey(MODEL, table.host): ModelRow(_kind(table), b"{}")}


def _kind(table: Table) -> str:
    if table.branch_of is not None:
        return BRANCH
    plays_bots = table.phase == "active" and any(chair.user is None and chair.bot for chair in table.chairs)
    return BOTS if plays_bots else _OTHER
