"""Real processes: what is to go out reaches its receiver, whatever dies on the way, and keeps nobody else waiting."""

import asyncio
import signal
from contextlib import ExitStack
from pathlib import Path

from domain.kernel.ids import UserId
from services.notices.delivering import LEASE
from tests.kit.bot_tables import open_table
from tests.kit.hook_receiver import hook_receiver
from tests.kit.http import GAMES, Person
from tests.kit.mail_server import SENDER
from tests.kit.mail_site import MailSite, address, running_mail_site
from tests.kit.processes import PATIENCE, ProcessTree, Server, running_server, running_tree, wait_for
from tests.kit.silent_receiver import silent_receiver
from tests.kit.taberna import GAME as TABERNA
from tests.services.api.tables import started
from tests.workers.running_workers import until_over

SILENT = 10
PARTS = (["projector"], ["worker", "--processes", "1"], ["sender"])


def environment(post_server: Server, mail_site: MailSite) -> dict[str, str]:
    return {
        "ACTA_REDIS_URL": post_server.url,
        "ACTA_GAMES": ",".join(GAMES),
        "ACTA_SMTP_URL": mail_site.mail.url,
        "ACTA_MAIL_FROM": SENDER,
        "ACTA_WEBHOOK_HOSTS": "127.0.0.1",
    }


async def until_mailed(mail_site: MailSite, count: int, *trees: ProcessTree) -> None:
    """Wait for mails; a process that ended meanwhile tells why."""

    def arrived() -> bool:
        assert all(tree.process.poll() is None for tree in trees), [tree.output() for tree in trees]
        return len(mail_site.mail.messages) >= count

    await asyncio.to_thread(wait_for, arrived, what="the mail")
    await mail_site.mail.idle()


async def test_projector_and_sender_bring_a_mail_after_its_event(
    post_server: Server, mail_site: MailSite, anna: Person, brutus: Person, tmp_path: Path
) -> None:
    reached: list[int] = []
    with post_server.client() as store:
        before = sum(store.xlen(stream) for stream in store.keys("*:events"))

        def look() -> None:
            """What was written when the mail came?"""
            reached.append(sum(store.xlen(stream) for stream in store.keys("*:events")) - before)

        mail_site.mail.on_message = look
        settings = environment(post_server, mail_site)
        with (
            running_tree(["-m", "services.cli", "projector"], tmp_path / "projector", settings) as projector,
            running_tree(["-m", "services.cli", "sender"], tmp_path / "sender", settings) as sender,
        ):
            game = await started(anna, brutus)
            await until_mailed(mail_site, 1, projector, sender)
            await asyncio.to_thread(sender.wait_until_it_says, "accepted")
            version = (await anna.seen(f"/games/{game}"))["version"]
    assert mail_site.letters(anna) == ["The game has begun, and it is your turn: Taberna"]
    assert reached == [version], "nothing is told before it is written"
    for secret in (address(anna), mail_site.mail.messages[0].get_content().splitlines()[0]):
        assert secret not in projector.output() + sender.output(), "logs name ids alone"


async def test_a_sender_killed_between_acceptance_and_record_repeats_the_same_id(
    post_server: Server, mail_site: MailSite, anna: Person, brutus: Person, tmp_path: Path
) -> None:
    """The mail server has it; the sender is dead before it can hear or write down that it does."""
    await started(anna, brutus)
    await mail_site.read_feed()
    with running_tree(
        ["-m", "services.cli", "sender"], tmp_path / "sender", environment(post_server, mail_site)
    ) as sender:

        def die() -> None:
            sender.end(signal.SIGKILL)

        mail_site.mail.on_message = die
        await asyncio.to_thread(wait_for, lambda: mail_site.mail.messages, what="the mail")
        await mail_site.mail.idle()
    mail_site.mail.on_message = lambda: None
    [told] = await mail_site.deliveries(anna)
    assert told["state"] == "waiting", "nobody knows that it was accepted"
    await mail_site.deliver_due()
    assert len(mail_site.mail.messages) == 1, "the dead sender's attempt is not over yet"
    mail_site.pass_time(LEASE)
    for _ in range(3):
        await mail_site.deliver_due()
    assert mail_site.mail.ids() == [f"<{told['id']}@example.org>"] * 2
    [told] = await mail_site.deliveries(anna)
    assert (told["state"], told["attempts"]) == ("accepted", 2)


async def test_a_sender_that_is_told_to_stop_finishes_what_it_has_begun(
    post_server: Server, mail_site: MailSite, anna: Person, brutus: Person, tmp_path: Path
) -> None:
    await started(anna, brutus)
    await mail_site.read_feed()
    with running_tree(
        ["-m", "services.cli", "sender"], tmp_path / "sender", environment(post_server, mail_site)
    ) as sender:
        mail_site.mail.on_message = lambda: sender.process.send_signal(signal.SIGTERM)
        assert await asyncio.to_thread(sender.process.wait, PATIENCE) == 0
    assert [told["state"] for told in await mail_site.deliveries(anna)] == ["accepted"]
    assert len(mail_site.mail.messages) == 1


async def test_a_store_that_falls_silent_after_the_acceptance_is_waited_for(tmp_path: Path) -> None:
    with running_server(tmp_path / "redis") as server:
        async with running_mail_site(server.url) as mail_site:
            anna, brutus = await mail_site.person("Anna"), await mail_site.person("Brutus")
            await started(anna, brutus)
            await mail_site.read_feed()
            mail_site.mail.on_message = server.kill
            carrying = asyncio.create_task(mail_site.deliver_due())
            await asyncio.to_thread(wait_for, lambda: mail_site.mail.messages, what="the mail")
            await asyncio.to_thread(server.start)
            await carrying
            mail_site.pass_time(LEASE)
            await mail_site.deliver_due()
            assert len(mail_site.letters(anna)) == 1
            assert [told["state"] for told in await mail_site.deliveries(anna)] == ["accepted"]


async def test_ten_silent_webhooks_of_one_person_stall_neither_bots_nor_other_peoples_deliveries(
    post_server: Server, mail_site: MailSite, anna: Person, brutus: Person, tmp_path: Path
) -> None:
    """Each post to them is given up after many seconds; by then everything else is long done."""
    environ = environment(post_server, mail_site)
    async with silent_receiver() as silent, hook_receiver() as healthy:
        for _ in range(SILENT):
            await brutus.done("/webhooks", {"url": silent.url})
        await anna.done("/webhooks", {"url": healthy.url, "events": ["game.started"]})
        await started(anna, brutus)
        with ExitStack() as parts:
            for part in PARTS:
                parts.enter_context(running_tree(["-m", "services.cli", *part], tmp_path / part[0], environ))
            await asyncio.to_thread(wait_for, lambda: silent.begun, what="a post that hangs")
            game = await open_table(mail_site.services, TABERNA, ["random"] * 2, bytes(32))
            await mail_site.services.people.presence.mark(game, UserId(anna.user_id))
            await until_over(mail_site.services.tables, [game], PATIENCE)
            await asyncio.to_thread(wait_for, lambda: healthy.received, what="the healthy delivery")
            assert silent.given_up < SILENT // 3
            assert silent.most_at_once == 1, "one post at a time for each owner"
