"""Whom a chat account speaks for. How the two are tied is an act: `services.acts.chat_links`."""

from services.accounts import Principal, Scope
from services.store.accounts import Accounts
from services.store.chat.links import ChatLinks
from services.store.chat.places import ChatAccount

SCOPES: frozenset[Scope] = frozenset({"read", "play"})
"""What a chat account may do for its account: play, and nothing about the account itself."""


async def principal_of(links: ChatLinks, accounts: Accounts, account: ChatAccount) -> Principal | None:
    """Whom a chat account speaks for, and what it may do."""
    user = await links.user_of(account)
    stored = await accounts.stored.of(user) if user else None
    if user is None or stored is None or stored.account.banned_at:
        return None
    return Principal(
        user_id=user,
        name=stored.account.name,
        scopes=SCOPES,
        kind="personal",
        credential_id="",
        expires_at=0,
        language=await accounts.stored.language(user),
        guest=stored.account.guest,
    )
