"""Bodies and answers of the talk routes. Texts go in and out as they are: nobody here reads anything into them."""

from typing import Annotated

import msgspec
from msgspec import Meta

from services.api.games.schemas import Body
from services.free_text import LINE, MANY_LINES, NOTES, REMARK
from services.queries.game import GameKey
from services.queries.talk import LineNumber, TalkLine

PLAIN = "no control characters but tabs and line feeds, and no signs that turn the direction of writing."

Words = Annotated[
    str,
    Meta(
        min_length=1,
        max_length=LINE.longest,
        pattern=rf"{MANY_LINES}[\s\S]*[^\s]",
        description=f"Up to 2,000 characters, not all of them blank; {PLAIN}",
        examples=["Wine for cloth, anyone?"],
    ),
]
NotesText = Annotated[
    str,
    Meta(
        max_length=NOTES.longest,
        pattern=MANY_LINES,
        description=f"Up to 20,000 characters; {PLAIN}",
        examples=["Marcus saves for Dacia."],
    ),
]
Remark = Annotated[
    str,
    Meta(
        max_length=REMARK.longest,
        pattern=MANY_LINES,
        description=f"Up to 500 characters; {PLAIN}",
        examples=["insults"],
    ),
]


class Say(Body, frozen=True):
    text: Words


class ReportLine(Body, frozen=True):
    reason: Remark = ""


class Settle(Body, frozen=True):
    remove: Annotated[bool, Meta(description="Remove the message, if it is still there.")] = False
    note: Remark = ""


class NotesBody(Body, frozen=True):
    text: NotesText


class Notes(msgspec.Struct):
    text: str


class TalkAnswer(msgspec.Struct):
    lines: list[TalkLine]
    next: Annotated[int | None, Meta(description="Ask with `after` this number for more; null at the end.")]


class Said(msgspec.Struct, omit_defaults=True):
    number: LineNumber
    repeated: bool = False


class PersonAnswer(msgspec.Struct):
    user_id: str
    name: str


class Muted(msgspec.Struct):
    items: list[PersonAnswer]


class Reported(msgspec.Struct):
    report_id: Annotated[int, Meta(examples=[3])]


class VerdictAnswer(msgspec.Struct):
    at: str
    admin: str
    removed: Annotated[bool, Meta(description="Whether the admin removed the message.")]
    note: str


class ReportAnswer(msgspec.Struct):
    report_id: int
    at: str
    reporter: PersonAnswer
    reason: str
    game_id: GameKey
    line: LineNumber
    author: PersonAnswer
    text: Annotated[str, Meta(description="What was written, as it was when it was reported.")]
    verdict: VerdictAnswer | None


class ReportsAnswer(msgspec.Struct):
    items: list[ReportAnswer]
    next: Annotated[int | None, Meta(description="Ask with `after` this number for more; null at the end.")]
