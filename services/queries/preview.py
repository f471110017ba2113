"""A draft folded on a copy: what the seat would see, and what it could choose next. Nothing is written."""

from collections.abc import Sequence
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from domain.kernel import draft
from domain.kernel.ids import UserId
from services.queries.names import player_names
from services.queries.options import OptionAnswer, options_in_words
from services.queries.queries import Queries
from services.queries.redaction import visible_state
from services.queries.tables import visible_table
from services.tables import choices


class PreviewAnswer(msgspec.Struct, omit_defaults=True):
    game: str
    version: int
    options: list[OptionAnswer]
    state: Any
    points: int
    ends: Annotated[
        Literal["reveals", "passes"] | None,
        Meta(description="Why nothing can follow: the last command reveals something, or the turn passes on."),
    ] = None


async def read_preview(
    queries: Queries, game_id: str, user: UserId, draft_commands: Sequence[choices.Values], lang: str
) -> PreviewAnswer:
    """The table after a draft of the user; a command that would reveal something is not carried out."""
    async with visible_table(queries.tables, game_id, user) as newest:
        match = newest.match
        seat = choices.seat_to_play(match, user)
        commands = queries.tables.codec(match.game).convert(draft_commands)
        folded = draft.preview(match, seat, commands)
        players = await player_names(queries.names, match.table, lang)
        following = [] if folded.ends == "reveals" else folded.match.legal(seat)
        return PreviewAnswer(
            game=match.table.game,
            version=newest.version,
            options=options_in_words(folded.match, seat, following, players, lang),
            state=visible_state(folded.match, seat),
            points=folded.points,
            ends=folded.ends,
        )
