"""Mail addresses are confirmed before anything else is sent to them: the link in one mail proves who reads it.

How many such mails go out is limited by mailbox, by account and by the caller's network address, so that nobody can
have a stranger's mailbox filled.
"""

from contextlib import suppress

import structlog

from domain.kernel.errors import ActaError
from services.accounts import Account
from services.acts.acts import Acts, SendMail
from services.acts.ask import Ask
from services.acts.asking import act, way_in
from services.acts.secret_links import confirmation_link
from services.identity.access import SESSION
from services.identity.language import spoken_as
from services.identity.limits import (
    CONFIRMATION_PER_ACCOUNT,
    CONFIRMATION_PER_ADDRESS,
    CONFIRMATION_PER_MAILBOX,
    LOG_IN_PER_ADDRESS,
)
from services.identity.mails import confirmation_mail
from services.identity.visitors import Visitor
from services.problems import MAIL_UNAVAILABLE, NOTHING_TO_CONFIRM, ProblemError


@act(SESSION)
async def ask_for_confirmation(acts: Acts, ask: Ask, visitor: Visitor) -> None:
    """Send another mail that confirms the caller's address."""
    stored = await acts.accounts.stored.of(ask.user)
    if stored is None:
        raise ProblemError(NOTHING_TO_CONFIRM)
    await _request(acts, visitor, stored.account)


@way_in(LOG_IN_PER_ADDRESS, room=False)
async def confirm_email(acts: Acts, _visitor: Visitor, secret: str) -> None:
    """Confirm a mail address by a link."""
    await acts.accounts.confirm_email(secret)


async def request_confirmation(acts: Acts, visitor: Visitor, account: Account) -> None:
    """Ask the owner of a new address, if the limits allow one more mail; its lack refuses nothing."""
    with suppress(ProblemError):
        await _request(acts, visitor, account)


async def _request(acts: Acts, visitor: Visitor, account: Account) -> None:
    if not account.email or account.mailbox:
        raise ProblemError(NOTHING_TO_CONFIRM)
    if acts.send_mail is None:
        raise ProblemError(MAIL_UNAVAILABLE)
    await acts.limits.count_account(CONFIRMATION_PER_ACCOUNT, account.user_id)
    await acts.limits.count_account(CONFIRMATION_PER_MAILBOX, _mailbox(account.email))
    await acts.limits.count_address(CONFIRMATION_PER_ADDRESS, visitor.address)
    lang = spoken_as(await acts.accounts.stored.language(account.user_id)) or visitor.lang
    acts.afterwards.start(_send(acts, acts.send_mail, account, lang))


def _mailbox(email: str) -> str:
    """What addresses of one mailbox share: neither case nor what stands behind a plus makes it another one."""
    name, _, host = email.casefold().partition("@")
    return f"{name.partition('+')[0]}@{host}"


async def _send(acts: Acts, send_mail: SendMail, account: Account, lang: str) -> None:
    try:
        secret = await acts.accounts.confirmation_token(account)
        server = acts.public_url
        mail = confirmation_mail(account.name, server, confirmation_link(server, secret), lang)
        await send_mail(account.email, mail.subject, mail.text)
    except ActaError as error:  # the answer has gone out already; the person may ask for another mail at once
        structlog.get_logger().error("confirmation_mail_failed", error=type(error.__cause__ or error).__name__)
        await acts.limits.forgive_account(CONFIRMATION_PER_MAILBOX, _mailbox(account.email))
