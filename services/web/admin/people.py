"""A person as an admin sees one: the account and how many browsers and programs act for it. Never what they play."""

from typing import NamedTuple

from services.store.accounts import Account
from services.store.accounts.model import Kind
from services.web.deps import WebDeps

ENDED: tuple[Kind, ...] = ("session", "personal", "feed")


class FoundPerson(NamedTuple):
    """An account, and what can act for it."""

    account: Account
    sessions: int
    tokens: int


async def found_person(web: WebDeps, name: str) -> FoundPerson | None:
    """The person of that name."""
    stored = await web.accounts.accounts.stored.named(name)
    if stored is None:
        return None
    held = await web.accounts.accounts.credentials.held_by(stored.account.user_id, ENDED)
    sessions = sum(one.kind == "session" for one in held)
    return FoundPerson(stored.account, sessions, sum(one.kind == "personal" for one in held))
