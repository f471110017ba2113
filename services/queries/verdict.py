"""What the record of a game proves, as its reader may see it: the same check as `acta verify`, in words."""

from collections import OrderedDict
from collections.abc import Sequence
from typing import NamedTuple

from domain.kernel import proof
from domain.kernel.envelope import Record
from domain.kernel.errors import BadRecord
from domain.kernel.ids import GameId
from domain.kernel.proof import Failure, Report, Statement, Verdict
from domain.kernel.words import Catalogue
from services.queries.readers import reader_of_log
from services.queries.redaction import visible_record
from services.queries.sources import ReadRequest, Sources
from services.queries.tables import requested_table

_WORDS = Catalogue.load("domain.kernel")
_MOST_KEPT = 128


class Broken(NamedTuple):
    """A line that does not hold: in the reader's words, and exactly, in English."""

    version: int
    told: str
    reason: str


class VerdictAnswer(NamedTuple):
    """The verdict, and what it rests on."""

    verdict: Verdict
    over: bool
    version: int
    head: str
    proven: Sequence[str]
    unproven: Sequence[str]
    failures: Sequence[Broken]


class Verdicts:
    """Checks records. Of a game that is over the same record has the same verdict, which is remembered."""

    def __init__(self) -> None:
        """Nothing is checked yet."""
        self._known: OrderedDict[tuple[GameId, str], Report] = OrderedDict()

    async def read(self, sources: Sources, asked: ReadRequest, lang: str, players: Sequence[str]) -> VerdictAnswer:
        """Check the log of a game, as far as it is open to the caller; tell it by the players' names."""
        async with requested_table(sources, asked) as newest:
            table, version, place = newest.match.table.copy(), newest.version, (newest.game_id, newest.head)
        report = self._known.get(place)
        if report is None:
            reader = reader_of_log(table, asked.user)
            records = await sources.tables.store.read(place[0], limit=version)
            seen = [visible_record(record, reader) for record in records]
            report = await sources.long_reads.run(len(seen), lambda: _checked(seen, sources))
            if table.over:
                self._keep(place, report)
        return _answer(report, lang, players)

    def _keep(self, place: tuple[GameId, str], report: Report) -> None:
        self._known[place] = report
        while len(self._known) > _MOST_KEPT:
            self._known.popitem(last=False)


def _checked(records: Sequence[Record], sources: Sources) -> Report:
    try:
        return proof.verify(records, sources.tables.registry)
    except BadRecord as error:
        return Report(failures=[Failure(error.version, error.reason)])


def _answer(report: Report, lang: str, players: Sequence[str]) -> VerdictAnswer:
    def told(statements: Sequence[Statement]) -> list[str]:
        return [_WORDS.say(f"proof.{one.key}", one.args, lang=lang, players=players) for one in statements]

    return VerdictAnswer(
        verdict=report.verdict,
        over=report.over,
        version=report.version,
        head=report.head,
        proven=told(report.proven),
        unproven=told(report.unproven),
        failures=[
            Broken(one.version, _WORDS.say(f"proof.broken.{one.check}", {}, lang=lang), one.reason)
            for one in report.failures
        ],
    )
