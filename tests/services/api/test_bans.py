"""Bans: whatever acts for a banned account ends at once, on every process, and nobody is held up by its seats."""

import pytest

from domain.kernel.ids import UserId
from services.accounts import Account
from services.acts import admin
from services.acts.ask import Ask
from services.identity.linked_accounts import principal_of
from services.store.accounts.errors import Banned
from services.store.chat.links import Offer
from services.store.chat.places import ChatAccount
from tests.kit.http import PASSWORD, Person, Site, refusal
from tests.services.api.tables import opened, started


async def account_of(site: Site, person: Person) -> Account:
    stored = await site.services.accounts.of(UserId(person.user_id))
    assert stored is not None
    return stored.account


async def rule(site: Site) -> Ask:
    """An admin asks."""
    principal = await site.accounts.credentials.principal(site.admin.token)
    assert principal is not None
    return Ask(principal)


async def banned(site: Site, person: Person) -> Account:
    account = await account_of(site, person)
    await site.project()
    await admin.ban(site.app.state.api.acts, await rule(site), account.name, "spam")
    return account


async def test_tokens_sessions_and_log_in_end_at_once_until_the_ban_does(site: Site, anna: Person) -> None:
    token = (await anna.done("/me/tokens", {"name": "bot", "scopes": ["read"]}))["token"]
    program = Person(site.http, token=token)
    await program.seen("/me")
    account = await banned(site, anna)
    for caller in (anna, program):
        refusal(await caller.get("/me"), 401, "unauthenticated")
    words = {"name": anna.name, "password": PASSWORD}
    refusal(await site.stranger.post("/sessions", words), 403, "banned")
    refusal(await site.stranger.post("/sessions", words | {"password": "a guess"}), 401, "wrong-credentials")
    with pytest.raises(Banned):
        await site.accounts.reset_token(anna.name)

    await admin.unban(site.app.state.api.acts, await rule(site), account.name)
    refusal(await anna.get("/me"), 401, "unauthenticated")
    assert (await site.stranger.post("/sessions", words)).status_code == 200
    acts = [(entry.act, entry.by, entry.note) for entry in await site.services.server.audit.about(anna.user_id)]
    assert acts == [("ban", site.admin.user_id, "spam"), ("unban", site.admin.user_id, "")]


async def test_a_linked_chat_account_speaks_for_nobody_while_its_account_is_banned(site: Site, anna: Person) -> None:
    links, there = site.services.chat.links, ChatAccount("discord", "", anna.user_id)
    user = UserId(anna.user_id)
    assert await links.link(await links.offer(Offer(user=user)), there, user)
    assert await principal_of(links, site.accounts, there) is not None
    await banned(site, anna)
    assert await principal_of(links, site.accounts, there) is None


async def test_seats_are_given_up_for_bots(site: Site, anna: Person, brutus: Person, carus: Person) -> None:
    game, lobby = await started(anna, brutus, carus), await opened(anna)
    await banned(site, anna)
    shown = await brutus.seen(f"/games/{game}")
    assert (shown["status"], shown["seats"][0]["resigned"]) == ("active", True)
    assert (await brutus.seen(f"/games/{lobby}"))["status"] == "abandoned"
