"""The inbox: the games that wait for a person, the one that has waited longest first."""

import msgspec

from domain.kernel.ids import Seat
from projections.folds import Folded
from projections.lobby import LobbyRow, lobby_row
from projections.rows import Place, Row

MODEL = "inbox"


class InboxRow(msgspec.Struct, frozen=True, kw_only=True):
    """A game that waits for one of its people: on which seat, and since when."""

    seat: Seat
    since: str
    game: LobbyRow


def rows(folded: Folded) -> dict[Place, Row]:
    """A row for each person who owes a choice; seats of bots wait for nobody."""
    chairs = folded.match.table.chairs
    listed = lobby_row(folded)
    return {
        Place(MODEL, str(chairs[seat].user)): Row(
            since, msgspec.json.encode(InboxRow(seat=seat, since=since, game=listed))
        )
        for seat, since in folded.waiting.items()
        if chairs[seat].human
    }
