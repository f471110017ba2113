"""Chat accounts are tied on the settings page by a code of either end; the page says whose chat account it is."""

import re

import pytest

from services.store.chat.links import Offer
from services.store.chat.places import ChatAccount
from tests.kit.browser import Browser
from tests.kit.http import Person, Site
from tests.kit.people import logged_in


@pytest.fixture
async def livia(site: Site) -> Person:
    return await site.person("Livia")


@pytest.fixture
async def own(browser: Browser, livia: Person) -> Browser:
    return logged_in(browser, livia)


async def test_a_code_from_a_chat_is_confirmed_once_it_is_said_whose_it_is(
    site: Site, own: Browser, livia: Person
) -> None:
    account, links = ChatAccount("slack", "T1", livia.user_id), site.services.chat.links
    code = await links.offer(Offer(account=account, called="livia the elder"))
    asked = await own.send(await own.open("/settings"), "/settings/chat/offer", code=code.lower())
    assert "livia the elder" in asked.text
    assert await links.user_of(account) is None, "nothing is tied before it is confirmed"
    await own.send(asked, "/settings/chat/link")
    assert await links.user_of(account) == livia.user_id
    await own.send(await own.open("/settings"), "/settings/chat/unlink")
    assert await links.user_of(account) is None


async def test_a_code_for_a_chat_is_told_once(site: Site, own: Browser, livia: Person) -> None:
    page = await own.send(await own.open("/settings"), "/settings/chat/code")
    found = re.search(r"/acta link ([A-Z0-9]{5}-[A-Z0-9]{5})", page.text)
    assert found
    principal = await site.accounts.credentials.principal(livia.token)
    assert principal
    kept = Offer(user=principal.user_id, session=principal.credential_id)
    assert await site.services.chat.links.offered(found[1]) == kept
    assert found[1] not in (await own.open("/settings")).text


@pytest.mark.parametrize("action", ["offer", "link"])
async def test_a_bad_code_is_refused_in_words(own: Browser, action: str) -> None:
    form = (await own.open("/settings")).form("/settings/chat/offer")
    refused = await own.post(f"/settings/chat/{action}", {**form, "code": "AAAAA-AAAAA"})
    assert refused.status == 422
    assert "wrong or has expired" in refused.text
