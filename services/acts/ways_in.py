"""The ways in: sign-up, log-in, guests and lost passwords, with the limits that protect them."""

import structlog

from domain.kernel.errors import ActaError
from services.accounts import Held, LoggedIn, NewAccount, Principal
from services.acts.acts import Acts, SendMail
from services.acts.asking import way_in
from services.acts.confirmations import request_confirmation
from services.acts.secret_links import reset_link
from services.identity.language import spoken_as
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
from services.identity.visitors import Visitor
from services.problems import MAIL_UNAVAILABLE, ProblemError
from services.store.accounts.names import name_key


@way_in(SIGN_UP_PER_ADDRESS)
async def sign_up(acts: Acts, visitor: Visitor, wanted: NewAccount, guest: Principal | None = None) -> LoggedIn:
    """Make an account, or make a guest a person, whose games stay; its address is asked to confirm itself."""
    if guest is not None and guest.guest:
        made = await acts.accounts.claim(guest.user_id, wanted)
    else:
        made = await acts.accounts.sign_up(wanted)
    if not made.repeated:
        await request_confirmation(acts, visitor, made.account)
    return made


@way_in(GUEST_PER_ADDRESS)
async def welcome_guest(acts: Acts, _visitor: Visitor) -> LoggedIn:
    """Make a guest, who plays at once."""
    return await acts.accounts.welcome_guest()


@way_in(LOG_IN_PER_ADDRESS, room=False)
async def log_in(acts: Acts, visitor: Visitor, name: str, password: str) -> tuple[LoggedIn, str]:
    """Open a session; gives the mark of the device too, by which its next log-in is counted by itself."""
    key = name_key(name)
    device = await acts.devices.device_of(visitor.device, key)
    counted = (LOG_IN_PER_ACCOUNT, key) if device is None else (LOG_IN_PER_DEVICE, device)
    await acts.limits.count_account(*counted)
    opened = await acts.accounts.log_in(name, password)
    await acts.limits.forgive_account(*counted)
    return opened, await acts.devices.mark(device, key)


@way_in(RESET_PER_ADDRESS, room=False)
async def ask_for_reset(acts: Acts, visitor: Visitor, name: str) -> None:
    """Mail a link to set a new password, if there is such an account and it has a confirmed address.

    It is looked up beside the answer, so that the answer's time does not tell whether there is.
    """
    if acts.send_mail is None:
        raise ProblemError(MAIL_UNAVAILABLE)
    await acts.limits.count_account(RESET_PER_ACCOUNT, name_key(name))
    acts.afterwards.start(_send_reset(acts, acts.send_mail, name, visitor.lang))


@way_in(LOG_IN_PER_ADDRESS, room=False)
async def reset_password(acts: Acts, _visitor: Visitor, secret: str, password: str) -> Held:
    """Set a new password by a link; gives what that has ended."""
    return await acts.accounts.reset_password(secret, password)


async def _send_reset(acts: Acts, send_mail: SendMail, name: str, lang: str) -> None:
    try:
        stored = await acts.accounts.stored.named(name)
        if stored is None or stored.account.mailbox is None:
            return
        account, secret = await acts.accounts.reset_token(name)
        lang = spoken_as(await acts.accounts.stored.language(account.user_id)) or lang
        mail = reset_mail(account.name, reset_link(acts.public_url, secret), lang)
        await send_mail(stored.account.mailbox, mail.subject, mail.text)
    except ActaError as error:  # the answer has gone out already; a person who waits for the mail will ask again
        cause = type(error.__cause__ or error).__name__
        structlog.get_logger().error("reset_mail_failed", error=cause)
