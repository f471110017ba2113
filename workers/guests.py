"""Forgets guests who have not come back: they leave their tables, and their accounts go."""

import structlog

from services import bootstrap
from services.identity.departures import leave_games

_log = structlog.get_logger()


async def forget_guests(services: bootstrap.Services) -> int:
    """Forget those whose time is over, a few at a time."""
    stored, guests = bootstrap.stored_accounts(services), bootstrap.guests(services)
    gone = await guests.gone()
    for account in gone:
        await leave_games(services, account.user_id)
        await stored.delete(account)
        await guests.forget(account.user_id)
    if gone:
        _log.info("guests_forgotten", number=len(gone))
    return len(gone)
