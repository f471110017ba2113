"""The caller's own account: name, password, mail address, sessions, its data and its end."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from domain.kernel.errors import NotFound
from services.accounts import Account, Kind, LoggedIn
from services.acts.acts import Acts
from services.acts.ask import Ask
from services.acts.asking import act
from services.acts.confirmations import request_confirmation
from services.acts.departures import leave_games
from services.identity.access import LOGGED_IN, SESSION
from services.identity.limits import OWN_DATA_PER_ACCOUNT, PROOF_PER_ACCOUNT, RENAME_PER_ACCOUNT
from services.identity.visitors import Visitor
from services.queries.own_data import OwnData, own_data

LISTED: tuple[Kind, ...] = ("session", "personal")
"""What acts for somebody and is listed for them."""


@asynccontextmanager
async def _proving(acts: Acts, ask: Ask) -> AsyncIterator[None]:
    """Count what needs the password, until it was the right one."""
    await acts.limits.count_account(PROOF_PER_ACCOUNT, ask.user)
    yield
    await acts.limits.forgive_account(PROOF_PER_ACCOUNT, ask.user)


@act(SESSION)
async def change_name(acts: Acts, ask: Ask, password: str, name: str) -> Account:
    """Take another name; the old one leads here for a while."""
    async with _proving(acts, ask):
        await acts.limits.count_account(RENAME_PER_ACCOUNT, ask.user)
        return await acts.accounts.rename(ask.user, password, name)


@act(SESSION, room=False)
async def change_password(acts: Acts, ask: Ask, password: str, new: str, *, everywhere: bool) -> LoggedIn:
    """Set another password: every other session ends, and all other access if that is wanted."""
    async with _proving(acts, ask):
        return await acts.accounts.change_password(ask.user, password, new, everywhere=everywhere)


@act(SESSION)
async def change_email(acts: Acts, ask: Ask, visitor: Visitor, password: str, email: str) -> None:
    """Give another mail address, or none; a new one has to be confirmed."""
    async with _proving(acts, ask):
        account = await acts.accounts.change_email(ask.user, password, email)
    await request_confirmation(acts, visitor, account)


@act(SESSION, room=False)
async def delete_account(acts: Acts, ask: Ask, password: str) -> None:
    """End the account. The person goes: name, address, settings, notes. What was played stays, and its proof."""
    await acts.limits.count_account(PROOF_PER_ACCOUNT, ask.user)
    account = await acts.accounts.proven(ask.user, password)
    await leave_games(acts.services, account.user_id)
    await acts.accounts.stored.delete(account)


@act(SESSION, room=False)
async def export_data(acts: Acts, ask: Ask) -> OwnData:
    """A copy of everything that is kept about the caller."""
    await acts.limits.count_account(OWN_DATA_PER_ACCOUNT, ask.user)
    stored = await acts.accounts.stored.of(ask.user)
    if stored is None:
        raise NotFound
    return await own_data(acts.services, acts.accounts, stored.account)


@act(LOGGED_IN, room=False)
async def log_out(acts: Acts, ask: Ask) -> None:
    """End the session, or the personal token, that was shown."""
    await acts.accounts.credentials.revoke(ask.user, [ask.caller.kind], ask.caller.credential_id)


@act(SESSION, room=False)
async def log_out_everywhere(acts: Acts, ask: Ask) -> None:
    """End every session of the account."""
    await acts.accounts.credentials.revoke(ask.user, ["session"])


@act(SESSION, room=False)
async def end_token(acts: Acts, ask: Ask, token_id: str) -> None:
    """End a session or a personal token."""
    if not await acts.accounts.credentials.revoke(ask.user, LISTED, token_id):
        raise NotFound(token_id)
