"""Confirming a mail address over HTTP: `services.identity.confirmations` says how and why."""

from typing import Any

from litestar import Request, Response, post, put
from litestar.di import NamedDependency
from litestar.params import FromPath

from services.api.accounts.schemas import ConfirmationAsked
from services.api.openapi import CALLER, PATH, SESSION, needs, problems
from services.identity import log_ins
from services.identity.account_deps import AccountDeps
from services.identity.callers import caller, session_only
from services.identity.confirmations import asked_confirmation
from services.identity.language import language_of
from services.identity.mails import on_its_way
from services.identity.middleware import IGNORES_CREDENTIALS
from services.problems import MAIL_UNAVAILABLE, NOTHING_TO_CONFIRM, TOO_MANY_REQUESTS, ProblemError


@post(
    "/api/v1/me/email/confirmations",
    tags=["accounts"],
    summary="Ask for another mail that confirms your address",
    description="One was sent when you gave the address. A mailbox gets one such mail in six hours.",
    status_code=202,
    guards=[session_only],
    security=needs(SESSION),
    responses=problems(*CALLER, NOTHING_TO_CONFIRM, TOO_MANY_REQUESTS, MAIL_UNAVAILABLE),
)
async def ask_for_confirmation(
    request: Request[Any, Any, Any], account_deps: NamedDependency[AccountDeps]
) -> Response[ConfirmationAsked]:
    stored = await account_deps.accounts.stored.of(caller(request).user_id)
    if stored is None:
        raise ProblemError(NOTHING_TO_CONFIRM)
    task = await asked_confirmation(request, account_deps, stored.account)
    return Response(ConfirmationAsked(on_its_way("confirmation", language_of(request))), background=task)


@put(
    "/api/v1/email-confirmations/{secret:str}",
    tags=["accounts"],
    summary="Confirm a mail address by a link",
    description="From now on the account's mail is sent there.",
    status_code=204,
    opt={IGNORES_CREDENTIALS: True},
    responses=problems(*PATH, TOO_MANY_REQUESTS),
)
async def confirm_email(
    request: Request[Any, Any, Any], account_deps: NamedDependency[AccountDeps], secret: FromPath[str]
) -> None:
    await log_ins.confirm_email(request, account_deps, secret)
