"""`acta admin`: what the operator of the machine may do to accounts.

Works on the running server, or on its data folder while it is stopped. A link is shown once and kept nowhere.
"""

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeVar

from cyclopts import App
from rich.console import Console
from rich.table import Column, Table

from domain.kernel.errors import NotFound
from domain.kernel.languages import ENGLISH
from services.api.accounts import reset_link, sign_up_link
from services.bootstrap import connect
from services.cli.errors import Refused
from services.cli.flags import Flags, settings_from
from services.cli.output import say
from services.engine.embedded import address, opened
from services.field_errors import field_rule
from services.settings import Settings
from services.settings.values import MEBIBYTE
from services.store import usage
from services.store.accounts import Accounts, Passwords
from services.store.accounts.credentials import NewCredential
from services.store.accounts.errors import BadField, NameTaken
from services.store.client import RedisClient
from services.store.keys import SERVER

T = TypeVar("T")

admin = App(name="admin", help_epilogue="")


@admin.command
def create(name: str, *, flags: Flags | None = None) -> None:
    """Make an admin account, and print the link with which its owner sets a password within the hour."""
    settings = settings_from(flags)
    account, secret = _with_accounts(settings, lambda accounts: accounts.create_admin(name))
    say(f"{account.name} is an admin, once a password is set here: {reset_link(address(settings), secret)}")


@admin.command
def grant(name: str, *, flags: Flags | None = None) -> None:
    """Make an existing account an admin."""
    account = _with_accounts(settings_from(flags), lambda accounts: accounts.make_admin(name, admin=True))
    say(f"{account.name} is an admin.")


@admin.command
def revoke(name: str, *, flags: Flags | None = None) -> None:
    """Take an account's admin rights away."""
    account = _with_accounts(settings_from(flags), lambda accounts: accounts.make_admin(name, admin=False))
    say(f"{account.name} is no admin.")


@admin.command(name="reset-link")
def print_reset_link(name: str, *, flags: Flags | None = None) -> None:
    """Print a link with which the owner of an account sets a new password, once and within the hour."""
    settings = settings_from(flags)
    account, secret = _with_accounts(settings, lambda accounts: accounts.reset_token(name))
    say(f"{account.name} sets a new password here: {reset_link(address(settings), secret)}")


@admin.command
def invite(note: str = "", *, flags: Flags | None = None) -> None:
    """Print a link that makes one account, within a week. The note is for your own list."""
    settings = settings_from(flags)
    order = NewCredential(owner=SERVER, kind="invitation", name=note)
    issued = _with_accounts(settings, lambda accounts: accounts.credentials.issue(order))
    say(f"Good for one account: {sign_up_link(address(settings), issued.secret)}")


@admin.command
def storage(*, flags: Flags | None = None) -> None:
    """Say what takes the memory of the store: how many keys of each kind, and how much they take together."""
    found = _with_client(settings_from(flags), usage.measure)
    total = sum(use.bytes for use in found.values())
    table = Table("Kind", Column("Keys", justify="right"), Column("MiB", justify="right"), Column("%", justify="right"))
    for kind, use in sorted(found.items(), key=lambda item: -item[1].bytes):
        share = 100 * use.bytes / total
        table.add_row(kind or "not of Acta", str(use.keys), f"{use.bytes / MEBIBYTE:.2f}", f"{share:.0f}")
    Console().print(table)
    say(f"{sum(use.keys for use in found.values())} keys take {total / MEBIBYTE:.1f} MiB.")


def _with_client(settings: Settings, question: Callable[[RedisClient], Awaitable[T]]) -> T:
    """Ask something of the store of the server that these settings mean."""

    async def ask(url: str) -> T:
        client = connect(url)
        try:
            return await question(client)
        finally:
            await client.aclose()

    with opened(settings) as url:
        return asyncio.run(ask(url))


def _with_accounts(settings: Settings, question: Callable[[Accounts], Awaitable[T]]) -> T:
    """Ask something of the accounts of the server that these settings mean."""
    try:
        return _with_client(settings, lambda client: question(Accounts(client, Passwords())))
    except NotFound:
        raise Refused("No account has that name.") from None
    except NameTaken:
        raise Refused("Another account has that name; `acta admin grant` makes it an admin.") from None
    except BadField as error:
        rule = field_rule(error.rule, **error.args_).said(ENGLISH)
        raise Refused(f"{error.field}: {rule}.") from None
