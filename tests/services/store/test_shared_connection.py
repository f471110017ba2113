"""The one connection of a process: everybody gets their own answer, and a line that is lost is lost for those on it."""

import asyncio
import ssl
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from ipaddress import ip_address
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from redis.exceptions import ConnectionError as NotConnected
from redis.exceptions import ResponseError
from redis.exceptions import TimeoutError as NoAnswer

from tests.kit.processes import PATIENCE, Server, running_server
from tests.services.store.servers import AnyRedis, connected


async def lines(client: AnyRedis) -> int:
    """How many connections the server has."""
    return len(await client.client_list())


async def sent() -> None:
    """Let what was asked go out: the commands of one turn of the event loop are written in the next."""
    for _ in range(5):
        await asyncio.sleep(0)


async def test_many_callers_share_a_line_and_get_their_own_answers(own_server: Server) -> None:
    async with connected(own_server.url) as client:
        before = await lines(client)

        async def ask(number: int) -> None:
            name = f"{number}"
            for turn in range(5):
                await client.set(name, f"{number} {turn}")
                assert await client.get(name) == f"{number} {turn}".encode()

        await asyncio.gather(*map(ask, range(50)))
        assert await lines(client) == before == 1


async def test_the_commands_of_one_turn_are_one_write(own_server: Server) -> None:
    async with connected(own_server.url) as client:
        await asyncio.gather(*(client.incr("n") for _ in range(100)))
        reads = (await client.info("stats"))["total_reads_processed"]
        await asyncio.gather(*(client.incr("n") for _ in range(100)))
        assert (await client.info("stats"))["total_reads_processed"] - reads < 10


async def test_a_refusal_reaches_only_who_asked(own_server: Server) -> None:
    async with connected(own_server.url) as client:
        await client.set("text", "a")
        found = await asyncio.gather(
            client.get("text"), client.hget("text", "x"), client.get("text"), return_exceptions=True
        )
        assert (found[0], found[2]) == (b"a", b"a")
        assert isinstance(found[1], ResponseError)


async def test_who_gives_up_leaves_no_answer_to_the_next(own_server: Server) -> None:
    async with connected(own_server.url) as client:
        await client.set("a", "of a")
        await client.set("b", "of b")
        own_server.freeze()
        hasty = asyncio.ensure_future(client.get("a"))
        patient = asyncio.ensure_future(client.get("b"))
        await sent()
        hasty.cancel()
        own_server.thaw()
        assert await patient == b"of b"
        assert await client.get("a") == b"of a"


async def test_a_lost_line_fails_those_on_it_and_the_next_call_opens_another(own_server: Server) -> None:
    async with connected(own_server.url) as client:
        await client.ping()
        own_server.freeze()
        waiting = [asyncio.ensure_future(client.incr("n")) for _ in range(3)]
        await sent()
        own_server.kill()
        failed = await asyncio.gather(*waiting, return_exceptions=True)
        assert {type(error) for error in failed} == {NotConnected}
        with pytest.raises(NotConnected):
            await client.ping()
        own_server.start()
        assert await asyncio.gather(*(client.ping() for _ in range(20))) == [True] * 20
        assert await lines(client) == 1


async def test_a_silent_server_is_given_up_for_all_who_wait(own_server: Server) -> None:
    async with connected(own_server.url, patience=1) as client:
        await client.ping()
        own_server.freeze()
        try:
            failed = await asyncio.gather(*(client.ping() for _ in range(3)), return_exceptions=True)
        finally:
            own_server.thaw()
        assert {type(error) for error in failed} == {NoAnswer}
        assert await client.ping()


async def test_a_line_on_which_nothing_is_asked_is_not_given_up(own_server: Server) -> None:
    async with connected(own_server.url, patience=1) as client, connected(own_server.url) as other:
        first = await client.client_id()
        until = time.monotonic() + 1.5
        while time.monotonic() < until:
            await other.ping()
        assert await client.client_id() == first


async def test_a_line_that_the_server_closed_costs_nobody_a_call(own_server: Server) -> None:
    async with connected(own_server.url) as client, connected(own_server.url) as other:
        ids = [await client.client_id()]
        await other.client_kill_filter(_id=str(ids[0]))
        async with asyncio.timeout(PATIENCE):
            while len(ids) == 1 or ids[-1] == ids[0]:
                await asyncio.sleep(0)
                ids.append(await client.client_id())


async def test_what_a_server_says_unasked_ends_the_line(own_server: Server) -> None:
    def too_much(data: bytes) -> bytes:
        return data.replace(b"+PONG\r\n", b"+PONG\r\n+MORE\r\n")

    async with passed_on(own_server, change=too_much) as address, connected(f"redis://{address}") as client:
        first = await client.client_id()
        assert await client.ping()
        assert await client.client_id() != first


async def test_password_and_database_hold_for_the_shared_line(tmp_path: Path) -> None:
    with running_server(tmp_path, options=["--user", "acta", "on", ">sesame", "~*", "&*", "+@all"]) as server:
        address = server.url.replace("unix://", "unix://acta:sesame@")
        async with connected(f"{address}?db=3") as client, connected(server.url) as outside:
            await client.set("a", "b")
            assert (await client.client_info())["user"] == "acta"
            assert not await outside.exists("a")
        async with connected(server.url.replace("unix://", "unix://acta:wrong@")) as client:
            with pytest.raises(NotConnected, match="password"):
                await client.ping()


@asynccontextmanager
async def passed_on(
    server: Server, *, change: Callable[[bytes], bytes] = bytes, tls: ssl.SSLContext | None = None
) -> AsyncIterator[str]:
    """Where a server can be reached by TCP, perhaps through TLS, with what it says changed."""
    serving: set[asyncio.Task[object]] = set()

    async def pass_on(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while data := await reader.read(65536):
                writer.write(change(data))
        finally:
            writer.transport.abort()

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        inner, to_inner = await asyncio.open_unix_connection(str(server.plan.socket))
        await asyncio.gather(pass_on(reader, to_inner), pass_on(inner, writer), return_exceptions=True)

    def accept(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        serving.add(asyncio.create_task(serve(reader, writer)))

    async with await asyncio.start_server(accept, "127.0.0.1", 0, ssl=tls) as proxy:
        yield f"127.0.0.1:{proxy.sockets[0].getsockname()[1]}"
    for task in serving:
        task.cancel()
    await asyncio.gather(*serving, return_exceptions=True)


def certificate(folder: Path) -> Path:
    key = ec.generate_private_key(ec.SECP256R1())
    name, now = x509.Name([]), datetime.now(UTC)
    made = (
        x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
        .not_valid_before(now - timedelta(hours=1))
        .not_valid_after(now + timedelta(hours=1))
        .add_extension(x509.SubjectAlternativeName([x509.IPAddress(ip_address("127.0.0.1"))]), critical=True)
        .sign(key, hashes.SHA256())
    )
    file = folder / "certificate.pem"
    secret = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    file.write_bytes(secret + made.public_bytes(Encoding.PEM))
    return file


async def test_a_line_through_tls(own_server: Server, tmp_path: Path) -> None:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate(tmp_path))
    async with passed_on(own_server, tls=context) as address:
        async with connected(f"rediss://{address}?ssl_ca_certs={tmp_path / 'certificate.pem'}") as client:
            await asyncio.gather(*(client.incr("n") for _ in range(20)))
            assert await client.get("n") == b"20"
        async with connected(f"rediss://{address}") as stranger:
            with pytest.raises(NotConnected, match="certificate"):
                await stranger.ping()
