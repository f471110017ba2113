"""What was said at a table, as a listener may see it."""

from collections.abc import Sequence
from typing import Annotated

import msgspec
from msgspec import Meta

from domain.kernel.ids import UserId
from domain.kernel.player_names import name_of
from services.queries.names import Names
from services.store.mutes import Mutes
from services.store.talk import StoredLine

LineNumber = Annotated[int, Meta(examples=[17])]


class TalkLine(msgspec.Struct):
    """Something said at a table, or the removal of something said before."""

    number: LineNumber
    at: str
    user_id: str
    name: str
    text: Annotated[str | None, Meta(description="The words; null once they were removed, and in a removal.")]
    removes: Annotated[int | None, Meta(description="In a removal: the number of the line that is gone.")]


async def visible_lines(
    mutes: Mutes, names: Names, lines: Sequence[StoredLine], listener: UserId | None, lang: str
) -> list[TalkLine]:
    """The lines without those of people whom the listener has muted.

    A removal is always told, whoever made it: it says nothing but that something is gone.
    """
    muted = await mutes.of(listener) if listener is not None and lines else set()
    heard = [line for line in lines if line.removes is not None or line.user not in muted]
    known = await names.of(line.user for line in heard)
    return [
        TalkLine(line.number, line.at, line.user, name_of(line.user, known, lang), line.text, line.removes)
        for line in heard
    ]
