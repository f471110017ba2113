"""Without a public address Discord is listened to: connections are kept up, and everything is answered alike."""

import asyncio
import signal
import time
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from services.chat.adapters import NotWanted
from services.chat.discord import gateway
from services.chat.discord.gateway import Gateway
from tests.kit.command_line import acta
from tests.kit.discord import BOT_TOKEN, DiscordPerson, Shown
from tests.kit.discord.api import Fault
from tests.kit.discord.gateway import GatewayDouble, discord_gateway
from tests.kit.processes import Server, running_tree
from tests.kit.slack import BOT_TOKEN as SLACK_TOKEN
from tests.kit.slack import slack_server
from tests.services.chat.discord.conftest import Club
from tests.services.chat.discord.test_answers import until


def environ_of(club: Club, server: Server) -> dict[str, str]:
    """The settings of a process that listens."""
    settings = club.site.services.settings
    return {
        "ACTA_REDIS_URL": server.url,
        "ACTA_DISCORD_APPLICATION_ID": str(settings.discord_application_id),
        "ACTA_DISCORD_PUBLIC_KEY": str(settings.discord_public_key),
        "ACTA_DISCORD_BOT_TOKEN": BOT_TOKEN,
        "ACTA_DISCORD_API": settings.discord_api,
    }


class Line(NamedTuple):
    double: GatewayDouble
    listening: asyncio.Task[None]
    livia: DiscordPerson


@pytest.fixture
async def line(club: Club, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Line]:
    monkeypatch.setattr(gateway, "_FIRST_PAUSE", 0.01)
    monkeypatch.setattr(gateway, "_NEW_SESSION_SECONDS", 0.01)
    monkeypatch.setattr(club.world, "sessions_left", 1000)
    monkeypatch.setattr(club.world, "sessions_again", 100)
    client = club.site.services.chat.discord
    assert client is not None
    async with discord_gateway(club.world) as double:
        listening = asyncio.create_task(Gateway(client, club.handler).run())
        livia = club.person("Livia")
        livia.carrier = double
        yield Line(double, listening, livia)
        listening.cancel()
        await asyncio.wait({listening})


async def helped(livia: DiscordPerson) -> None:
    told = await livia.command("help")
    assert isinstance(told, Shown)
    assert "account" in told.text
    assert told.private_to == livia.id


async def test_interactions_are_answered(line: Line) -> None:
    await helped(line.livia)
    assert line.double.begun == ["identify"]
    beats = line.double.beats
    await until(lambda: line.double.beats > beats + 1)
    await helped(line.livia)


@pytest.mark.parametrize(
    ("code", "then"),
    [(code, "resume") for code in (1000, 1001, 1011, 4000, 4001, 4002, 4003, 4005, 4008)]
    + [(code, "identify") for code in (4007, 4009)],
)
async def test_a_connection_that_breaks_is_taken_up(line: Line, code: int, then: str) -> None:
    """1000 and 1001 end a session only if it is we who close with them: D events/gateway#initiating-a-disconnect."""
    await helped(line.livia)
    await line.double.connections[-1].close(code)
    await helped(line.livia)
    assert line.double.begun == ["identify", then]


@pytest.mark.parametrize("said", ["Welcome to the hotel's network", "[]", '{"op": 9}', '{"op": 0, "t": "READY"}'])
async def test_what_discord_never_says_costs_no_session(line: Line, said: str) -> None:
    await helped(line.livia)
    await line.double.connections[-1].send(said)
    await until(lambda: len(line.double.begun) == 2)
    await helped(line.livia)
    assert line.double.begun == ["identify", "resume"]


async def test_discord_asks_for_a_new_connection(line: Line) -> None:
    await helped(line.livia)
    await line.double.say(7, None)
    await until(lambda: len(line.double.begun) == 2)
    await helped(line.livia)
    assert line.double.begun == ["identify", "resume"]


@pytest.mark.parametrize(("good", "then"), [(True, "resume"), (False, "identify")])
async def test_a_session_may_not_be_good(line: Line, good: bool, then: str) -> None:
    await helped(line.livia)
    await line.double.say(9, good)
    await until(lambda: len(line.double.begun) == 2)
    assert line.double.begun == ["identify", then]


async def test_a_heartbeat_that_discord_asks_for_is_given(line: Line) -> None:
    await helped(line.livia)
    beats = line.double.beats
    await line.double.say(1, None)
    await until(lambda: line.double.beats > beats)


async def test_a_connection_without_a_heart_is_left(line: Line) -> None:
    await helped(line.livia)
    line.double.deaf = True
    await until(lambda: len(line.double.begun) > 1)
    line.double.deaf = False
    await helped(line.livia)
    assert set(line.double.begun[1:]) == {"resume"}


async def test_sessions_that_end_at_once_are_begun_ever_more_seldom(line: Line) -> None:
    await helped(line.livia)
    line.double.invalid = True
    began = time.monotonic()
    await line.double.say(9, data=False)
    await until(lambda: len(line.double.begun) > 7)
    assert time.monotonic() - began > sum(0.01 * 2**loss for loss in range(7)) / 2, "0.01, 0.02, 0.04 … seconds"


