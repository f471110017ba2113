"""Real workers and a real projector: a mail reaches its person, whatever dies on the way."""

import asyncio
import signal
from pathlib import Path

import psutil

from domain.kernel.clock import SECOND
from services.queue.jobs import NOTIFY, QUEUES
from tests.kit.http import GAMES, Person
from tests.kit.mail_server import SENDER
from tests.kit.mail_site import MailSite, address, running_mail_site
from tests.kit.processes import ProcessTree, Server, running_server, running_tree, wait_for
from tests.services.api.tables import started
from workers.notify import LEASE
from workers.sweeper import sweep_outbox

SECONDS = 20
NOTIFY_QUEUE = f"rq:queue:{QUEUES[NOTIFY]}"


def environment(post_server: Server, mail_site: MailSite) -> dict[str, str]:
    return {
        "ACTA_REDIS_URL": post_server.url,
        "ACTA_GAMES": ",".join(GAMES),
        "ACTA_SMTP_URL": mail_site.mail.url,
        "ACTA_MAIL_FROM": SENDER,
        "ACTA_SWEEP_SECONDS": "1",
    }


async def until_mailed(mail_site: MailSite, count: int, *trees: ProcessTree) -> None:
    """Wait for mails; a process that ended meanwhile tells why."""

    def arrived() -> bool:
        assert all(tree.process.poll() is None for tree in trees), [tree.output() for tree in trees]
        return len(mail_site.mail.messages) >= count

    await asyncio.to_thread(wait_for, arrived, seconds=SECONDS, what="the mail")
    await mail_site.mail.idle()


async def test_projector_and_worker_bring_a_mail_after_its_event(
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
            running_tree(["-m", "services.cli", "worker"], tmp_path / "worker", settings) as worker,
        ):
            game = await started(anna, brutus)
            await until_mailed(mail_site, 1, projector, worker)
            await asyncio.to_thread(worker.wait_until_it_says, "accepted")
            version = (await anna.seen(f"/games/{game}"))["version"]
    assert mail_site.letters(anna) == ["It begins with you: Taberna"]
    assert reached == [version], "nothing is told before it is written"
    for secret in (address(anna), mail_site.mail.messages[0].get_content().splitlines()[0]):
        assert secret not in projector.output() + worker.output(), "logs name ids alone"


async def test_a_worker_killed_between_acceptance_and_record_repeats_the_same_id(
    post_server: Server, mail_site: MailSite, anna: Person, brutus: Person, tmp_path: Path
) -> None:
    """The mail server has it; the worker and its child are dead before they can hear or write down that it does."""
    await started(anna, brutus)
    await mail_site.read_feed()
    with running_tree(
        ["-m", "services.cli", "worker"], tmp_path / "worker", environment(post_server, mail_site)
    ) as worker:

        def die() -> None:
            children = worker.descendants()
            for child in children:
                child.kill()
            worker.end(signal.SIGKILL)
            psutil.wait_procs(children, timeout=SECONDS)

        mail_site.mail.on_message = die
        await asyncio.to_thread(wait_for, lambda: mail_site.mail.messages, seconds=SECONDS, what="the mail")
        await mail_site.mail.idle()
    mail_site.mail.on_message = lambda: None
    [told] = await mail_site.deliveries(anna)
    assert told["state"] == "waiting", "nobody knows that it was accepted"
    await mail_site.deliver_due()
    assert len(mail_site.mail.messages) == 1, "the dead worker's attempt is not over yet"
    mail_site.pass_time(LEASE)
    for _ in range(3):
        await mail_site.deliver_due()
    assert mail_site.mail.ids() == [f"<{told['id']}@example.org>"] * 2
    [told] = await mail_site.deliveries(anna)
    assert (told["state"], told["attempts"]) == ("accepted", 2)


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


async def test_a_queue_that_lost_everything_strands_no_delivery(
    post_server: Server, mail_site: MailSite, anna: Person, brutus: Person, tmp_path: Path
) -> None:
    await started(anna, brutus)
    await mail_site.read_feed()
    await forget_jobs(post_server)
    with running_tree(
        ["-m", "services.cli", "worker"], tmp_path / "worker", environment(post_server, mail_site)
    ) as worker:
        await until_mailed(mail_site, 1, worker)
    assert len(mail_site.letters(anna)) == 1


async def forget_jobs(post_server: Server) -> None:
    """The queue's Redis starts empty, after it was asked for the one delivery that is due."""
    with post_server.client() as store:
        await asyncio.to_thread(wait_for, lambda: store.llen(NOTIFY_QUEUE), what="the job")
        for key in store.keys("rq:*"):
            store.delete(key)


async def test_a_delivery_in_a_queue_without_workers_is_enqueued_once(
    post_server: Server, mail_site: MailSite, anna: Person, brutus: Person
) -> None:
    await started(anna, brutus)
    await mail_site.read_feed()
    await forget_jobs(post_server)
    with post_server.client() as store:
        for _ in range(3):
            await sweep_outbox(mail_site.services, grace=-1)
            mail_site.pass_time(60 * SECOND)
        [job] = store.lrange(NOTIFY_QUEUE, 0, -1)
    [told] = await mail_site.deliveries(anna)
    assert told["id"].encode() in job
