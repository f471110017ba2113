"""The score sheet of a game: how the points grew, and every entry of the ledger with its round and its sum."""

from collections.abc import Sequence
from typing import NamedTuple

from domain.kernel.game import AnyGame, Result
from domain.kernel.ids import GameId, Version
from domain.kernel.table import Table
from services.queries.scores import EntryAnswer, in_words
from services.queries.visible_log import VisibleLog
from services.story.course import CourseChoice, course, round_at
from services.story.ledger import ledger, totals
from services.story.score_growth import ScoreGrowth, growth


class SheetLine(NamedTuple):
    """An entry of the ledger, the round it counts for, and what its seat had then."""

    entry: EntryAnswer
    round: int
    total: int


class ScoreSheet(NamedTuple):
    """Everything that a score sheet tells."""

    game_id: GameId
    game: AnyGame
    table: Table
    version: Version
    players: Sequence[str]
    you: int | None
    totals: Sequence[int]
    lines: Sequence[SheetLine]
    growth: ScoreGrowth
    choices: int
    began_at: str
    last_at: str
    unjudged: bool

    @property
    def result(self) -> Result | None:
        """How the game ended, if it has."""
        return self.table.result


async def read_score_sheet(log: VisibleLog, lang: str) -> ScoreSheet:
    """The sheet of a game as it stands."""
    records = await log.records(log.version)
    players = await log.players(lang)
    seats = len(players)

    def made() -> ScoreSheet:
        entries, choices = ledger(log.codec, records), course(log.codec, records)
        begins = choices[0].first if choices else Version(1)
        return ScoreSheet(
            game_id=log.game_id,
            game=log.game,
            table=log.table,
            version=log.version,
            players=players,
            you=log.seat,
            totals=totals(entries, seats),
            lines=_lines([in_words(log.game, entry, lang) for entry in entries], choices, seats),
            growth=growth(entries, choices, seats),
            choices=sum(choice.seat is not None for choice in choices),
            began_at=records[begins - 1].envelope().at,
            last_at=records[-1].envelope().at,
            unjudged=log.unjudged,
        )

    return await log.queries.long_reads.run(len(records), made)


def _lines(entries: Sequence[EntryAnswer], choices: Sequence[CourseChoice], seats: int) -> list[SheetLine]:
    sums, lines = [0] * seats, []
    for entry in entries:
        sums[entry.seat] += entry.points
        lines.append(SheetLine(entry, round_at(choices, entry.version), sums[entry.seat]))
    return lines
