"""Confirming a mail address over HTTP: `services.acts.confirmations` says how and why."""

from typing import Any

from litestar import Request
from litestar.params import FromPath

from services.acts import confirmations
from services.api.accounts.schemas import ConfirmationAsked
from services.api.asks import GivenApi, ask_of
from services.api.routes import Routes
from services.identity.access import OPEN
from services.identity.language import language_of
from services.identity.mails import on_its_way
from services.problems import MAIL_UNAVAILABLE, NOTHING_TO_CONFIRM, TOO_MANY_REQUESTS

routes = Routes("accounts")


@routes.post(
    "/api/v1/me/email/confirmations",
    confirmations.ask_for_confirmation,
    status_code=202,
    raises=(MAIL_UNAVAILABLE, NOTHING_TO_CONFIRM),
)
async def ask_for_confirmation(request: Request[Any, Any, Any], api: GivenApi) -> ConfirmationAsked:
    """Ask for another e-mail that confirms your address.

    One was sent when you gave the address. A mailbox gets one such e-mail in six hours.
    """
    await confirmations.ask_for_confirmation(api.acts, ask_of(request), api.visitors.of(request))
    return ConfirmationAsked(on_its_way("confirmation", language_of(request)))


@routes.put("/api/v1/email-confirmations/{secret:str}", OPEN, raises=(TOO_MANY_REQUESTS,))
async def confirm_email(request: Request[Any, Any, Any], api: GivenApi, secret: FromPath[str]) -> None:
    """Confirm an e-mail address by a link.

    From now on the account’s e-mail is sent there.
    """
    await confirmations.confirm_email(api.acts, api.visitors.of(request), secret)
