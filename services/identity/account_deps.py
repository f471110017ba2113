"""What the account routes depend on, built once when the app is assembled."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from services.engine.free_space import FreeSpace
from services.identity.cookies import SessionCookie
from services.identity.devices import KnownDevices
from services.identity.limits import SharedLimits
from services.store.accounts import Accounts

SendMail = Callable[[str, str, str], Awaitable[object]]
"""Sends a text: to whom, subject, text."""


@dataclass(frozen=True)
class AccountDeps:
    """The dependencies of every route about accounts and log-in."""

    accounts: Accounts
    limits: SharedLimits
    cookie: SessionCookie
    devices: KnownDevices
    free_space: FreeSpace
    public_url: str
    send_mail: SendMail | None = None


def reset_link(public_url: str, secret: str) -> str:
    """An address to pass on. The secret stands behind `#`, which browsers send to no server."""
    return f"{public_url.rstrip('/')}/reset-password#{secret}"


def confirmation_link(public_url: str, secret: str) -> str:
    return f"{public_url.rstrip('/')}/confirm-email#{secret}"


def sign_up_link(public_url: str, invitation: str) -> str:
    return f"{public_url.rstrip('/')}/sign-up#{invitation}"
