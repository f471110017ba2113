"""What the record of a game proves, as its reader may see it: the same check as `acta verify`, in words."""

from collections.abc import Sequence
from typing import NamedTuple

from domain.kernel import proof
from domain.kernel.envelope import Record
from domain.kernel.errors import BadRecord
from domain.kernel.ids import GameId
from domain.kernel.proof import Failure, Report, Statement, Verdict
from domain.kernel.words import Catalogue
from services.cache import Cache
from services.queries.queries import Queries, ReadRequest
from services.queries.readers import reader_of_log
from services.queries.redaction import visible_record
from services.queries.tables import requested_table

_WORDS = Catalogue.load("domain.kernel")
_MOST = 128


class BrokenLine(NamedTuple):
    """A line that does not hold: in the reader's words, and exactly, in English."""

    version: int
    told: str
    reason: str


class ToldVerdict(NamedTuple):
    """The verdict, and what it rests on."""

    verdict: Verdict
    over: bool
    version: int
    head: str
    proven: Sequence[str]
    unproven: Sequence[str]
    failures: Sequence[BrokenLine]


class Verdicts:
    """Checks records. Of a game that is over the same record has the same verdict, which is remembered."""

    def __init__(self) -> None:
        """Nothing is checked yet."""
        self._known: Cache[tuple[GameId, str], Report] = Cache(_MOST)

    async def read(self, queries: Queries, request: ReadRequest, lang: str, players: Sequence[str]) -> ToldVerdict:
        """Check the log of a game, as far as it is open to the caller; tell it by the players' names."""
        async with requested_table(queries, request) as newest:
            table, version, place = newest.match.table.copy(), newest.version, (newest.game_id, newest.head)
        report = self._known.get(place)
        if report is None:
            reader = reader_of_log(table, request.user)
            records = await queries.tables.store.read(place[0], limit=version)
            seen = [visible_record(record, reader) for record in records]
            report = await queries.long_reads.run(len(seen), lambda: _checked(seen, queries))
            if table.over:
                self._known.put(place, report)
        return _answer(report, lang, players)


def _checked(records: Sequence[Record], queries: Queries) -> Report:
    try:
        return proof.verify(records, queries.tables.registry)
    except BadRecord as error:
        return Report(failures=[Failure(error.version, error.reason)])


def _answer(report: Report, lang: str, players: Sequence[str]) -> ToldVerdict:
    def told(statements: Sequence[Statement]) -> list[str]:
        return [_WORDS.say(f"proof.{one.key}", one.args, lang=lang, players=players) for one in statements]

    return ToldVerdict(
        verdict=report.verdict,
        over=report.over,
        version=report.version,
        head=report.head,
        proven=told(report.proven),
        unproven=told(report.unproven),
        failures=[
            BrokenLine(one.version, _WORDS.say(f"proof.broken.{one.check}", {}, lang=lang), one.reason)
            for one in report.failures
        ],
    )
