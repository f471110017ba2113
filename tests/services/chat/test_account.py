"""Chat accounts are tied to accounts by codes, either way round, and untied again."""

import re

import pytest

from domain.kernel.ids import UserId
from services.chat.message import LinkButton
from services.store.chat.links import Offer
from tests.kit.chatting import chatter, reference, stranger, text_of
from tests.kit.http import Site


async def test_a_stranger_gets_a_code_to_confirm_on_the_page(site: Site) -> None:
    unknown, account = stranger(site), await site.person("Marcus")
    told = await unknown.say("link")
    assert told.private
    found = re.search(r"\b([A-Z0-9]{5}-[A-Z0-9]{5})\b", text_of(told))
    assert found
    offer = await site.services.chat.links.offered(found[1])
    assert offer == Offer(unknown.person.account, "livia#1")
    assert await site.services.chat.links.link(found[1], unknown.person.account, UserId(account.user_id))
    assert account.name in text_of(await unknown.say("link"))


async def test_a_code_of_the_page_ties_the_two(site: Site) -> None:
    unknown, account = stranger(site), await site.person("Marcus")
    code = await site.services.chat.links.offer(Offer(user=UserId(account.user_id)))
    assert account.name in text_of(await unknown.say("link", code))
    assert await site.services.chat.links.user_of(unknown.person.account) == account.user_id


@pytest.mark.parametrize("code", ["AAAAA-AAAAA", "x", "💥", "AAAAA AAAAA"])
async def test_another_code_ties_nothing(site: Site, code: str) -> None:
    unknown = stranger(site)
    told = await unknown.say("link", code=code)
    assert told.private
    assert "new one" in text_of(told)
    assert await site.services.chat.links.user_of(unknown.person.account) is None


async def test_whoever_unlinks_is_a_stranger_again(site: Site) -> None:
    somebody = await chatter(site)
    assert somebody.account.name in text_of(await somebody.say("unlink"))
    told = await somebody.say("unlink")
    assert told.private
    reference(told, "link")


@pytest.mark.parametrize(("tag", "word"), [("de", "Konto"), ("fr", "compte"), ("ru", "учётную"), ("xx", "account")])
async def test_strangers_are_helped_in_the_language_of_the_platform(site: Site, tag: str, word: str) -> None:
    told = await stranger(site, language=tag).say("help")
    assert told.private
    assert word in text_of(told)
    reference(told, "link")
    assert any(isinstance(button, LinkButton) for button in told.buttons)


async def test_the_language_of_the_account_goes_before_that_of_the_platform(site: Site) -> None:
    somebody = await chatter(site, language="fr")
    await somebody.account.patch("/me/settings", {"language": "de"})
    assert "Du kannst hier alles spielen" in text_of(await somebody.say("help"))


async def test_what_nobody_knows_is_answered_with_help(site: Site) -> None:
    told = await stranger(site).say("dance")
    assert "dance" in text_of(told)
    reference(told, "help")
