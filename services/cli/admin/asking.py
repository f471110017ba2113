"""How these commands reach the server that the settings mean, and in whose name they act."""

import asyncio
import getpass
from collections.abc import Awaitable, Callable
from typing import TypeVar

from domain.kernel.errors import ActaError, NotFound
from domain.kernel.ids import UserId
from domain.kernel.languages import ENGLISH
from services import bootstrap
from services.accounts import Account, Principal
from services.acts.acts import Acts
from services.acts.acts import build as build_acts
from services.acts.ask import Ask
from services.cli.errors import Refusal
from services.engine.embedded import address, opened
from services.field_errors import field_rule
from services.foundation import Services
from services.identity.client_address import ClientAddress
from services.settings import Settings
from services.store.accounts import Accounts, Passwords
from services.store.accounts.errors import BadField, Banned, NameTaken
from services.store.audit import SHELL
from services.store.client import RedisClient
from services.store.connections import connect

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
        client = connect(url)
        try:
            return await question(client)
        finally:
            await client.aclose()

    with opened(settings) as url:
        return asyncio.run(ask(url))


def with_services(settings: Settings, question: Callable[[Services], Awaitable[T]]) -> T:
    """Ask something of everything that stands on the store; jobs that follow are found by the sweeper."""
    try:
        return _with_services(settings, question)
    except ActaError as error:
        raise Refusal(f"The store does not answer: {error}.") from error


def _with_services(settings: Settings, question: Callable[[Services], Awaitable[T]]) -> T:
    async def ask() -> T:
        services = bootstrap.build(settings, enqueues_owed=False)
        await services.open()
        try:
            return await question(services)
        finally:
            await services.close()

    with opened(settings):
        return asyncio.run(ask())


def with_acts(settings: Settings, question: Callable[[Acts, Ask], Awaitable[T]]) -> T:
    """Do what people and programs can do too, in the operator's name."""

    async def act(services: Services) -> T:
        acts = build_acts(services, Accounts(services.client, Passwords()), ClientAddress(), public_url=reached_at)
        return await question(acts, Ask(_principal()))

    reached_at = address(settings)
    try:
        return _with_services(settings, act)
    except NotFound:
        raise Refusal("No account has that name.") from None
    except Banned:
        raise Refusal("That account is banned; `acta admin unban` lets its owner in again.") from None
    except NameTaken:
        raise Refusal("Another account has that name; `acta admin grant` makes it an admin.") from None
    except BadField as error:
        rule = field_rule(error.rule, **error.args_).said(ENGLISH)
        raise Refusal(f"{error.field}: {rule}.") from None
    except ActaError as error:
        raise Refusal(f"The store does not answer: {error}.") from error


def _principal() -> Principal:
    name = operator()
    return Principal(
        user_id=UserId(name),
        name=name,
        scopes=frozenset({"admin"}),
        kind="session",
        credential_id="",
        expires_at=0,
    )


async def named(services: Services, name: str) -> Account:
    """The account of that name, or a refusal."""
    found = await services.accounts.named(name)
    if found is None:
        raise Refusal("No account has that name.")
    return found.account
