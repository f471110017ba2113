"""What admins do: reports, people, invitations to the server, background jobs.

An act is noted in the audit before it is done, but for the making of an account, which nobody could name before.
"""

from collections.abc import Iterable
from typing import NamedTuple

from domain.kernel.clock import written
from domain.kernel.errors import NotFound
from domain.kernel.ids import UserId
from services.accounts import DAY, Account, Credential, Held, Issued
from services.acts.acts import Acts
from services.acts.ask import Ask
from services.acts.asking import act
from services.acts.departures import give_up_seats
from services.acts.job_queue import act_on_job
from services.acts.programs import once_of
from services.acts.secret_links import reset_link, sign_up_link
from services.free_text import escaped
from services.identity.access import ADMIN, OPERATOR, is_operator
from services.problems import FORBIDDEN, ProblemError
from services.store.accounts.credentials import NewCredential
from services.store.accounts.ids import is_user_id
from services.store.audit import AuditedAct, Entry
from services.store.keys import SERVER
from services.store.reports import Filed, Verdict

_LONGEST_JOB = 128


class ServerInvitation(NamedTuple):
    """An invitation to the server that was made, and the address to pass on, which is told once."""

    issued: Issued
    link: str


@act(ADMIN)
async def settle_report(acts: Acts, ask: Ask, number: int, *, remove: bool, note: str) -> Filed:
    """Settle a report, and remove its line if so wished. The first verdict on a report stands."""
    services, now = acts.services, written(acts.tables.now())
    verdict = Verdict(at=now, admin=ask.user, removed=remove, note=note)
    filed = await services.talk.reports.get(number)
    if filed.verdict is None:
        await services.server.audit.note(ask.user, "settle_report", filed.report.author, note)
        if remove:
            await services.talk.lines.remove(filed.report.game, filed.report.line, ask.user, now)
    return await services.talk.reports.settle(number, verdict)


@act(ADMIN)
async def invite(acts: Acts, ask: Ask, note: str, days: int | None = None) -> ServerInvitation:
    """Make an invitation, good for one account. A repeat gives the same one a new secret."""
    key, body = once_of(ask, ask.user)
    order = NewCredential(
        owner=SERVER,
        kind="invitation",
        name=note,
        lifetime=None if days is None else days * DAY,
        key=key,
        body=body,
    )
    await acts.services.server.audit.note(ask.user, "invite", note=note)
    issued = await acts.accounts.credentials.issue(order)
    return ServerInvitation(issued, sign_up_link(acts.public_url, issued.secret))


async def invitations(acts: Acts) -> list[Credential]:
    """The invitations that are good or were used, the newest first."""
    return await acts.accounts.credentials.held_by(SERVER, ["invitation"])


@act(ADMIN, room=False)
async def withdraw_invitation(acts: Acts, ask: Ask, invitation_id: str) -> None:
    """Take an invitation back."""
    if invitation_id not in {one.id for one in await invitations(acts)}:
        raise NotFound(invitation_id)
    await acts.services.server.audit.note(ask.user, "withdraw_invite", invitation_id)
    await acts.accounts.credentials.revoke(SERVER, ["invitation"], invitation_id)


@act(ADMIN, room=False)
async def log_out(acts: Acts, ask: Ask, name: str) -> Held:
    """End all access to an account that somebody else may be using; gives what there was."""
    account = await person(acts, name)
    await acts.services.server.audit.note(ask.user, "log_out", account.user_id)
    return await acts.accounts.access.end(account.user_id)


@act(ADMIN, room=False)
async def ban(acts: Acts, ask: Ask, name: str, why: str) -> None:
    """End everything that acts for an account at once, and give up its seats as if its owner had left for good.

    Whatever it holds stays, so that it can be unbanned; seats that were given up are not given back. Admins are the
    operator's business.
    """
    account = await person(acts, name)
    if account.admin and not is_operator(ask.caller):
        raise ProblemError(FORBIDDEN)
    if account.banned_at:
        return
    await acts.services.server.audit.note(ask.user, "ban", account.user_id, why)
    await acts.accounts.stored.ban(account.user_id, acts.tables.now())
    await give_up_seats(acts.services, account.user_id)
    await acts.services.notices.webhooks.forget(account.user_id)


@act(ADMIN, room=False)
async def unban(acts: Acts, ask: Ask, name: str) -> None:
    """Let somebody who was banned log in again."""
    account = await person(acts, name)
    if account.banned_at:
        await acts.services.server.audit.note(ask.user, "unban", account.user_id)
        await acts.accounts.stored.unban(account.user_id)


@act(ADMIN)
async def change_job(acts: Acts, ask: Ask, job: str, *, retry: bool) -> None:
    """Try a failed background job again, or forget one."""
    told = escaped(job[:_LONGEST_JOB])
    await acts.services.server.audit.note(ask.user, "retry_job" if retry else "drop_job", note=told)
    await act_on_job(acts.services.settings, job, retry=retry)


@act(OPERATOR)
async def create_admin(acts: Acts, ask: Ask, name: str) -> tuple[Account, str]:
    """Make an admin account; gives the link with which its owner sets a password within the hour."""
    account, secret = await acts.accounts.create_admin(name)
    await acts.services.server.audit.note(ask.user, "create", account.user_id)
    return account, reset_link(acts.public_url, secret)


@act(OPERATOR)
async def make_admin(acts: Acts, ask: Ask, name: str, *, admin: bool) -> Account:
    """Give an account the rights of admins, or take them away."""
    account = await _noted(acts, ask, "grant" if admin else "revoke", name)
    return await acts.accounts.make_admin(account.name, admin=admin)


@act(OPERATOR)
async def make_reset_link(acts: Acts, ask: Ask, name: str) -> tuple[Account, str]:
    """A link with which the owner of an account sets a new password, once and within the hour."""
    account, secret = await acts.accounts.reset_token((await _noted(acts, ask, "reset_link", name)).name)
    return account, reset_link(acts.public_url, secret)


def people_in(entries: Iterable[Entry]) -> set[UserId]:
    """The accounts that entries of the audit name."""
    return {UserId(user) for entry in entries for user in (entry.by, entry.on) if is_user_id(user)}


async def person(acts: Acts, name: str) -> Account:
    """The account of that name, or `NotFound`."""
    stored = await acts.accounts.stored.named(name)
    if stored is None:
        raise NotFound
    return stored.account


async def _noted(acts: Acts, ask: Ask, what: AuditedAct, name: str) -> Account:
    """The account of that name, to which something is about to be done."""
    account = await person(acts, name)
    await acts.services.server.audit.note(ask.user, what, account.user_id)
    return account
