"""Deleting the own account. The person goes: name, address, settings, notes. The games stay, and their proof."""

from typing import Any

from litestar import Request, post
from litestar.di import NamedDependency
from litestar.params import JSONBody, SkipValidation

from services.api.accounts.me import PROOF
from services.api.accounts.schemas import Deletion
from services.api.openapi import SESSION, needs, problems
from services.bootstrap import Services
from services.identity.account_deps import AccountDeps
from services.identity.callers import caller, session_only
from services.identity.departures import leave_games
from services.identity.limits import PROOF_PER_ACCOUNT


@post(
    "/api/v1/me/deletion",
    tags=["accounts"],
    summary="Delete your account",
    description="For good. Your name, your address, your settings, tokens and notes are deleted; you leave lobbies and "
    "resign running games. What you played stays, because others played it too; there you are somebody who has left.",
    status_code=204,
    guards=[session_only],
    security=needs(SESSION),
    responses=problems(*PROOF),
)
async def delete_account(
    request: Request[Any, Any, Any],
    account_deps: NamedDependency[AccountDeps],
    services: NamedDependency[SkipValidation[Services]],
    data: JSONBody[Deletion],
) -> None:
    principal = caller(request)
    await account_deps.limits.count_account(PROOF_PER_ACCOUNT, principal.user_id)
    account = await account_deps.accounts.proven(principal.user_id, data.password)
    await leave_games(services, account.user_id)
    await account_deps.accounts.stored.delete(account)


HANDLERS = [delete_account]
