"""One mail site for all tests of the outbox; each test brings its own people and lets time pass for itself."""

from collections.abc import AsyncIterator, Iterator
from typing import Any

import pytest

from services.outbound.mail import MAIL
from services.store.keys import KeyKind
from tests.kit.http import Person
from tests.kit.mail_site import MailSite, mail_site_on, running_mail_site
from tests.kit.processes import Server, running_server
from tests.services.store.conftest import backend, client

__all__ = ["backend", "client"]


@pytest.fixture(scope="session")
def post_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running_server(tmp_path_factory.mktemp("redis"), fsync="everysec") as server:
        yield server


@pytest.fixture(scope="session")
async def shared(post_server: Server) -> AsyncIterator[MailSite]:
    async with running_mail_site(post_server.url) as running:
        yield running


@pytest.fixture
async def mail_site(shared: MailSite) -> MailSite:
    """The shared one with a clock of its own; nothing of an earlier test is on its way any more."""
    await shared.read_feed()
    store: Any = shared.services.client  # redis-py's annotations allow for every setting of a client
    await store.delete(
        KeyKind.OUTBOX.key(outbox_part="due"),
        KeyKind.PAUSED_CHANNEL.key(channel=MAIL),
        *await store.keys(KeyKind.RQ.key(anything="*")),
    )
    mail = shared.mail
    mail.answers, mail.messages, mail.on_message = [], [], lambda: None
    return mail_site_on(shared.site, mail)


@pytest.fixture
async def anna(mail_site: MailSite) -> Person:
    return await mail_site.person("Anna")


@pytest.fixture
async def brutus(mail_site: MailSite) -> Person:
    return await mail_site.person("Brutus")
