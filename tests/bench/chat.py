"""From a chat's request to its first answer, beside an empty handler that checks the same signature, in turns."""

import asyncio
import statistics
import tempfile
from pathlib import Path
from typing import Any

from litestar import Litestar, Response, post

from services.chat.slack.signature import Signatures
from services.play.deps import AnyRequest
from services.settings.secret import Secret
from tests.bench.report import say, show
from tests.kit.http import running_site
from tests.kit.processes import running_server
from tests.kit.slack import BOT_TOKEN, SIGNING_SECRET, SlackPerson, slack_server
from tests.kit.slack.api import Api
from tests.kit.slack.people import COMMANDS, FORM, ToApp, signed

ROUNDS = 400
WARM = 20


@post(COMMANDS, status_code=200)
async def empty(request: AnyRequest) -> Response[bytes]:
    """What the least that is safe costs: the signature is checked, and nothing is answered."""
    headers, body = request.headers, await request.body()
    signatures: Signatures = request.app.state.signatures
    holds = signatures.hold(headers["x-slack-signature"], headers["x-slack-request-timestamp"], body)
    return Response(b"", status_code=200 if holds else 401)


async def _measured(api: Api, redis_url: str) -> dict[str, list[float]]:
    slack = {"slack_bot_token": Secret(BOT_TOKEN), "slack_api": f"{api.world.address}/api/"}
    bare: Any = Litestar([empty], openapi_config=None, logging_config=None)
    bare.state.signatures = Signatures(SIGNING_SECRET)
    async with running_site(redis_url, slack_signing_secret=Secret(SIGNING_SECRET), **slack) as site:
        carriers = {"/acta help": ToApp(api.world, site.app), "empty signed handler": ToApp(api.world, bare)}
        livia = SlackPerson(api.world, carriers["/acta help"], "Livia", "U1", api.world.channel().id)
        found: dict[str, list[float]] = {name: [] for name in carriers}
        for number in range(WARM + ROUNDS):
            for name, carrier in carriers.items():
                body = livia.command_body("help")
                answered = await carrier.carry(COMMANDS, body, signed(api.world, body) | {"Content-Type": FORM})
                assert answered.status == 200, answered
                if number >= WARM:
                    found[name].append(answered.seconds * 1000)
    return found


def run() -> None:
    """Print the figures."""
    with tempfile.TemporaryDirectory() as folder, running_server(Path(folder)) as redis, slack_server() as api:
        found = asyncio.run(_measured(api, redis.url))
    rows = [(name, statistics.median(times), _p99(times)) for name, times in found.items()]
    show("Slack: a request until its first answer, in ms", ("what", "p50", "p99"), rows)
    ours, bare = rows
    say(f"  p99 of /acta help / p99 of the empty handler   {ours[2] / bare[2]:.2f}   (at most 3 wanted)")


def _p99(times: list[float]) -> float:
    return sorted(times)[int(len(times) * 0.99)]


if __name__ == "__main__":
    run()
