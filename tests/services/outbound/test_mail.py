"""Mail reaches a mail server as one message to one person."""

import pytest

from services.outbound.mail import Mailer, MailNotSent, MailRefused
from tests.kit.mail_server import SENDER, mail_server

pytestmark = pytest.mark.anyio


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


async def test_a_mail_arrives() -> None:
    async with mail_server() as server:
        mailer = Mailer(server.url, SENDER)
        await mailer.send("livia@example.org", "Salvē", "Vāle.\n")
    [message] = server.messages
    assert server.recipients == ["RCPT TO:<livia@example.org>"]
    assert (message["From"], message["To"], message["Subject"]) == (
        "Acta <acta@example.org>",
        "livia@example.org",
        "Salvē",
    )
    assert message.get_content().strip() == "Vāle."
    assert message["Message-ID"].endswith("@example.org>")


async def test_a_refused_mail_is_an_error() -> None:
    async with mail_server() as server:
        with pytest.raises(MailRefused, match="550 nobody"):
            await Mailer(server.url, "acta@example.org").send("nobody@example.org", "s", "t")
    assert server.messages == []


async def test_what_is_sent_again_has_the_same_id_and_says_how_to_end_it() -> None:
    link = f"https://acta.example/stop/{'0' * 80}"
    async with mail_server() as server:
        mailer = Mailer(server.url, SENDER)
        for _ in range(2):
            assert await mailer.deliver("livia@example.org", "17", "Salvē", "Vāle.\n", link) == "ok"
    assert server.ids() == ["<17@example.org>"] * 2
    assert f"\r\nList-Unsubscribe: <{link}>\r\n".encode() in server.raw[0], "in one line, as mail programs read it"
    assert server.messages[0]["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"


@pytest.mark.parametrize(("answer", "final"), [("451 come back later", False), ("554 spam", True)])
async def test_a_refusal_for_now_is_not_one_for_good(answer: str, final: bool) -> None:
    async with mail_server() as server:
        server.answers = [answer]
        with pytest.raises(MailNotSent, match=answer) as refusal:
            await Mailer(server.url, SENDER).send("livia@example.org", "s", "t")
    assert isinstance(refusal.value, MailRefused) is final


async def test_a_server_that_is_away_is_no_refusal() -> None:
    with pytest.raises(MailNotSent) as failure:
        await Mailer("smtp://127.0.0.1:9", SENDER).send("livia@example.org", "s", "t")
    assert not isinstance(failure.value, MailRefused)


async def test_a_password_never_goes_out_unencrypted() -> None:
    async with mail_server() as server:
        mailer = Mailer(f"smtp://user:secret@127.0.0.1:{server.port}", "acta@example.org")
        with pytest.raises(MailNotSent):
            await mailer.send("livia@example.org", "s", "t")
    assert server.messages == []
