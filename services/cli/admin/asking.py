"""How these commands reach the server that the settings mean, and in whose name they act."""

import asyncio
import getpass
from collections.abc import Awaitable, Callable
from typing import NamedTuple, TypeVar, cast

from domain.kernel.errors import ActaError, NotFound
from domain.kernel.languages import ENGLISH
from services import bootstrap
from services.cli.errors import Refused
from services.engine.embedded import opened
from services.field_errors import field_rule
from services.settings import Settings
from services.store.accounts import Account, Accounts, Passwords
from services.store.accounts.errors import BadField, Banned, NameTaken
from services.store.audit import SHELL, Act, Audit
from services.store.client import Client, RedisClient

T = TypeVar("T")


def operator() -> str:
    """Who acts: whoever is logged in at the machine."""
    try:
        return SHELL + getpass.getuser()
    except (KeyError, OSError):  # a container's user may have no name
        return SHELL + "nobody"


def with_client(settings: Settings, question: Callable[[RedisClient], Awaitable[T]]) -> T:
    """Ask something of the store of the server that these settings mean."""

    async def ask(url: str) -> T:
        client = bootstrap.connect(url)
        try:
            return await question(client)
        finally:
            await client.aclose()

    with opened(settings) as url:
        return asyncio.run(ask(url))


def with_services(settings: Settings, question: Callable[[bootstrap.Services], Awaitable[T]]) -> T:
    """The same of everything that stands on the store; jobs that follow are found by the sweeper."""

    async def ask() -> T:
        services = bootstrap.build(settings, enqueues_owed=False)
        await services.open()
        try:
            return await question(services)
        finally:
            await services.close()

    try:
        with opened(settings):
            return asyncio.run(ask())
    except ActaError as error:
        raise Refused(f"The store does not answer: {error}.") from error


class AuditedAccounts(NamedTuple):
    """The accounts, and where everything that is done to them is noted first."""

    accounts: Accounts
    audit: Audit

    async def named(self, act: Act, name: str) -> Account:
        """The account of that name, to which something is about to be done."""
        stored = await self.accounts.stored.named(name)
        if stored is None:
            raise NotFound
        await self.note(act, stored.account.user_id)
        return stored.account

    async def note(self, act: Act, on: str = "", about: str = "") -> None:
        """Note what the operator is about to do."""
        await self.audit.note(operator(), act, on, about)


def with_accounts(settings: Settings, question: Callable[[AuditedAccounts], Awaitable[T]]) -> T:
    """The same of the accounts."""

    def audited(client: RedisClient) -> Awaitable[T]:
        return question(AuditedAccounts(Accounts(client, Passwords()), Audit(cast("Client", client))))

    try:
        return with_client(settings, audited)
    except NotFound:
        raise Refused("No account has that name.") from None
    except Banned:
        raise Refused("That account is banned; `acta admin unban` lets its owner in again.") from None
    except NameTaken:
        raise Refused("Another account has that name; `acta admin grant` makes it an admin.") from None
    except BadField as error:
        rule = field_rule(error.rule, **error.args_).said(ENGLISH)
        raise Refused(f"{error.field}: {rule}.") from None


async def named(services: bootstrap.Services, name: str) -> Account:
    """The account of that name, or a refusal."""
    found = await bootstrap.stored_accounts(services).named(name)
    if found is None:
        raise Refused("No account has that name.")
    return found.account
