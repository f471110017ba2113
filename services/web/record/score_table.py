"""The points of a game by source, with the colours in which table and chart show them."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from services.queries.score_sheet import ScoreSheet
from services.render.chart import MARBLES, Panel, charts
from services.story.course import END
from services.web.texts import said

_OWN = MARBLES - 2
"""Sources with a colour of their own; the others share one, and what costs points has the last."""
_FEW, _SOME = 10, 24


class SourceRow(NamedTuple):
    """A source of points and what each seat has from it."""

    source: str
    text: str
    marble: int
    points: Sequence[int]

    @property
    def most(self) -> int:
        """The most that a seat has from it."""
        return max(self.points)


def source_rows(sheet: ScoreSheet, lang: str) -> list[SourceRow]:
    """Sources of points, the weightiest first; what costs points comes last."""
    final = [seat.by_source[-1] if seat.by_source else {} for seat in sheet.growth.seats]
    points = {
        source: [seat.get(source, 0) for seat in final]
        for source in sheet.game.sources
        if any(seat.get(source, 0) for seat in final)
    }
    gains = sorted((one for one in points if sum(points[one]) >= 0), key=lambda one: -sum(points[one]))
    costs = sorted((one for one in points if sum(points[one]) < 0), key=lambda one: sum(points[one]))
    marbles = {source: min(number, _OWN + 1) for number, source in enumerate(gains, 1)} | dict.fromkeys(costs, MARBLES)
    name = sheet.game.words.name
    return [SourceRow(source, name(source, lang), marbles[source], points[source]) for source in (*gains, *costs)]


def score_charts(sheet: ScoreSheet, rows: Sequence[SourceRow], lang: str) -> list[str]:
    """A chart a seat, as HTML."""
    marbles = {row.source: row.marble for row in rows}
    panels = [
        Panel(
            seat=seat,
            title=said("scores.chart", lang, {"name": sheet.players[seat]}),
            bars=[_bar(column, marbles) for column in grown.by_source],
            scores=grown.scores,
        )
        for seat, grown in enumerate(sheet.growth.seats)
    ]
    return charts(panels, [_label(number, sheet.growth.rounds, lang) for number in sheet.growth.rounds])


def _bar(column: Mapping[str, int], marbles: Mapping[str, int]) -> list[int]:
    parts = [0] * MARBLES
    for source, points in column.items():
        parts[marbles.get(source, MARBLES) - 1] += points  # a source without a row adds up to nothing
    return parts


def _label(number: int, rounds: Sequence[int], lang: str) -> str:
    """The number of a round below its bar, of many rounds only of some; the end is always named."""
    if number == END:
        return said("scores.end", lang, {})
    every = 1 if len(rounds) <= _FEW else 4 if len(rounds) <= _SOME else 10
    beside_the_end = every > 1 and rounds[-2:] == [number, END]
    return str(number) if number % every == 0 and not beside_the_end else ""
