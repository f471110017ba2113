"""How a game came out, in sentences: who won, by how much, and what made the difference."""

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from services.queries.score_sheet import ScoreSheet
from services.web.record.score_table import SourceRow
from services.web.texts import said

_HOUR, _DAY = 3600, 86400


class PodiumSeat(NamedTuple):
    """A seat on the podium."""

    place: int
    seat: int
    name: str
    score: int
    won: bool


def places(sheet: ScoreSheet) -> list[PodiumSeat]:
    """Every seat in the order of the podium: the second stands to the left of the first."""
    if sheet.result is None:
        order = sorted(range(len(sheet.players)), key=lambda seat: -sheet.totals[seat])
        found = [
            PodiumSeat(
                1 + sum(sheet.totals[other] > sheet.totals[seat] for other in order),
                seat,
                sheet.players[seat],
                sheet.totals[seat],
                won=False,
            )
            for seat in order
        ]
    else:
        winners = sheet.result.winners
        ranking = sorted(sheet.result.ranking, key=lambda rank: rank.place)
        found = [
            PodiumSeat(rank.place, rank.seat, sheet.players[rank.seat], rank.score, won=rank.seat in winners)
            for rank in ranking
        ]
    return [*found[1:2], found[0], *found[2:]]


def headline(sheet: ScoreSheet, lang: str) -> str:
    """Who won, and by how much."""
    result = sheet.result
    if result is None:
        return _standing(sheet, lang)
    names = [sheet.players[seat] for seat in result.winners]
    if len(names) != 1:
        return said("scores.shared", lang, {"names": ", ".join(names)})
    scores = sorted((rank.score for rank in result.ranking), reverse=True)
    margin = scores[0] - scores[1] if len(scores) > 1 else 0
    if result.tie_break is not None or not margin:
        how = sheet.game.words.name(result.decided_by, lang)
        return said("scores.decided", lang, {"name": names[0], "how": how})
    key = "scores.won_by_one" if margin == 1 else "scores.won"
    return said(key, lang, {"name": names[0], "margin": margin})


def _standing(sheet: ScoreSheet, lang: str) -> str:
    if sheet.table.over:
        return said("scores.unstarted" if sheet.table.first_seat is None else "scores.abandoned", lang, {})
    best = max(sheet.totals, default=0)
    leaders = [sheet.players[seat] for seat, total in enumerate(sheet.totals) if total == best]
    key = "scores.leads" if len(leaders) == 1 else "scores.level"
    return said(key, lang, {"name": leaders[0], "score": best})


def length(sheet: ScoreSheet, lang: str) -> str:
    """How many choices it took, and how long."""
    began, ended = (datetime.fromisoformat(at) for at in (sheet.began_at, sheet.last_at))
    seconds = (ended - began).total_seconds()
    days, hours, minutes = round(seconds / _DAY), round(seconds / _HOUR), max(round(seconds / 60), 1)
    key = "scores.days" if days > 1 else "scores.hours" if hours > 1 else "scores.minutes"
    return said(key, lang, {"choices": sheet.choices, "days": days, "hours": hours, "minutes": minutes})


def difference(sheet: ScoreSheet, rows: Sequence[SourceRow], lang: str) -> str:
    """The source from which the winner has most beyond the second; nothing, if nobody won alone by points."""
    result = sheet.result
    if result is None or len(result.winners) != 1 or len(result.ranking) < 2 or not rows:  # noqa: PLR2004 - a second
        return ""
    if result.tie_break is not None:
        return ""
    winner = result.winners[0]
    second = min((rank for rank in result.ranking if rank.seat != winner), key=lambda rank: rank.place).seat
    row = max(rows, key=lambda row: row.points[winner] - row.points[second])
    more = row.points[winner] - row.points[second]
    if more <= 0:
        return ""
    return said("scores.difference", lang, {"source": row.text, "more": more, "name": sheet.players[second]})
