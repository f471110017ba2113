"""The inbox: the games that wait for a person, the soonest deadline first, then the one that has waited longest."""

import msgspec

from domain.kernel.ids import Seat
from projections.followed_match import FollowedMatch
from projections.lobby import LobbyRow, due_at, lobby_row
from projections.rows import ModelKey, ModelRow

MODEL = "inbox"


class InboxRow(msgspec.Struct, frozen=True, kw_only=True):
    """A game that waits for one of its people: on which seat, since when, and until when at most."""

    seat: Seat
    since: str
    deadline: str | None
    game: LobbyRow


def rows(followed: FollowedMatch) -> dict[ModelKey, ModelRow]:
    """A row for each person who owes a choice; seats of bots wait for nobody, and nobody waits for a what-if."""
    if followed.match.table.branch_of is not None:
        return {}
    chairs = followed.match.table.chairs
    listed = lobby_row(followed)
    waiting = {}
    for seat, since in followed.owing.items():
        if chairs[seat].human:
            due = due_at(followed.match.table, seat)
            row = InboxRow(seat=seat, since=since, deadline=due, game=listed)
            order = f"9{since[1:]}" if due is None else due  # a year behind every deadline
            waiting[ModelKey(MODEL, str(chairs[seat].user))] = ModelRow(order, msgspec.json.encode(row))
    return waiting
