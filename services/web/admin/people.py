"""A person as an admin sees one: the account and how many browsers and programs act for it. Never what they play."""

from typing import NamedTuple

from services.accounts import Account, Held
from services.web.door import WebDoor


class FoundPerson(NamedTuple):
    """An account, and how much there is by which somebody could act for it or see what it sees."""

    account: Account
    access: Held


async def found_person(web: WebDoor, name: str) -> FoundPerson | None:
    """The person of that name."""
    stored = await web.acts.accounts.stored.named(name)
    if stored is None:
        return None
    return FoundPerson(stored.account, await web.acts.accounts.access.held(stored.account.user_id))
