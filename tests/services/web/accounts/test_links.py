"""The pages that links lead to: the secret behind `#` comes in a field, put there by a script or by hand."""

import pytest

from services.store.accounts.credentials import NewCredential
from services.store.keys import SERVER
from tests.kit.browser import Browser, browsing
from tests.kit.http import PASSWORD, Site, running_site
from tests.kit.processes import Server
from tests.services.web.accounts.test_gate import name_shown, signed_up, some_name


async def test_a_link_sets_a_new_password_once(site: Site, browser: Browser) -> None:
    person = await site.person("Livia")
    _, secret = await site.accounts.reset_token(person.name)
    page = await browser.open("/reset-password")
    done = await browser.send(page, "/reset-password", secret=secret, password="a newer password")
    again = await browser.send(page, "/reset-password", secret=secret, password="a newer password")
    inside = await browser.send(await browser.open("/login"), "/login", name=person.name, password="a newer password")

    assert (done.status, again.status) == (200, 404)
    assert "used already" in again.text
    assert name_shown(inside) == person.name


async def test_a_link_confirms_an_address(site: Site, browser: Browser) -> None:
    person = await site.person("Livia")
    stored = await site.accounts.stored.named(person.name)
    assert stored is not None
    account = await site.accounts.change_email(stored.account.user_id, PASSWORD, "livia@acta.example")
    secret = await site.accounts.confirmation_token(account)
    done = await browser.send(await browser.open("/confirm-email"), "/confirm-email", secret=secret)
    wrong = await browser.send(await browser.open("/confirm-email"), "/confirm-email", secret="wrong")
    confirmed = await site.accounts.stored.of(account.user_id)

    assert (done.status, wrong.status) == (200, 404)
    assert confirmed is not None
    assert confirmed.account.mailbox == "livia@acta.example"


async def test_a_server_without_mail_says_what_to_do_about_a_lost_password(browser: Browser) -> None:
    page = await browser.open("/lost-password")

    assert "Ask its operator" in page.text
    assert not page.all("form", action="/lost-password")


@pytest.mark.parametrize("policy", ["invite", "closed"])
async def test_a_server_that_is_not_open_asks_for_an_invitation_or_refuses(own_server: Server, policy: str) -> None:
    async with running_site(own_server.url, sign_up=policy) as site, browsing(site) as browser:
        order = NewCredential(owner=SERVER, kind="invitation", name="for Flavia")
        invitation = (await site.accounts.credentials.issue(order)).secret
        refused = await signed_up(browser, some_name(), invitation="")
        invited = await signed_up(browser, some_name(), invitation=invitation)

    assert refused.status == 403
    assert invited.status == (200 if policy == "invite" else 403)
