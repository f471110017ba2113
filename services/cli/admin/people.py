"""People as the operator sees them: who there is, what acts for them, and who is sent away. Never what they play."""

from collections.abc import Iterator
from typing import Annotated

from cyclopts import App, Parameter

from domain.kernel.clock import written
from projections import lobby
from projections.rows import ModelKey
from services.accounts import Account, Held
from services.acts import admin
from services.acts.acts import Acts
from services.acts.ask import Ask
from services.cli.admin.asking import named, with_acts, with_services
from services.cli.errors import Refusal
from services.cli.flags import Flags, settings_from
from services.cli.output import say, show_table
from services.foundation import Services
from services.store.accounts import Accounts, Passwords
from services.store.accounts.names import name_key

app = App()


@app.command
def users(
    part: Annotated[str, Parameter(help="Only names with this in them.")] = "",
    *,
    banned: Annotated[bool, Parameter(negative="", help="Only those who are banned.")] = False,
    guests: Annotated[bool, Parameter(negative="", help="Guests too.")] = False,
    flags: Flags | None = None,
) -> None:
    """List the accounts by name."""

    async def listed(services: Services) -> list[Account]:
        everybody = [account async for account in services.accounts.everybody()]
        return [one for one in everybody if name_key(part) in name_key(one.name) and (guests or not one.guest)]

    found = {one.user_id: one for one in with_services(settings_from(flags), listed) if one.banned_at or not banned}
    sorted_people = sorted(found.values(), key=lambda one: name_key(one.name))
    rows = ((one.name, one.user_id, written(one.created_at)[:10], _what(one)) for one in sorted_people)
    show_table(("Name", "Account", "Since", "What"), rows)
    say(f"{len(found)} accounts.")


@app.command
def user(name: str, *, flags: Flags | None = None) -> None:
    """Say what is kept of an account, and what can act for it."""

    async def look(services: Services) -> Iterator[str]:
        account = await named(services, name)
        yet = "" if account.mailbox or not account.email else ", not confirmed"
        accounts = Accounts(services.client, Passwords())
        held = await accounts.credentials.held_by(account.user_id, ("session", "personal", "feed"))
        tables = await services.models.count(ModelKey(lobby.MODEL, account.user_id))
        return iter(
            (
                f"{account.name}, account {account.user_id}, since {written(account.created_at)}: {_what(account)}",
                *([f"Banned since {written(account.banned_at)}."] if account.banned_at else ()),
                f"E-mail address: {account.email or 'none'}{yet}",
                f"Tables: {tables}.",
                *(f"  {one.kind} {one.name or one.id[:8]}, last used {written(one.last_used_at)}" for one in held),
            )
        )

    for line in with_services(settings_from(flags), look):
        say(line)


@app.command
def ban(
    name: str,
    why: Annotated[str, Parameter(help="For the audit.")] = "",
    *,
    flags: Flags | None = None,
) -> None:
    """End every session, token and live stream of an account at once, and give up its seats.

    Nobody can log in to it until it is unbanned. It leaves lobbies and resigns running games, in which bots play on:
    others are not held up. Games that are over stay as they are.
    """

    async def act(acts: Acts, ask: Ask) -> Account:
        account = await admin.person(acts, name)
        if account.banned_at:
            raise Refusal(f"{account.name} has been banned since {written(account.banned_at)}.")
        await admin.ban(acts, ask, name, why)
        return account

    say(f"{with_acts(settings_from(flags), act).name} is banned.")


@app.command(name="log-out")
def log_out(name: str, *, flags: Flags | None = None) -> None:
    """End all access to an account that somebody else may be using.

    Sessions, tokens, addresses of feeds, links for forgotten passwords, linked chats, browsers that show
    notifications, and webhooks. The password stays: its owner logs in again, or sets another by
    `acta admin reset-link`.
    """

    async def end(acts: Acts, ask: Ask) -> tuple[Account, Held]:
        return await admin.person(acts, name), await admin.log_out(acts, ask, name)

    account, ended = with_acts(settings_from(flags), end)
    told = ", ".join(f"{what.replace('_', ' ')} {number}" for what, number in ended.found().items())
    say(f"{account.name} is logged out everywhere. Ended: {told or 'nothing, there was none'}.")


@app.command
def unban(name: str, *, flags: Flags | None = None) -> None:
    """Let the owner of an account log in again. Seats that were given up are not given back."""

    async def act(acts: Acts, ask: Ask) -> Account:
        account = await admin.person(acts, name)
        if not account.banned_at:
            raise Refusal(f"{account.name} is not banned.")
        await admin.unban(acts, ask, name)
        return account

    say(f"{with_acts(settings_from(flags), act).name} can log in again.")


def _what(account: Account) -> str:
    kinds = {"admin": account.admin, "bot": account.bot, "guest": account.guest, "banned": account.banned_at}
    return ", ".join(kind for kind, holds in kinds.items() if holds) or "a person"
