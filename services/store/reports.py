"""Reports of table talk for the admins. A report keeps its own copy of what was said: removing a line is no way out."""

from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from domain.kernel.errors import NotFound
from domain.kernel.ids import GameId, UserId
from services.free_text import REASON, REMARK
from services.store.client import Client
from services.store.keys import KeyKind
from services.store.redis_errors import reading, writing
from services.store.scripts import Script

_IDS, _BODIES, _VERDICTS, _OPEN, _SETTLED = (
    KeyKind.REPORTS.key(report_part=part) for part in ("ids", "bodies", "verdicts", "open", "settled")
)


class TalkReport(msgspec.Struct, frozen=True, kw_only=True):
    """What somebody reported: a line as it was said then, and why."""

    at: str
    reporter: UserId
    reason: str
    game: GameId
    line: int
    author: UserId
    text: str


class Verdict(msgspec.Struct, frozen=True, kw_only=True):
    """How an admin settled a report."""

    at: str
    admin: UserId
    removed: bool
    note: str


class Filed(NamedTuple):
    """A report with its number, and the verdict if there is one."""

    number: int
    report: TalkReport
    verdict: Verdict | None


class Reports:
    """Keeps reports until they are settled, and then too."""

    def __init__(self, client: Client) -> None:
        """Keep them in a slot of their own."""
        self._client = client
        self._file = Script("reports_file", "moving")
        self._settle = Script("reports_settle", "moving")

    async def file(self, report: TalkReport) -> int:
        """Keep a report; a line that one person reports twice is reported once."""
        REASON.checked(report.reason)
        what = f"{report.game}/{report.line}/{report.reporter}"
        with writing():
            number = await self._file.run(self._client, [_IDS, _BODIES, _OPEN], [what, msgspec.json.encode(report)])
        return int(number)

    async def settle(self, number: int, verdict: Verdict) -> Filed:
        """Settle a report; the first verdict stands."""
        REMARK.checked(verdict.note)
        with writing():
            await self._settle.run(self._client, [_OPEN, _SETTLED, _VERDICTS], [number, msgspec.json.encode(verdict)])
        return await self.get(number)

    async def get(self, number: int) -> Filed:
        """One report, or `NotFound`."""
        found = await self._filed([str(number)])
        if not found:
            raise NotFound(number)
        return found[0]

    async def page(self, after: int, limit: int, *, settled: bool) -> list[Filed]:
        """Reports after a number, the oldest first."""
        with reading():
            numbers = await self._client.zrangebyscore(_SETTLED if settled else _OPEN, f"({after}", "+inf", 0, limit)
        return await self._filed([number.decode() for number in numbers])

    async def _filed(self, numbers: Sequence[str]) -> list[Filed]:
        if not numbers:
            return []
        with reading():
            bodies = await self._client.hmget(_BODIES, numbers)
            verdicts = await self._client.hmget(_VERDICTS, numbers)
        return [
            Filed(int(number), msgspec.json.decode(body, type=TalkReport), _verdict(verdict))
            for number, body, verdict in zip(numbers, bodies, verdicts, strict=True)
            if body is not None
        ]


def _verdict(text: bytes | None) -> Verdict | None:
    return None if text is None else msgspec.json.decode(text, type=Verdict)
