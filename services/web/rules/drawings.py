"""The drawings of a page of rules: parts of real tables, told in the words of the events that led to them."""

import re
import tomllib
from collections import Counter
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from typing import NamedTuple

import msgspec
from markupsafe import Markup

from domain.kernel import sitting
from domain.kernel.game import AnyGame, Event, PointsScored
from services.queries.lessons import LEARNER, Lesson, LessonStep, lesson_of, shown
from services.render import svg
from services.render.drawing import Part
from services.render.icons import definitions
from services.render.orders import words_of
from services.render.registry import renderer_of
from services.render.signs import legend
from services.render.theme import theme
from services.render.values import Speaker, ValueTable
from services.web.table.drawn import Look, drawing_of, part_svg

_FIGURE = re.compile(r'<figure data-drawing="(\w+)">(.*?)</figure>')

_ID = re.compile(r' id="([^"]+)"')
_NAMED = re.compile(r'( id="|"#|url\(#)([^")]+)')


class DrawnMoment(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A moment of a sitting, and the parts of its table that are drawn."""

    at: int
    parts: tuple[str, ...]
    done: int = 0
    compact: bool = False
    """As on a phone: what is drawn as wide as a screen there."""


class WorkedTurn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A turn that is shown step by step."""

    at: int
    steps: tuple[DrawnMoment, ...]


class Drawings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All that the page of a game shows."""

    figures: dict[str, DrawnMoment]
    turn: WorkedTurn
    scoring: DrawnMoment


class PointsLine(NamedTuple):
    """A line of a scoring: what for, with its terms and how often each counts, and how many points."""

    source: str
    terms: list[tuple[str, int]]
    points: int


class Worked(NamedTuple):
    """What the page shows of its sitting, in one language."""

    prose: Markup
    turn: list[Markup]
    told: list[str]
    scoring: Markup
    lines: list[PointsLine]
    before: int
    total: int
    player: str
    values: Sequence[ValueTable]
    signs: list[tuple[Markup, str]]
    symbols: Markup


_SIGN = 24
"""The box of a sign, in its own units."""
_ALL = msgspec.convert(
    tomllib.loads(files("services.web.rules").joinpath("drawings.toml").read_text("utf-8")), dict[str, Drawings]
)


class Drawer:
    """Draws parts for one page, and keeps track of the symbols that they use."""

    def __init__(self, lesson: Lesson, lang: str) -> None:
        """Nothing is drawn yet."""
        self._lesson, self._lang = lesson, lang
        self._icons: set[str] = set()
        self._renderer = renderer_of(lesson.game.meta.slug)
        self._drawn = 0

    def draw(self, wanted: DrawnMoment) -> Markup:
        """The parts of a moment, one beside the other. Nothing in them can be pointed at."""
        step = LessonStep(key="", chapter="goal", kind="look", at=wanted.at, done=wanted.done)
        drawing = drawing_of(shown(self._lesson, step, self._lang), Look(self._lang, 1 if wanted.compact else 0))
        parts = {part.name: part for part in self._renderer.parts(drawing, wanted.parts)}
        return Markup().join(self._one(parts[name]) for name in wanted.parts)

    def _one(self, part: Part) -> Markup:
        """A part under names of its own, within it too: the page may show it several times."""
        self._drawn += 1
        self._icons |= part.icons
        inner = set(_ID.findall(part.body))
        body = _NAMED.sub(lambda it: f"{it[0]}-{self._drawn}" if it[2] in inner else it[0], part.body)
        wide = f' class="part wide-{min(round(part.width / 100), 6)}"'
        drawn = str(part_svg(part._replace(name=f"{part.name}-{self._drawn}", body=body)))
        return Markup(drawn.replace(' class="part"', wide, 1).replace('role="group"', 'role="img"', 1))  # noqa: S704

    def legend(self) -> list[tuple[Markup, str]]:
        """Every sign with what it means."""
        drawn = []
        for sign in legend(self._renderer.package):
            self._icons.add(sign.symbol)
            use = svg.element("use", href=f"#{sign.symbol}", width=_SIGN, height=_SIGN)
            picture = svg.element("svg", use, class_="sign", viewBox=f"0 0 {_SIGN} {_SIGN}", aria_hidden="true")
            words = words_of(self._lesson.game).say(sign.words, {}, lang=self._lang)
            drawn.append((Markup(picture), words))  # noqa: S704 - names of our own files
        return drawn

    def symbols(self) -> Markup:
        """What the drawn parts use; to be asked for last."""
        package = self._renderer.package
        return Markup(definitions(package, self._icons, theme("page", package)))  # noqa: S704 - our own files


@cache
def worked(game: AnyGame, prose: str, lang: str) -> Worked | None:
    """The prose of a page with its drawings, and the turn and the scoring that it works out; nothing without a lesson.

    It is made once a game and language.
    """
    lesson, drawings = lesson_of(game), _ALL.get(game.meta.slug)
    if lesson is None or drawings is None:
        return None
    drawer = Drawer(lesson, lang)

    def figure(found: re.Match[str]) -> str:
        return f"<figure>{drawer.draw(drawings.figures[found[1]])}<figcaption>{found[2]}</figcaption></figure>"

    text = _FIGURE.sub(figure, prose)
    turn = [drawer.draw(step) for step in drawings.turn.steps]
    scoring = drawer.draw(drawings.scoring)
    moments = {number: moment.events for number, moment in enumerate(sitting.moments(game, lesson.sitting))}
    counted = [event for event in moments[drawings.scoring.at] if isinstance(event, PointsScored)]
    own = [event for event in counted if event.seat == LEARNER]
    total = lesson.tables[drawings.scoring.at].scores()[LEARNER]
    return Worked(
        prose=Markup(text),  # noqa: S704 - our own files
        turn=turn,
        told=_told(lesson, moments[drawings.turn.at + 1], lang),
        scoring=scoring,
        lines=[_line(game, event, lang) for event in own],
        before=total - sum(event.points for event in own),
        total=total,
        player=lesson.sitting.head.players[LEARNER],
        values=renderer_of(game.meta.slug).printed_values(Speaker(words_of(game), lang)),
        signs=drawer.legend(),
        symbols=drawer.symbols(),
    )


def _told(lesson: Lesson, events: Sequence[Event], lang: str) -> list[str]:
    """What the chronicle tells of a turn."""
    words, players = lesson.game.words, lesson.sitting.head.players
    lines = [words.describe(event, lang=lang, players=players) for event in events]
    return [line for line in lines if line]


def _line(game: AnyGame, event: PointsScored, lang: str) -> PointsLine:
    """What points are for, with the arithmetic."""
    terms = Counter(game.words.term(term.label, term.args, event.source, lang) for term in event.detail)
    return PointsLine(game.words.name(event.source, lang), [*terms.items()], event.points)
