"""What a person lets programs have: personal tokens that act for them, and the secret address of their feeds."""

from collections.abc import Sequence
from typing import NamedTuple

from domain.kernel.errors import NotFound
from services.accounts import DAY, Issued, Kind, Scope
from services.acts.acts import Acts
from services.acts.ask import Ask
from services.acts.asking import act
from services.acts.command_keys import body_hash, key_hash
from services.identity.access import SESSION
from services.problems import FORBIDDEN, ProblemError, told
from services.store.accounts.credentials import NewCredential

FEED: tuple[Kind, ...] = ("feed",)


class TokenWish(NamedTuple):
    """What a token shall be called, may do, and for how long."""

    name: str
    scopes: Sequence[Scope]
    days: int


class NewFeed(NamedTuple):
    """A secret address that was made; below it stand the feeds."""

    root: str
    issued: Issued


@act(SESSION, guests=False)
async def make_token(acts: Acts, ask: Ask, wish: TokenWish) -> Issued:
    """Make a personal token. A repeat gives the same token a new secret, since the first is told once."""
    if not ask.caller.scopes.issuperset(wish.scopes):
        raise ProblemError(FORBIDDEN, told("no_admin"))
    (key, body), scopes = once_of(ask), tuple(wish.scopes)
    order = NewCredential(
        ask.user, "personal", name=wish.name, scopes=scopes, lifetime=wish.days * DAY, key=key, body=body
    )
    return await acts.accounts.credentials.issue(order)


@act(SESSION)
async def make_feed(acts: Acts, ask: Ask) -> NewFeed:
    """Make a secret address for calendars and feed readers, in place of the one before."""
    key, body = once_of(ask)
    issued = await acts.accounts.credentials.issue(NewCredential(ask.user, "feed", key=key, body=body))
    return NewFeed(f"{acts.public_url}/feeds/{issued.secret}", issued)


@act(SESSION, room=False)
async def end_feed(acts: Acts, ask: Ask) -> None:
    """End the secret address."""
    if not await acts.accounts.credentials.revoke(ask.user, FEED):
        raise NotFound


def once_of(ask: Ask, *scope: str) -> tuple[str, str]:
    """Hashes of key and body, by which a credential that is asked for again is known."""
    if ask.once is None:
        return "", ""
    _, key, body = ask.once
    return key_hash(" ".join((*scope, key))), "" if body is None else body_hash(body)
