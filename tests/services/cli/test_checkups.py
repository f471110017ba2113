"""`acta doctor` looks at what stands around the games, and says what to do about it."""

import asyncio
from pathlib import Path

import redis

from domain.kernel.ids import UserId
from services.cli.checkups import checkups
from services.settings import Secret, Settings
from services.store.webhooks import SigningSecret, Webhook
from tests.kit.command_line import acta
from tests.kit.mail_server import SENDER, mail_server
from tests.kit.processes import Server, free_ports, running_server
from tests.workers.running_workers import connected

NOBODY = UserId(f"2a{'0' * 30}")


async def found(server: Server, **more: object) -> dict[str, bool]:
    """What is found, and whether it holds."""
    settings = Settings(redis_url=Secret(server.url), **more)  # type: ignore[arg-type] # any setting
    return {one.text: one.holds for one in await asyncio.to_thread(checkups, settings)}


def the(findings: dict[str, bool], words: str) -> tuple[str, bool]:
    """The one finding with these words."""
    [text] = [text for text in findings if words in text]
    return text, findings[text]


async def test_a_store_keeps_what_it_acknowledges_or_it_is_said_what_to_set(tmp_path: Path) -> None:
    with running_server(tmp_path, fsync="always") as weak, redis.Redis.from_url(weak.url) as client:
        assert the(await found(weak), "keeps what it acknowledges")[1]
        client.config_set("appendfsync", "everysec")
        text, holds = the(await found(weak), "may lose")
        assert (holds, "appendfsync always" in text) == (False, True)
        assert the(await found(weak, fsync="everysec"), "keeps what")[1], "as it was asked for"
        client.config_set("appendonly", "no")
        assert "appendonly yes" in the(await found(weak), "may lose")[0]
        client.config_set("maxmemory-policy", "allkeys-lru")
        assert the(await found(weak), "noeviction")[1] is False
        told = acta("doctor", ACTA_REDIS_URL=weak.url)
        assert told.returncode == 1
        assert "set `appendonly yes`" in told.stdout


async def test_a_mail_server_that_answers_and_one_that_does_not(server: Server) -> None:
    assert the(await found(server), "No mail server")[1]
    async with mail_server() as mail:
        assert the(await found(server, smtp_url=Secret(mail.url), mail_from=SENDER), "The mail server answers")[1]
        assert mail.messages == []
        [_, port] = mail.url.rsplit(":", 1)
        secret = Secret(f"smtp://acta:geheim@127.0.0.1:{port}")
        text, holds = the(await found(server, smtp_url=secret, mail_from=SENDER), "does not accept e-mail")
        assert (holds, "geheim" in text) == (False, False), "it offers no TLS: no password is sent"
    [port_of_nobody] = free_ports(1)
    url = Secret(f"smtp://127.0.0.1:{port_of_nobody}")
    text, holds = the(await found(server, smtp_url=url, mail_from=SENDER), "does not accept e-mail")
    assert (holds, "smtp_url" in text) == (False, True)


async def test_webhooks_that_are_stopped_and_hosts_that_are_allowed(server: Server) -> None:
    services = connected(server)
    try:
        hook = Webhook(
            id="5f" * 10,
            owner=NOBODY,
            url="https://example.org/",
            events=(),
            secrets=(SigningSecret("whsec_eA=="),),
            created=1,
            stopped="410",
        )
        assert await services.notices.webhooks.create(hook, 10)
        findings = await found(server, webhook_hosts=("10.0.0.7",))
        text, holds = the(findings, hook.id)
        assert (holds, "410" in text, "send a parked delivery again" in text) == (True, True, True)
        assert "10.0.0.7" in the(findings, "of your own network")[0]
        await services.notices.webhooks.delete(hook)
        assert not [one for one in await found(server) if "webhook" in one.casefold()]
    finally:
        await services.close()
