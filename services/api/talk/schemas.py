"""Bodies and answers of the talk routes. Texts go in and out as they are: nobody here reads anything into them."""

from typing import Annotated

import msgspec
from msgspec import Meta

from services.api.games.schemas import Body
from services.queries.game import GameKey
from services.queries.talk import LineNumber, TalkLine

LONGEST_LINE = 2_000
LONGEST_NOTES = 20_000
_PLAIN = r"^(?![\s\S]*[\x00-\x08\x0b-\x1f\x7f-\x9f])"
"""No control characters but tabs and line feeds."""

Words = Annotated[
    str,
    Meta(
        min_length=1,
        max_length=LONGEST_LINE,
        pattern=rf"{_PLAIN}[\s\S]*[^\s]",
        description="Up to 2,000 characters, not all of them blank; no control characters but tabs and line feeds.",
        examples=["Wine for cloth, anyone?"],
    ),
]
NotesText = Annotated[
    str,
    Meta(
        max_length=LONGEST_NOTES,
        pattern=_PLAIN,
        description="Up to 20,000 characters; no control characters but tabs and line feeds.",
        examples=["Marcus saves for Dacia."],
    ),
]
Remark = Annotated[
    str,
    Meta(
        max_length=500,
        pattern=_PLAIN,
        description="Up to 500 characters; no control characters but tabs and line feeds.",
        examples=["insults"],
    ),
]


class Say(Body, frozen=True):
    text: Words


class ReportLine(Body, frozen=True):
    reason: Remark = ""


class Settle(Body, frozen=True):
    remove: Annotated[bool, Meta(description="Remove the line, if it is still there.")] = False
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
    removed: Annotated[bool, Meta(description="Whether the admin had the line removed.")]
    note: str


class ReportAnswer(msgspec.Struct):
    report_id: int
    at: str
    reporter: PersonAnswer
    reason: str
    game_id: GameKey
    line: LineNumber
    author: PersonAnswer
    text: Annotated[str, Meta(description="What was said, as it was when it was reported.")]
    verdict: VerdictAnswer | None


class ReportsAnswer(msgspec.Struct):
    items: list[ReportAnswer]
    next: Annotated[int | None, Meta(description="Ask with `after` this number for more; null at the end.")]
