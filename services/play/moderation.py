"""Settling a report of table talk."""

from services.store.reports import Filed, Reports, Verdict
from services.store.talk import Talk


async def settle(talk: Talk, reports: Reports, number: int, verdict: Verdict) -> Filed:
    """Settle a report, and remove its line if the verdict says so. The first verdict on a report stands."""
    found = await reports.get(number)
    if verdict.removed and found.verdict is None:
        await talk.remove(found.report.game, found.report.line, verdict.admin, verdict.at)
    return await reports.settle(number, verdict)
