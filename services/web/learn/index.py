"""`/learn`: the lessons of all games, and how far the reader has come in each."""

from collections.abc import Sequence
from secrets import token_hex
from typing import NamedTuple

from litestar import Response, get

from services.acts.terms import by_welcome
from services.identity.callers import AnyRequest
from services.identity.language import language_of
from services.queries.lessons import CHAPTERS, Chapter, Lesson, lesson_of
from services.web.door import Web
from services.web.learn.progress import progress_of

MINUTES = 10
NUMERALS = ("I", "II", "III", "IV", "V")


class ChapterLine(NamedTuple):
    """A chapter of a lesson: how long it takes, and whether it is behind the reader or being read."""

    numeral: str
    chapter: Chapter
    minutes: int
    learnt: bool
    current: bool
    first: int
    """The number of its first step."""


class LessonCard(NamedTuple):
    """A lesson as the index offers it."""

    slug: str
    name: str
    steps: int
    at: int
    """The step to go on from; 0 if the lesson was never begun."""
    chapters: Sequence[ChapterLine]

    @property
    def learnt(self) -> bool:
        """Whether the reader has come to the end."""
        return self.at >= self.steps


@get("/learn")
async def index(request: AnyRequest, web: Web) -> Response[bytes]:
    """All lessons, those of the most welcoming games first."""
    lang, progress = language_of(request), progress_of(request)
    cards = [
        LessonCard(game.meta.slug, game.name_in(lang), len(lesson.steps), at, chapter_lines(lesson, at))
        for game in by_welcome(web.acts.tables.registry)
        if (lesson := lesson_of(game)) is not None
        for at in [progress.get(game.meta.slug, 0)]
    ]
    guests = web.acts.accounts.has_guests or request.user is not None
    return await web.page(
        request, "learn/index.html", here="learn", cards=cards, can_play=guests, key=token_hex(16), minutes=MINUTES
    )


def chapter_lines(lesson: Lesson, at: int) -> list[ChapterLine]:
    """The chapters of a lesson, for a reader who stands at that step."""
    lines = []
    for numeral, chapter in zip(NUMERALS, CHAPTERS, strict=True):
        numbers = [number for number, step in enumerate(lesson.steps, 1) if step.chapter == chapter]
        if numbers:
            share = max(1, round(MINUTES * len(numbers) / len(lesson.steps)))
            learnt, current = at > numbers[-1] or at >= len(lesson.steps), numbers[0] <= at <= numbers[-1]
            lines.append(ChapterLine(numeral, chapter, share, learnt, current and not learnt, numbers[0]))
    return lines


HANDLERS = [index]
