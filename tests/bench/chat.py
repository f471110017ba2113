"""From a chat's request to its first answer, beside an empty handler that checks the same signature, in turns.

`/acta help` is looked up and said. `/acta link` stores something: its request is claimed before, so that it is done
once, and both are synced to the disk. Both apps are served over HTTP by threads of this process.
"""

import statistics
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import httpx
from litestar import Litestar, Response, post

from services.chat.discord.signature import Signatures as DiscordSignatures
from services.chat.slack.signature import Signatures as SlackSignatures
from services.play.deps import AnyRequest
from services.server import create_app
from services.settings import Settings
from services.settings.secret import Secret
from tests.bench.report import say, show
from tests.kit import discord, slack
from tests.kit.discord.answers import COMMAND
from tests.kit.discord.people import ENDPOINT, command_data
from tests.kit.discord.people import signed as signed_by_discord
from tests.kit.http import serving
from tests.kit.processes import running_server
from tests.kit.slack.people import COMMANDS, FORM
from tests.kit.slack.people import signed as signed_by_slack

ROUNDS = 400
WARM = 20
EMPTY = "empty signed handler"
Call = Callable[[], httpx.Response]


@post(COMMANDS, status_code=200)
async def empty_slack(request: AnyRequest) -> Response[bytes]:
    """What the least that is safe costs: the signature is checked, and nothing is answered."""
    headers, body = request.headers, await request.body()
    signatures: SlackSignatures = request.app.state.signatures
    holds = signatures.hold(headers["x-slack-signature"], headers["x-slack-request-timestamp"], body)
    return Response(b"", status_code=200 if holds else 401)


@post(ENDPOINT, status_code=200)
async def empty_discord(request: AnyRequest) -> Response[bytes]:
    """The same for Discord."""
    headers, body = request.headers, await request.body()
    signatures: DiscordSignatures = request.app.state.signatures
    holds = signatures.hold(headers["x-signature-ed25519"], headers["x-signature-timestamp"], body)
    return Response(b"", status_code=200 if holds else 401)


@contextmanager
def _answering(handler: Any, signatures: object) -> Iterator[httpx.Client]:  # noqa: ANN401 - a handler of Litestar
    bare = Litestar([handler], openapi_config=None, logging_config=None)
    bare.state.signatures = signatures
    with _served(bare) as client:
        yield client


@contextmanager
def _served(app: Litestar) -> Iterator[httpx.Client]:
    """Somebody who calls an app over HTTP."""
    with serving(app) as port, httpx.Client(base_url=f"http://127.0.0.1:{port}") as client:
        yield client


def _in_turns(ours: Call, bare: Call) -> tuple[list[float], list[float]]:
    """Milliseconds until the first answer of either, asked in turns."""
    found: tuple[list[float], list[float]] = ([], [])
    for number in range(WARM + ROUNDS):
        for call, times in zip((ours, bare), found, strict=True):
            began = time.perf_counter()
            answer = call()
            taken = time.perf_counter() - began
            assert answer.status_code == 200, answer.text
            if number >= WARM:
                times.append(taken * 1000)
    return found


def measured_slack(redis_url: str, text: str) -> tuple[list[float], list[float]]:
    """Slack: nothing is answered at once, and everything is done then."""
    secret, token = Secret(slack.SIGNING_SECRET), Secret(slack.BOT_TOKEN)
    with slack.slack_server() as api:
        where: Any = {"redis_url": Secret(redis_url), "slack_api": f"{api.world.address}/api/"}
        app = create_app(Settings(slack_signing_secret=secret, slack_bot_token=token, **where))
        carrier: Any = None  # the requests are only written down here
        livia = slack.SlackPerson(api.world, carrier, "Livia", "U1", api.world.channel().id)

        def call(client: httpx.Client) -> httpx.Response:
            body = livia.command_body(text)
            headers = signed_by_slack(api.world, body) | {"Content-Type": FORM}
            return client.post(COMMANDS, content=body, headers=headers)

        with _served(app) as ours, _answering(empty_slack, SlackSignatures(slack.SIGNING_SECRET)) as bare:
            return _in_turns(partial(call, ours), partial(call, bare))


def measured_discord(redis_url: str, name: str) -> tuple[list[float], list[float]]:
    """Discord: the first answer is the whole answer, without its picture."""
    with discord.discord_server() as (api, address):
        known: Any = {"discord_application_id": discord.APPLICATION, "discord_public_key": api.world.public_key}
        token, where = Secret(discord.BOT_TOKEN), Secret(redis_url)
        app = create_app(Settings(redis_url=where, discord_bot_token=token, discord_api=address, **known))
        carrier: Any = None
        livia = discord.DiscordPerson(api.world, carrier, "Livia", api.world.snowflake(), api.world.channel().id)

        def call(client: httpx.Client) -> httpx.Response:
            body = livia.begin(COMMAND, command_data(name, {}))[1]
            return client.post(ENDPOINT, content=body, headers=signed_by_discord(api.world, body))

        with _served(app) as ours, _answering(empty_discord, DiscordSignatures(api.world.public_key)) as bare:
            return _in_turns(partial(call, ours), partial(call, bare))


MEASURED = {"Slack": (measured_slack, ("help",)), "Discord": (measured_discord, ("help", "link"))}


def run() -> None:
    """Print the figures."""
    for platform, (measured, commands) in MEASURED.items():
        for command in commands:
            with tempfile.TemporaryDirectory() as folder, running_server(Path(folder)) as redis:
                found = dict(zip((f"/acta {command}", EMPTY), measured(redis.url, command), strict=True))
            rows = [(name, statistics.median(times), _p99(times)) for name, times in found.items()]
            show(f"{platform}: a request until its first answer, in ms", ("what", "p50", "p99"), rows)
            ours, bare = rows
            say(f"  p99 of {ours[0]} / p99 of the empty handler   {ours[2] / bare[2]:.2f}   (at most 3 wanted)")


def _p99(times: list[float]) -> float:
    return sorted(times)[int(len(times) * 0.99)]


if __name__ == "__main__":
    run()
