"""Everything that Acta keeps about a person, for that person alone: one file to read and to take along.

It holds no secret that could act for anybody, and of other people only what this person has done about them.
"""

from collections.abc import AsyncIterator
from typing import Any
from urllib.parse import urlsplit

import msgspec

from domain.kernel.clock import written
from domain.kernel.ids import UserId
from projections import lobby
from projections.rows import ModelKey
from services.accounts import Account, Credential
from services.foundation import Services
from services.notices.outbox import Outbox, StoredDelivery
from services.store.accounts import Accounts
from services.store.reports import Reports, TalkReport

_PAGE = 100


class OwnGame(msgspec.Struct, frozen=True, kw_only=True):
    """A table of a person: the log itself is what `export` gives, since others played it too."""

    game_id: str
    game: str
    status: str
    title: str
    seats: list[int]
    export: str
    notes: str | None
    draft: list[dict[str, Any]]
    plan: list[list[dict[str, Any]]]
    """The choices of each alternative of the planned turn."""
    said: list[dict[str, Any]]


class OwnData(msgspec.Struct, frozen=True, kw_only=True):
    """All of it."""

    account: dict[str, Any]
    settings: dict[str, Any]
    away: list[list[str]]
    muted_people: list[str]
    muted_games: list[str]
    credentials: list[dict[str, Any]]
    chat_accounts: list[dict[str, Any]]
    browsers: list[dict[str, Any]]
    """Those that show notices: since when, and by whose service; the rest of the address would let others send some."""
    webhooks: list[dict[str, Any]]
    games: list[OwnGame]
    deliveries: list[dict[str, Any]]
    reports: list[dict[str, Any]]
    admin_acts: list[dict[str, str]]
    """What admins did to the account; why is theirs to tell."""


async def own_data(services: Services, accounts: Accounts, account: Account) -> OwnData:
    """What is kept about the owner of an account."""
    user = account.user_id
    held = await accounts.credentials.held_by(user, ("session", "personal", "feed", "reset", "confirmation"))
    return OwnData(
        account=_plain(account) | {"created_at": written(account.created_at)},
        settings=_plain(await services.notices.preferences.of(user)),
        away=[[written(at) for at in span] for span in await services.people.vacations.of(user)],
        muted_people=sorted(await services.talk.mutes.of(user)),
        muted_games=[*await services.notices.preferences.muted(user)],
        credentials=[_credential(one) for one in held],
        chat_accounts=[_plain(one) for one in await services.chat.links.accounts_of(user)],
        browsers=[
            {"service": urlsplit(one.endpoint).hostname, "at": written(one.created)}
            for one in await services.notices.push_subscriptions.of(user)
        ],
        webhooks=[
            {
                "id": one.id,
                "url": one.url,
                "events": one.events,
                "game_id": one.game,
                "at": written(one.created),
            }
            for one in await services.notices.webhooks.of(user)
        ],
        games=[game async for game in _games(services, user)],
        deliveries=[_plain(delivery) async for delivery in _deliveries(services.notices.outbox, user)],
        reports=[_plain(report) async for report in _reports(services.talk.reports, user)],
        admin_acts=[{"at": entry.at, "act": entry.act} for entry in await services.server.audit.about(user)],
    )


def _plain(value: object) -> dict[str, Any]:
    plain: dict[str, Any] = msgspec.to_builtins(value)
    return plain


def _credential(one: Credential) -> dict[str, Any]:
    times = {name: written(getattr(one, name)) for name in ("created_at", "last_used_at", "expires_at")}
    return {"id": one.id, "kind": one.kind, "name": one.name, "scopes": one.scopes, **times}


async def _games(services: Services, user: UserId) -> AsyncIterator[OwnGame]:
    async for _, row in services.models.walk(ModelKey(lobby.MODEL, user), lobby.LobbyRow):
        draft = await services.people.drafts.get(row.game_id, user)
        plan = await services.people.plans.get(row.game_id, user)
        lines = await services.talk.lines.read(row.game_id, 0)
        yield OwnGame(
            game_id=row.game_id,
            game=row.game,
            status=row.status,
            title=row.title,
            seats=[number for number, seat in enumerate(row.seats) if seat.user == user],
            export=f"{services.settings.address}/api/v1/games/{row.game_id}/export",
            notes=await services.people.notes.get(row.game_id, user),
            draft=[*draft.commands] if draft else [],
            plan=[[step.command for step in steps] for steps in plan.alternatives] if plan else [],
            said=[
                {"number": line.number, "at": line.at, "text": line.text}
                for line in lines
                if line.user == user and line.removes is None
            ],
        )


async def _deliveries(outbox: Outbox, user: UserId) -> AsyncIterator[StoredDelivery]:
    cursor: str | None = None
    while True:
        page = await outbox.page(user, cursor, _PAGE)
        for delivery in page.rows:
            yield delivery
        cursor = page.next
        if cursor is None:
            return


async def _reports(reports: Reports, user: UserId) -> AsyncIterator[TalkReport]:
    """The lines that this person has reported."""
    for settled in (False, True):
        after = 0
        while page := await reports.page(after, _PAGE, settled=settled):
            for filed in page:
                if filed.report.reporter == user:
                    yield filed.report
            after = page[-1].number
