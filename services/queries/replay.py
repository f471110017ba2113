"""A position of a game and the way there: what a replay shows beside the board."""

from collections.abc import Sequence
from typing import NamedTuple

from domain.kernel.game import AnyGame
from domain.kernel.ids import GameId, Version
from domain.kernel.table import Table
from services.queries.timeline import TurnAnswer, in_words
from services.queries.visible_log import VisibleLog
from services.story.course import CourseChoice, course

_LINES_BEFORE, _LINES_AFTER = 60, 60
"""How much of the chronicle is told around a position."""


class Replay(NamedTuple):
    """A position among all choices of a game."""

    game_id: GameId
    game: AnyGame
    table: Table
    players: Sequence[str]
    you: int | None
    newest: Version
    at: Version
    choices: Sequence[CourseChoice]
    done: int
    """How many choices were made by then."""
    chronicle: Sequence[TurnAnswer]
    unjudged: bool

    @property
    def now(self) -> CourseChoice | None:
        """The last choice before the position."""
        return self.choices[self.done - 1] if self.done else None


async def read_replay(log: VisibleLog, at: int | None, lang: str) -> Replay:
    """The game at a version, by default at its newest."""
    until = log.up_to(at)
    records = await log.records(log.version)
    choices = await log.queries.long_reads.run(len(records), lambda: course(log.codec, records))
    around = records[max(until - _LINES_BEFORE, 0) : until + _LINES_AFTER]
    return Replay(
        game_id=log.game_id,
        game=log.game,
        table=log.table,
        players=await log.players(lang),
        you=log.seat,
        newest=log.version,
        at=until,
        choices=choices,
        done=sum(choice.last <= until for choice in choices),
        chronicle=await in_words(log, around, lang),
        unjudged=log.unjudged,
    )


class Steps(NamedTuple):
    """The versions that lie one choice, turn and round away; none where there is nothing more."""

    round_back: Version | None
    turn_back: Version | None
    choice_back: Version | None
    choice_on: Version | None
    turn_on: Version | None
    round_on: Version | None


def steps_from(replay: Replay) -> Steps:
    """Where the buttons of a replay lead."""
    choices, done = replay.choices, replay.done
    return Steps(
        _back([choice.round for choice in choices], done, choices),
        _back([choice.turn for choice in choices], done, choices),
        choices[done - 2].last if done > 1 else None,
        choices[done].last if done < len(choices) else None,
        _on([choice.turn for choice in choices], done, choices),
        _on([choice.round for choice in choices], done, choices),
    )


def _on(groups: Sequence[int], done: int, choices: Sequence[CourseChoice]) -> Version | None:
    """The end of the group that the next choice belongs to."""
    if done >= len(choices):
        return None
    last = next((i for i in range(done, len(groups)) if groups[i] != groups[done]), len(groups))
    return choices[last - 1].last


def _back(groups: Sequence[int], done: int, choices: Sequence[CourseChoice]) -> Version | None:
    """The end of the group before the one that the last choice belongs to; before the first one its first choice."""
    if done <= 1:
        return None
    before = next((i for i in range(done - 1, -1, -1) if groups[i] != groups[done - 1]), 0)
    return choices[before].last
