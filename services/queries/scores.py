"""Why a seat has its points: the score ledger in words."""

from collections.abc import Sequence
from typing import Annotated

import msgspec
from msgspec import Meta

from domain.kernel.game import AnyGame
from services.queries.game import Unjudged
from services.queries.points_log import PointsLog
from services.queries.visible_log import VisibleLog
from services.story.ledger import LedgerEntry, entries_of, totals


class TermAnswer(msgspec.Struct):
    """A summand: its points, and what they are for."""

    points: int
    label: str
    args: dict[str, int | str]
    text: str


class EntryAnswer(msgspec.Struct):
    version: int
    seat: int
    points: int
    source: str
    text: str
    detail: list[TermAnswer]


class ScoresAnswer(msgspec.Struct):
    version: int
    you: Annotated[int | None, Meta(description="Your seat, if you have one.")]
    players: Annotated[list[str], Meta(description="Their names, by seat.")]
    totals: Annotated[list[int], Meta(description="The sums of the entries, by seat: the scores.")]
    entries: list[EntryAnswer]
    unjudged: Unjudged


async def read_scores(log: VisibleLog, at: int | None, lang: str) -> ScoresAnswer:
    """The ledger, up to a version if one is asked for."""
    until = log.up_to(at)
    points = await log.points()
    entries = entries_of(points.up_to(until))
    new = sum((lang, entry.version) not in points.told for entry in entries)
    return ScoresAnswer(
        version=until,
        you=log.seat,
        players=await log.players(lang),
        totals=totals(entries, len(log.table.chairs)),
        entries=await log.queries.long_reads.run(new, lambda: _told(log.game, points, entries, lang)),
        unjudged=log.unjudged,
    )


def _told(game: AnyGame, points: PointsLog, entries: Sequence[LedgerEntry], lang: str) -> list[EntryAnswer]:
    """The entries in words; those that were told before are not told anew."""
    for entry in entries:
        if (lang, entry.version) not in points.told:
            points.told[lang, entry.version] = in_words(game, entry, lang)
    return [points.told[lang, entry.version] for entry in entries]


def in_words(game: AnyGame, entry: LedgerEntry, lang: str) -> EntryAnswer:
    """An entry of the ledger with its source and its arithmetic in words."""
    detail = [
        TermAnswer(term.points, term.label, term.args, game.words.term(term.label, term.args, entry.source, lang))
        for term in entry.detail
    ]
    source = game.words.name(entry.source, lang)
    return EntryAnswer(entry.version, entry.seat, entry.points, entry.source, source, detail)
