"""Settling a report of table talk."""

from services.bootstrap import Services
from services.store.reports import Filed, Verdict


async def settle(services: Services, number: int, verdict: Verdict) -> Filed:
    """Settle a report, and remove its line if the verdict says so. The first verdict on a report stands."""
    found = await services.reports.get(number)
    if found.verdict is None:
        await services.audit.note(verdict.admin, "settle_report", found.report.author, verdict.note)
        if verdict.removed:
            await services.talk.remove(found.report.game, found.report.line, verdict.admin, verdict.at)
    return await services.reports.settle(number, verdict)
