"""The ways in: sign-up, log-in and lost passwords, with the limits that protect them. API and pages go them alike."""

import structlog
from litestar.background_tasks import BackgroundTask
from litestar.datastructures import Cookie

from domain.kernel.errors import ActaError
from domain.kernel.ids import UserId
from services.identity.account_deps import AccountDeps, SendMail, reset_link
from services.identity.confirmations import confirmation_of
from services.identity.cookies import Connection
from services.identity.language import language_of
from services.identity.limits import (
    GUEST_PER_ADDRESS,
    LOG_IN_PER_ACCOUNT,
    LOG_IN_PER_ADDRESS,
    LOG_IN_PER_DEVICE,
    RESET_PER_ACCOUNT,
    RESET_PER_ADDRESS,
    SIGN_UP_PER_ADDRESS,
)
from services.identity.mails import reset_mail
from services.problems import MAIL_UNAVAILABLE, ProblemError
from services.store.accounts import LoggedIn, NewAccount
from services.store.accounts.names import name_key


async def sign_up(
    connection: Connection, account_deps: AccountDeps, wanted: NewAccount
) -> tuple[LoggedIn, BackgroundTask | None]:
    """Make an account; the mail that confirms its address is sent after the answer."""
    account_deps.free_space.require()
    await account_deps.limits.count_address(SIGN_UP_PER_ADDRESS, connection)
    made = await account_deps.accounts.sign_up(wanted)
    return made, None if made.repeated else await confirmation_of(connection, account_deps, made.account)


async def welcome_guest(connection: Connection, account_deps: AccountDeps) -> tuple[LoggedIn, Cookie]:
    """Make a guest, and the cookie without which nobody is that guest."""
    account_deps.free_space.require()
    await account_deps.limits.count_address(GUEST_PER_ADDRESS, connection)
    made = await account_deps.accounts.welcome_guest()
    return made, account_deps.cookie.holding(connection, made.token, guest=True)


async def claim(
    connection: Connection, account_deps: AccountDeps, guest: UserId, wanted: NewAccount
) -> tuple[LoggedIn, BackgroundTask | None]:
    """Make a guest a person; the games of the guest stay."""
    await account_deps.limits.count_address(SIGN_UP_PER_ADDRESS, connection)
    made = await account_deps.accounts.claim(guest, wanted)
    return made, await confirmation_of(connection, account_deps, made.account)


async def log_in(
    connection: Connection, account_deps: AccountDeps, name: str, password: str
) -> tuple[LoggedIn, list[Cookie]]:
    """Open a session; the cookies hold it, and mark the device as known."""
    limits, key = account_deps.limits, name_key(name)
    await limits.count_address(LOG_IN_PER_ADDRESS, connection)
    device = await account_deps.devices.device_of(connection, key)
    counted = (LOG_IN_PER_ACCOUNT, key) if device is None else (LOG_IN_PER_DEVICE, device)
    await limits.count_account(*counted)
    opened = await account_deps.accounts.log_in(name, password)
    await limits.forgive_account(*counted)
    held = account_deps.cookie.holding(connection, opened.token)
    return opened, [held, await account_deps.devices.marked(connection, key)]


async def ask_for_reset(connection: Connection, account_deps: AccountDeps, name: str) -> BackgroundTask:
    """The mail with a link to set a new password.

    It is sent after the answer, so that the answer's time does not tell whether there is such an account.
    """
    if account_deps.send_mail is None:
        raise ProblemError(MAIL_UNAVAILABLE)
    await account_deps.limits.count_address(RESET_PER_ADDRESS, connection)
    await account_deps.limits.count_account(RESET_PER_ACCOUNT, name_key(name))
    return BackgroundTask(_send_reset, connection, account_deps, account_deps.send_mail, name)


async def reset_password(connection: Connection, account_deps: AccountDeps, secret: str, password: str) -> None:
    """Set a new password by a link."""
    await account_deps.limits.count_address(LOG_IN_PER_ADDRESS, connection)
    await account_deps.accounts.reset_password(secret, password)


async def confirm_email(connection: Connection, account_deps: AccountDeps, secret: str) -> None:
    """Confirm a mail address by a link."""
    await account_deps.limits.count_address(LOG_IN_PER_ADDRESS, connection)
    await account_deps.accounts.confirm_email(secret)


async def _send_reset(connection: Connection, account_deps: AccountDeps, send_mail: SendMail, name: str) -> None:
    try:
        stored = await account_deps.accounts.stored.named(name)
        if stored is None or stored.account.mailbox is None:
            return
        account, secret = await account_deps.accounts.reset_token(name)
        language = language_of(connection, await account_deps.accounts.stored.language(account.user_id))
        mail = reset_mail(account.name, reset_link(account_deps.public_url, secret), language)
        await send_mail(stored.account.mailbox, mail.subject, mail.text)
    except ActaError as error:  # the answer has gone out already; a person who waits for the mail will ask again
        cause = type(error.__cause__ or error).__name__
        structlog.get_logger().error("reset_mail_failed", error=cause)
