"""Accounts and links in the operator's hands. A link is shown once and kept nowhere."""

from cyclopts import App

from services.acts import admin
from services.cli.admin.asking import with_acts
from services.cli.flags import Flags, settings_from
from services.cli.output import say

app = App()


@app.command
def create(name: str, *, flags: Flags | None = None) -> None:
    """Make an admin account, and print the link with which its owner sets a password within the hour."""
    account, link = with_acts(settings_from(flags), lambda acts, ask: admin.create_admin(acts, ask, name))
    say(f"{account.name} will be an admin as soon as a password is set here: {link}")


@app.command
def grant(name: str, *, flags: Flags | None = None) -> None:
    """Make an existing account an admin."""
    account = with_acts(settings_from(flags), lambda acts, ask: admin.make_admin(acts, ask, name, admin=True))
    say(f"{account.name} is an admin.")


@app.command
def revoke(name: str, *, flags: Flags | None = None) -> None:
    """Take an account's admin rights away."""
    account = with_acts(settings_from(flags), lambda acts, ask: admin.make_admin(acts, ask, name, admin=False))
    say(f"{account.name} is no longer an admin.")


@app.command(name="reset-link")
def print_reset_link(name: str, *, flags: Flags | None = None) -> None:
    """Print a link with which the owner of an account sets a new password, once and within the hour."""
    account, link = with_acts(settings_from(flags), lambda acts, ask: admin.make_reset_link(acts, ask, name))
    say(f"{account.name} can set a new password here: {link}")


@app.command
def invite(note: str = "", *, flags: Flags | None = None) -> None:
    """Print a link that makes one account, within a week. The note is for your own list."""
    made = with_acts(settings_from(flags), lambda acts, ask: admin.invite(acts, ask, note))
    say(f"Good for one account: {made.link}")
