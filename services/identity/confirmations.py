"""Mail addresses are confirmed before anything else is sent to them: the link in one mail proves who reads it.

How many such mails go out is limited by mailbox, by account and by the caller's network address, so that nobody can
have a stranger's mailbox filled.
"""

import structlog
from litestar.background_tasks import BackgroundTask

from domain.kernel.errors import ActaError
from services.identity.account_deps import AccountDeps, SendMail, confirmation_link
from services.identity.cookies import Connection
from services.identity.language import language_of
from services.identity.limits import CONFIRMATION_PER_ACCOUNT, CONFIRMATION_PER_ADDRESS, CONFIRMATION_PER_MAILBOX
from services.identity.mails import confirmation_mail
from services.problems import MAIL_UNAVAILABLE, NOTHING_TO_CONFIRM, ProblemError
from services.store.accounts import Account


async def asked_confirmation(connection: Connection, account_deps: AccountDeps, account: Account) -> BackgroundTask:
    """The mail that somebody asks for, or a refusal."""
    if not account.email or account.mailbox:
        raise ProblemError(NOTHING_TO_CONFIRM)
    if account_deps.send_mail is None:
        raise ProblemError(MAIL_UNAVAILABLE)
    await _count(connection, account_deps, account)
    language = language_of(connection, await account_deps.accounts.stored.language(account.user_id))
    return BackgroundTask(_send, account_deps, account_deps.send_mail, account, language)


async def confirmation_of(connection: Connection, account_deps: AccountDeps, account: Account) -> BackgroundTask | None:
    """The mail that asks the owner of a new address, if the limits allow one more; its lack refuses nothing."""
    try:
        return await asked_confirmation(connection, account_deps, account)
    except ProblemError:
        return None


async def _count(connection: Connection, account_deps: AccountDeps, account: Account) -> None:
    limits = account_deps.limits
    await limits.count_account(CONFIRMATION_PER_ACCOUNT, account.user_id)
    await limits.count_account(CONFIRMATION_PER_MAILBOX, _mailbox(account.email))
    await limits.count_address(CONFIRMATION_PER_ADDRESS, connection)


def _mailbox(email: str) -> str:
    """What addresses of one mailbox share: neither case nor what stands behind a plus makes it another one."""
    name, _, host = email.casefold().partition("@")
    return f"{name.partition('+')[0]}@{host}"


async def _send(account_deps: AccountDeps, send_mail: SendMail, account: Account, lang: str) -> None:
    try:
        secret = await account_deps.accounts.confirmation_token(account)
        server = account_deps.public_url
        mail = confirmation_mail(account.name, server, confirmation_link(server, secret), lang)
        await send_mail(account.email, mail.subject, mail.text)
    except ActaError as error:  # the answer has gone out already; the person may ask for another mail at once
        structlog.get_logger().error("confirmation_mail_failed", error=type(error.__cause__ or error).__name__)
        await account_deps.limits.forgive_account(CONFIRMATION_PER_MAILBOX, _mailbox(account.email))
