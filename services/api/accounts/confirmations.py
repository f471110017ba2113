"""Mail addresses are confirmed before anything else is sent to them: the link in one mail proves who reads it.

How many such mails go out is limited by mailbox, by account and by the caller's network address, so that nobody can
have a stranger's mailbox filled.
"""

from typing import Any

import structlog
from litestar import Request, Response, post, put
from litestar.background_tasks import BackgroundTask
from litestar.di import NamedDependency
from litestar.params import FromPath

from domain.kernel.errors import ActaError
from services.identity.account_deps import AccountDeps, SendMail, confirmation_link
from services.api.accounts.mails import confirmation_mail
from services.api.accounts.schemas import ConfirmationAsked
from services.api.openapi import CALLER, LOGGED_IN, PATH, problems
from services.identity.callers import caller, session_only
from services.identity.limits import (
    CONFIRMATION_PER_ACCOUNT,
    CONFIRMATION_PER_ADDRESS,
    CONFIRMATION_PER_MAILBOX,
    LOG_IN_PER_ADDRESS,
)
from services.identity.middleware import IGNORES_CREDENTIALS
from services.problems import MAIL_UNAVAILABLE, NOTHING_TO_CONFIRM, TOO_MANY_REQUESTS, ProblemError
from services.store.accounts import Account


@post(
    "/api/v1/me/email/confirmations",
    tags=["accounts"],
    summary="Ask for another mail that confirms your address",
    description="One was sent when you gave the address. A mailbox gets one such mail in six hours.",
    status_code=202,
    guards=[session_only],
    security=LOGGED_IN,
    responses=problems(*CALLER, NOTHING_TO_CONFIRM, TOO_MANY_REQUESTS, MAIL_UNAVAILABLE),
)
async def ask_for_confirmation(
    request: Request[Any, Any, Any], account_deps: NamedDependency[AccountDeps]
) -> Response[ConfirmationAsked]:
    stored = await account_deps.accounts.stored.of(caller(request).user_id)
    if stored is None or not stored.account.email or stored.account.mailbox:
        raise ProblemError(NOTHING_TO_CONFIRM)
    if account_deps.send_mail is None:
        raise ProblemError(MAIL_UNAVAILABLE)
    await _count(request, account_deps, stored.account)
    task = BackgroundTask(_send, account_deps, account_deps.send_mail, stored.account)
    return Response(ConfirmationAsked(), background=task)


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
    await account_deps.limits.count_address(LOG_IN_PER_ADDRESS, request)
    await account_deps.accounts.confirm_email(secret)


async def confirmation_of(
    request: Request[Any, Any, Any], account_deps: AccountDeps, account: Account
) -> BackgroundTask | None:
    """The mail that asks the owner of a new address, if the limits allow one more; its lack refuses nothing."""
    send_mail = account_deps.send_mail
    if send_mail is None or not account.email or account.mailbox:
        return None
    try:
        await _count(request, account_deps, account)
    except ProblemError:
        return None
    return BackgroundTask(_send, account_deps, send_mail, account)


async def _count(request: Request[Any, Any, Any], account_deps: AccountDeps, account: Account) -> None:
    limits = account_deps.limits
    await limits.count_account(CONFIRMATION_PER_ACCOUNT, account.user_id)
    await limits.count_account(CONFIRMATION_PER_MAILBOX, _mailbox(account.email))
    await limits.count_address(CONFIRMATION_PER_ADDRESS, request)


def _mailbox(email: str) -> str:
    """What addresses of one mailbox share: neither case nor what stands behind a plus makes it another one."""
    name, _, host = email.casefold().partition("@")
    return f"{name.partition('+')[0]}@{host}"


async def _send(account_deps: AccountDeps, send_mail: SendMail, account: Account) -> None:
    try:
        secret = await account_deps.accounts.confirmation_token(account)
        server = account_deps.public_url
        mail = confirmation_mail(account.name, server, confirmation_link(server, secret))
        await send_mail(account.email, mail.subject, mail.text)
    except ActaError as error:  # the answer has gone out already; the person may ask for another mail at once
        structlog.get_logger().error("confirmation_mail_failed", error=type(error.__cause__ or error).__name__)
        await account_deps.limits.forgive_account(CONFIRMATION_PER_MAILBOX, _mailbox(account.email))