async def test_no_session_is_begun_beyond_those_that_discord_allows(line: Line, club: Club) -> None:
    await helped(line.livia)
    line.double.world.sessions_left = 0
    asked = club.api.calls.count("GET /gateway/bot")
    await line.double.say(9, data=False)
    await until(lambda: club.api.calls.count("GET /gateway/bot") > asked + 2)
    assert line.double.begun == ["identify"]
    line.double.world.sessions_left = 1000
    await helped(line.livia)
    assert line.double.begun == ["identify", "identify"]


async def test_a_place_to_take_a_session_up_that_is_gone_is_left_for_the_first(line: Line) -> None:
    await helped(line.livia)
    line.double.resume_at = "ws://127.0.0.1:9"
    await line.double.say(9, data=False)
    await until(lambda: len(line.double.begun) == 2)
    await helped(line.livia)
    assert line.double.begun == ["identify", "identify"]
    await line.double.connections[-1].close(1011)
    await helped(line.livia)
    assert line.double.begun == ["identify", "identify", "identify"]


async def test_a_greeting_that_never_comes_is_not_waited_for(line: Line, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gateway, "_HELLO_SECONDS", 0.2)
    await helped(line.livia)
    line.double.silent = 2
    await line.double.connections[-1].close(1011)
    await helped(line.livia)
    assert line.double.silent == 0


@pytest.mark.parametrize("code", [4004, 4010, 4011, 4012, 4013, 4014])
async def test_a_fatal_code_ends_it_with_a_sentence(club: Club, code: int) -> None:
    client = club.site.services.chat.discord
    assert client is not None
    async with discord_gateway(club.world) as double:
        double.refusal = code
        with pytest.raises(NotWanted, match=f"{code}.*: [a-z].*[.]$"):
            await asyncio.wait_for(Gateway(client, club.handler).run(), 10)


async def test_a_proxy_that_refuses_ends_the_command_with_a_sentence(
    club: Club, server: Server, tmp_path: Path
) -> None:
    club.api.faults.append(Fault("GET /gateway/bot", 403, page=b"<html>Forbidden</html>"))
    words = ["-m", "services.cli", "chat", "--socket"]
    with running_tree(words, tmp_path / "output", environ_of(club, server)) as tree:
        assert await asyncio.to_thread(tree.process.wait, 60) == 1
    assert "Traceback" not in tree.output()
    assert "a proxy or firewall may stand between" in tree.output()


async def test_a_platform_that_refuses_leaves_the_other_one_alone(club: Club, server: Server, tmp_path: Path) -> None:
    """A process that ended and were started anew would cost a session at Discord each time."""
    words = ["-m", "services.cli", "chat", "--socket"]
    with slack_server() as slack:
        environ = environ_of(club, server) | {
            "ACTA_SLACK_API": f"{slack.world.address}/api/",
            "ACTA_SLACK_BOT_TOKEN": SLACK_TOKEN,
            "ACTA_SLACK_APP_TOKEN": "xapp-1-other",
        }
        async with discord_gateway(club.world) as double:
            livia = club.person("Livia")
            livia.carrier = double
            with running_tree(words, tmp_path / "output", environ) as tree:
                await asyncio.to_thread(tree.wait_until_it_says, "does not take slack_app_token", 40)
                await helped(livia)
                double.refusal = 4004
                await double.connections[-1].close(1011)
                assert await asyncio.to_thread(tree.process.wait, 40) == 1
            assert double.begun.count("identify") == 1
        assert "check discord_bot_token." in tree.output()
        assert "Traceback" not in tree.output()


@pytest.fixture
def stalling(club: Club) -> Iterator[set[str]]:
    """Calls that Discord does not answer while they stand here."""
    yield club.api.stalled
    club.api.stalled.clear()


async def test_a_process_that_is_ended_answers_what_is_under_way(
    club: Club, server: Server, stalling: set[str], tmp_path: Path
) -> None:
    words = ["-m", "services.cli", "chat", "--socket"]
    callback = "POST /interactions/{interaction}/{token}/callback"
    async with discord_gateway(club.world) as double:
        livia = club.person("Livia")
        livia.carrier = double
        with running_tree(words, tmp_path / "output", environ_of(club, server)) as tree:
            await asyncio.to_thread(tree.wait_until_it_says, "Listening to Discord", 40)
            await until(lambda: double.connections)
            before = club.api.calls.count(callback)
            stalling.add(callback)
            asking = asyncio.create_task(livia.command("help"))
            await until(lambda: club.api.calls.count(callback) > before)
            tree.process.send_signal(signal.SIGTERM)
            await until(lambda: "are still answered" in tree.output())
            assert tree.process.poll() is None, "it waits for Discord"
            stalling.clear()
            assert isinstance(await asking, Shown)
            assert await asyncio.to_thread(tree.process.wait, 20) == 0, tree.output()
        assert club.api.calls.count(callback) == before + 1
        assert "Traceback" not in tree.output()


def test_the_command_line_says_what_is_missing() -> None:
    assert "acta chat --socket" in acta("chat").stderr
