"""`/learn/{slug}`: the table of a step, and the coach beside it. Its address says all: the step, and what was tried."""

import math
import re
from collections.abc import Sequence
from secrets import token_hex
from typing import Any, NamedTuple

from litestar import Response, get
from litestar.params import FromPath
from litestar.response import Redirect
from markupsafe import Markup, escape

from services.identity.callers import AnyRequest
from services.identity.language import language_of
from services.queries.asking import ask_of
from services.queries.lessons import Lesson, LessonStep, Try, attempt, lesson_of, shown, solved, step_of
from services.queries.positions import Position
from services.web.compressed import HOLE
from services.web.door import Web
from services.web.learn.index import MINUTES, chapter_lines
from services.web.learn.progress import progress_of, remembered
from services.web.pages import frame, html, render
from services.web.table.drawn import DrawnPanel, Look, draw, page_symbols
from services.web.table.showing import FRAGMENT, narrow_of
from services.web.table.turn_bar import joined, listed_choices, offered_steps, parted, shown_steps

PATIENCE = 2
"""After so many wrong tries the learner is rather shown."""
_PANEL = "panel:"
_MOST = 99


class AskedStep(NamedTuple):
    """What the address of a step says."""

    number: int
    path: tuple[str, ...]
    tries: int
    """Wrong ones, so far."""
    solve: bool
    place: str
    """The place that was pointed at, where places are told of."""
    well_done: bool


class CoachWords(NamedTuple):
    """What the coach says at a step, in the reader's language."""

    title: str
    paragraphs: list[Markup]
    task: Markup
    nearly: str
    places: list[tuple[str, str, str]]
    """Places that can be pointed at: their panels, names and a line on each."""


@get("/learn/{slug:str}")
async def lesson_page(request: AnyRequest, web: Web, slug: FromPath[str]) -> Response[bytes] | Redirect:
    """A step of a lesson. What is pointed at comes as `path`; once it is what the lesson wants, the next step comes."""
    lesson = lesson_of(web.acts.tables.registry.get(slug))
    if lesson is None:
        return Redirect("/learn", status_code=303)
    progress, lang = progress_of(request), language_of(request)
    asked = _asked(request, min(progress.get(slug, 1), len(lesson.steps)))
    step = step_of(lesson, asked.number)
    tried = _tried(lesson, step, asked, lang)
    if tried.done and not asked.solve:
        return Redirect(f"/learn/{slug}?step={asked.number + 1}&done=1", status_code=303)
    guests = web.acts.accounts.has_guests or request.user is not None
    context = _of_table(tried.position, Look(lang, narrow_of(request))) | _of_coach(lesson, step, asked, tried, lang)
    framed = frame(request, here="learn", token=HOLE, can_play=guests, key=token_hex(16), **context)
    template = "learn/table.html" if request.headers.get(FRAGMENT) else "learn/lesson.html"
    answer = html(request, render(template, framed), 200, await web.tokens.make(request))
    answer.cookies.append(remembered(progress | {slug: max(asked.number, progress.get(slug, 0))}))
    return answer


def _asked(request: AnyRequest, kept: int) -> AskedStep:
    given = request.query_params
    return AskedStep(
        number=_number(given.get("step", ""), kept),
        path=parted(given.get("path", "")),
        tries=min(_number(given.get("tries", ""), 0), _MOST),
        solve="solve" in given,
        place=given.get("place", ""),
        well_done="done" in given,
    )


def _number(text: str, otherwise: int) -> int:
    return int(text) if text.isascii() and text.isdigit() and len(text) <= len(str(_MOST)) else otherwise


def _tried(lesson: Lesson, step: LessonStep, asked: AskedStep, lang: str) -> Try:
    if asked.solve:
        return solved(lesson, step, lang)
    return attempt(lesson, step, asked.path, lang) if asked.path else Try(shown(lesson, step, lang))


def _of_table(position: Position, look: Look) -> dict[str, Any]:
    """What the table of a step shows."""
    return {
        "at": position,
        "drawn": draw(position, look),
        "symbols": page_symbols(position),
        "narrow": look.narrow,
        "ask": ask_of(position, look.lang),
        "steps": shown_steps(position, look.lang),
        "offered": offered_steps(position, look.lang),
        "choices": listed_choices(position, look.lang),
        "path_text": joined(position.path),
        "lit": _lit,
    }


def _of_coach(lesson: Lesson, step: LessonStep, asked: AskedStep, tried: Try, lang: str) -> dict[str, Any]:
    """What stands beside it."""
    wrong, last = bool(tried.chosen or tried.refused) and not tried.done, len(lesson.steps)
    return {
        "step": step,
        "asked": asked,
        "tried": tried,
        "wrong": wrong,
        "tries": asked.tries + wrong,
        "patience": PATIENCE,
        "told": told(lesson, step, lang),
        "spots": (f"{_PANEL}{asked.place}",) if asked.place in step.points else step.show,
        "last": last,
        "stones": [one.chapter for one in lesson.steps],
        "minutes": math.ceil(MINUTES * (last - asked.number) / last),
        "chapters": chapter_lines(lesson, asked.number),
        "name": lesson.game.name_in(lang),
    }


def told(lesson: Lesson, step: LessonStep, lang: str) -> CoachWords:
    """The words of a step."""
    key = step.key
    return CoachWords(
        title=lesson.says(f"{key}.title", lang),
        paragraphs=[_set(one) for one in lesson.says(f"{key}.text", lang).split("\n")],
        task=_set(lesson.says(f"{key}.task", lang)),
        nearly=lesson.says(f"{key}.nearly", lang),
        places=[
            (area, lesson.says(f"{key}.name.{area}", lang), lesson.says(f"{key}.points.{area}", lang))
            for area in step.points
        ],
    )


def _set(text: str) -> Markup:
    """A text with its numerals, such as `(1)`, and what is stressed in it, between two pairs of asterisks."""
    safe = str(escape(text))
    safe = re.sub(r"\((\d)\)", r'<b class="spot-no"><span class="vh">(</span>\1<span class="vh">)</span></b>', safe)
    return Markup(re.sub(r"\*\*(.+?)\*\*", r"<b>\1</b>", safe))  # noqa: S704 - escaped above


def _lit(panel: DrawnPanel, drawn: Markup, spots: Sequence[str]) -> Markup:
    """A panel as it is drawn on the page of a lesson: told of under a number, or else under the veil."""
    own = f"{_PANEL}{panel.area}"
    number = spots.index(own) + 1 if own in spots else 0
    mark = f'data-spot="{number}" class="panel spotted' if number else 'class="panel'
    return Markup(str(drawn).replace('class="panel', mark, 1))  # noqa: S704 - drawn by the template of the table


HANDLERS = [lesson_page]
