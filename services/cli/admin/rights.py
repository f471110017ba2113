"""Accounts and links in the operator's hands. A link is shown once and kept nowhere."""

from cyclopts import App

from services.api.accounts import reset_link, sign_up_link
from services.cli.admin.asking import AuditedAccounts, with_accounts
from services.cli.flags import Flags, settings_from
from services.cli.output import say
from services.engine.embedded import address
from services.store.accounts import Account, Issued
from services.store.accounts.credentials import NewCredential
from services.store.keys import SERVER

app = App()


@app.command
def create(name: str, *, flags: Flags | None = None) -> None:
    """Make an admin account, and print the link with which its owner sets a password within the hour."""

    async def make(asked: AuditedAccounts) -> tuple[Account, str]:
        account, secret = await asked.accounts.create_admin(name)
        await asked.note("create", account.user_id)  # afterwards: before, there was nobody to name
        return account, secret

    settings = settings_from(flags)
    account, secret = with_accounts(settings, make)
    say(f"{account.name} is an admin, once a password is set here: {reset_link(address(settings), secret)}")


@app.command
def grant(name: str, *, flags: Flags | None = None) -> None:
    """Make an existing account an admin."""

    async def give(asked: AuditedAccounts) -> Account:
        return await asked.accounts.make_admin((await asked.named("grant", name)).name, admin=True)

    say(f"{with_accounts(settings_from(flags), give).name} is an admin.")


@app.command
def revoke(name: str, *, flags: Flags | None = None) -> None:
    """Take an account's admin rights away."""

    async def take(asked: AuditedAccounts) -> Account:
        return await asked.accounts.make_admin((await asked.named("revoke", name)).name, admin=False)

    say(f"{with_accounts(settings_from(flags), take).name} is no admin.")


@app.command(name="reset-link")
def print_reset_link(name: str, *, flags: Flags | None = None) -> None:
    """Print a link with which the owner of an account sets a new password, once and within the hour."""

    async def issue(asked: AuditedAccounts) -> tuple[Account, str]:
        return await asked.accounts.reset_token((await asked.named("reset_link", name)).name)

    settings = settings_from(flags)
    account, secret = with_accounts(settings, issue)
    say(f"{account.name} sets a new password here: {reset_link(address(settings), secret)}")


@app.command
def invite(note: str = "", *, flags: Flags | None = None) -> None:
    """Print a link that makes one account, within a week. The note is for your own list."""

    async def issue(asked: AuditedAccounts) -> Issued:
        await asked.note("invite", about=note)
        return await asked.accounts.credentials.issue(NewCredential(owner=SERVER, kind="invitation", name=note))

    settings = settings_from(flags)
    issued = with_accounts(settings, issue)
    say(f"Good for one account: {sign_up_link(address(settings), issued.secret)}")
