"""Lessons: a game played move by move at a real table, each position of which is taken from a sitting.

A lesson lies in the folder `lessons` of its game: `first.toml` has its steps, `sitting.jsonl` the game that it goes
through, `words/` what the coach says. Nothing is stored: a step, and what was pointed at, say where a learner is.
"""

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Literal, NamedTuple, TypeAlias

import msgspec

from domain.kernel import sitting
from domain.kernel.errors import NotFound
from domain.kernel.game import AnyGame, Command
from domain.kernel.ids import GameId, Seat, Version
from domain.kernel.match import Match
from domain.kernel.sitting import Sitting
from domain.kernel.words import Catalogue
from services.queries.composing import Speech, compose, meant, selected
from services.queries.positions import Position, position_then
from services.queries.reasons import why_not
from services.queries.refusals import refusal_in_words
from services.render.pointing import Pointing
from services.tables.folding import MatchAt

Chapter: TypeAlias = Literal["goal", "table", "turn", "brings", "scoring"]
CHAPTERS: Sequence[Chapter] = ("goal", "table", "turn", "brings", "scoring")
LEARNER = Seat(0)
_NOTHING = Pointing([], lambda _: ())
MOST_STEPS = 25


class LessonStep(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One thing that the coach says, and perhaps one that the learner does."""

    key: str
    """Of its words."""
    chapter: Chapter
    kind: Literal["look", "point", "do"]
    at: int
    """After how many turns of the sitting."""
    done: int = 0
    """How many choices of the next turn are made already; the one after them is what the learner has to do."""
    show: tuple[str, ...] = ()
    """What is spoken of: panels of the page by their areas, things on the board by their names."""
    points: tuple[str, ...] = ()
    """The panels that can be pointed at, to be told of each."""


class Lesson(NamedTuple):
    """A lesson, with the table before each of its steps."""

    game: AnyGame
    steps: tuple[LessonStep, ...]
    sitting: Sitting
    tables: Mapping[int, Match]
    words: Catalogue

    def wanted(self, step: LessonStep) -> Command | None:
        """What the learner has to do, if anything."""
        return self.sitting.turns[step.at].commands[step.done] if step.kind == "do" else None

    def says(self, key: str, lang: str) -> str:
        """Words of the lesson; empty if it has none for that."""
        return self.words.say(key, {}, lang=lang) if self.words.has(key) else ""


class Try(NamedTuple):
    """What a learner did at a step, and what is to be said of it."""

    position: Position
    done: bool = False
    """It is what the lesson wants."""
    chosen: str = ""
    """What was chosen instead, in words."""
    refused: str = ""
    """Why it is not possible, in the words of the rules; a blank if they have nothing to say."""


def lesson_of(game: AnyGame) -> Lesson | None:
    """The lesson of a game; none if it has not got one."""
    return _loaded(game, type(game).__module__.rpartition(".")[0] + ".lessons")


@cache
def _loaded(game: AnyGame, package: str) -> Lesson | None:
    try:
        folder = files(package)
    except ModuleNotFoundError:
        return None
    script = tomllib.loads(folder.joinpath("first.toml").read_text("utf-8"))
    steps = msgspec.convert(script["steps"], tuple[LessonStep, ...])
    found = sitting.read(game, folder.joinpath("sitting.jsonl").read_bytes())
    return Lesson(game, steps, found, _tables(game, found, {step.at for step in steps}), Catalogue.load(package))


def _tables(game: AnyGame, played: Sitting, wanted: set[int]) -> Mapping[int, Match]:
    """The tables after so many turns, as copies: the game goes on."""
    moments: Iterator[sitting.SittingMoment] = sitting.moments(game, played)
    return {
        number: moment.match.copy()
        for number, moment in zip(range(max(wanted) + 1), moments, strict=False)
        if number in wanted
    }


def step_of(lesson: Lesson, number: int) -> LessonStep:
    """A step by its number, from 1 on."""
    if not 1 <= number <= len(lesson.steps):
        raise NotFound(str(number))
    return lesson.steps[number - 1]


def shown(lesson: Lesson, step: LessonStep, lang: str, *, tried: Command | None = None) -> Position:
    """The table of a step, with what the learner has tried. Only a step with something to do can be pointed at."""
    match = lesson.tables[step.at]
    players = lesson.sitting.head.players
    position = position_then(MatchAt(GameId("lesson"), match, Version(step.at), ""), LEARNER, players)
    if step.kind != "do" and not step.done:
        return position
    earlier = lesson.sitting.turns[step.at].commands[: step.done]
    commands = earlier if tried is None else (*earlier, tried)
    composed = compose(match, LEARNER, commands, Speech(lang, players))
    position = position._replace(view=composed.view, composed=composed, scores=composed.match.scores())
    return position if step.kind == "do" else _rested(position)


def _rested(position: Position) -> Position:
    """A table at which the learner only looks: the steps of the turn are seen, and nothing can be pointed at."""
    composed = position.composed
    return position._replace(composed=composed._replace(pointing=_NOTHING) if composed else None)


def attempt(lesson: Lesson, step: LessonStep, path: Sequence[str], lang: str) -> Try:
    """What comes of pointing at these things, one after the other."""
    position = shown(lesson, step, lang)
    composed = position.composed
    if composed is None or step.kind != "do":
        return Try(position)
    aimed = meant(composed.pointing, path)
    if aimed.command is not None:
        return _judged(lesson, step, aimed.command, lang)
    if path and not aimed.path:
        refusal = why_not(composed, path[:-1], path[-1]) or why_not(composed, (), path[-1])
        return Try(position, refused=refusal_in_words(lesson.game, refusal, lang) if refusal else " ")
    return Try(position._replace(path=selected(composed.pointing, aimed.path)))


def _judged(lesson: Lesson, step: LessonStep, command: Command, lang: str) -> Try:
    if command == lesson.wanted(step):
        return Try(shown(lesson, step, lang), done=True)
    return Try(_rested(shown(lesson, step, lang, tried=command)), chosen=in_words(lesson, step, command, lang))


def solved(lesson: Lesson, step: LessonStep, lang: str) -> Try:
    """The table after what the lesson wants, for whoever asks to be shown it."""
    command = lesson.wanted(step)
    if command is None:
        return Try(shown(lesson, step, lang))
    position = _rested(shown(lesson, step, lang, tried=command))
    return Try(position, done=True, chosen=in_words(lesson, step, command, lang))


def in_words(lesson: Lesson, step: LessonStep, command: Command, lang: str) -> str:
    """A choice with what it costs and brings, as a menu would say it."""
    position = shown(lesson, step, lang)
    return lesson.game.label(position.view, command, lang=lang, players=position.players)
