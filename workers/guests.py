"""Forgets guests who have not come back: they leave their tables, and their accounts go."""

import structlog

from services.accounts import milliseconds
from services.acts.departures import leave_games
from services.foundation import Services
from services.store.accounts.credentials import Credentials
from services.store.accounts.guests import Guests
from services.store.accounts.rights_changes import RightsChanges
from services.store.client import giving_bytes

_log = structlog.get_logger()


async def forget_guests(services: Services) -> int:
    """Forget those whose time is over, a few at a time."""
    client, stored = giving_bytes(services.client), services.accounts
    guests = Guests(client, stored, Credentials(client, milliseconds, RightsChanges()), milliseconds)
    gone = await guests.gone()
    for account in gone:
        await leave_games(services, account.user_id)
        await stored.delete(account)
        await guests.forget(account.user_id)
    if gone:
        _log.info("guests_forgotten", number=len(gone))
    return len(gone)
