"""From a chat's request to its first answer, beside an empty handler that checks the same signature, in turns.

`/acta help` is looked up and said. `/acta link` stores a code, and a step of a turn the draft: Discord is told at once
that the answer follows, and it does when it is synced to the disk. `/acta move` folds a table, and is answered by
itself. Nothing is under way any more when the next request begins. Both apps are served over HTTP by threads of this
process.
"""

import asyncio
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import cycle
from pathlib import Path
from typing import Any, NamedTuple

import httpx
from litestar import Litestar, Response, post
from msgspec.structs import replace

from domain.kernel.ids import UserId
from services import bootstrap
from services.chat.discord.signature import DiscordSignatures
from services.chat.slack.signature import SlackSignatures
from services.identity.callers import AnyRequest
from services.server import create_app
from services.settings import Settings
from services.settings.secret import Secret
from services.store.chat.links import Offer
from tests.bench.report import say, show
from tests.kit import discord, slack
from tests.kit.chat_players import OnDiscord, actions, open_table, press
from tests.kit.discord.answers import COMMAND, COMPONENT, apply_answer, read_answer
from tests.kit.discord.people import BUTTON, ENDPOINT, FOLLOWS_SECONDS, STRING_SELECT, ByHttp, command_data
from tests.kit.discord.people import signed as signed_by_discord
from tests.kit.http import serving
from tests.kit.processes import running_server
from tests.kit.slack.people import COMMANDS, FORM
from tests.kit.slack.people import signed as signed_by_slack

ROUNDS = 400
WARM = 20
PAUSE = 0.02
"""Seconds between two requests: nobody may give more than fifty commands a second."""
EMPTY = "empty signed handler"
STEP = "a step of a turn"
Settle = Callable[[httpx.Response], object]


class Asking(NamedTuple):
    """A request as it is sent, and what waits until nothing of it is under way any more."""

    address: str
    body: bytes
    headers: dict[str, str]
    settle: Settle


class Times(NamedTuple):
    """Milliseconds of each round."""

    first: list[float]
    """Until our first answer."""
    whole: list[float]
    """Until whatever follows it is there too."""
    bare: list[float]
    """Until the answer of the empty handler."""


@post(COMMANDS, status_code=200)
async def empty_slack(request: AnyRequest) -> Response[bytes]:
    """What the least that is safe costs: the signature is checked, and nothing is answered."""
    headers, body = request.headers, await request.body()
    signatures: SlackSignatures = request.app.state.signatures
    holds = signatures.hold(headers["x-slack-signature"], headers["x-slack-request-timestamp"], body)
    return Response(b"", status_code=200 if holds else 401)


@post(ENDPOINT, status_code=200)
async def empty_discord(request: AnyRequest) -> Response[bytes]:
    """Check a request as Discord signs it, and answer nothing."""
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


def _in_turns(ask: Callable[[], Asking], ours: httpx.Client, bare: httpx.Client) -> Times:
    """Ask either in turns."""
    found = Times([], [], [])
    for number in range(WARM + ROUNDS):
        time.sleep(PAUSE)
        asking = ask()
        began = time.perf_counter()
        answer = _sent(ours, asking)
        answered = time.perf_counter()
        asking.settle(answer)
        settled = time.perf_counter()
        _sent(bare, asking)
        ended = time.perf_counter()
        if number >= WARM:
            for times, taken in zip(found, (answered - began, settled - began, ended - settled), strict=True):
                times.append(taken * 1000)
    return found


def _until(holds: Callable[[], object]) -> None:
    """Wait closely: how long it takes is measured."""
    end = time.monotonic() + FOLLOWS_SECONDS
    while not holds():
        assert time.monotonic() < end, "nothing followed"
        time.sleep(0.0002)


def _sent(client: httpx.Client, asking: Asking) -> httpx.Response:
    answer = client.post(asking.address, content=asking.body, headers=asking.headers)
    assert answer.status_code == 200, answer.text
    return answer


def measured_slack(redis_url: str, text: str) -> Times:
    """Slack: nothing is answered at once, and everything is done then."""
    secret, token = Secret(slack.SIGNING_SECRET), Secret(slack.BOT_TOKEN)
    with slack.slack_server() as api:
        where: Any = {"redis_url": Secret(redis_url), "slack_api": f"{api.world.address}/api/"}
        app = create_app(Settings(slack_signing_secret=secret, slack_bot_token=token, **where))
        carrier: Any = None  # the requests are only written down here
        livia = slack.SlackPerson(api.world, carrier, "Livia", "U1", api.world.channel().id)

        def ask() -> Asking:
            body, seen = livia.command_body(text), len(livia.sees())
            headers = signed_by_slack(api.world, body) | {"Content-Type": FORM}
            return Asking(COMMANDS, body, headers, lambda _: _until(lambda: len(livia.sees()) > seen))

        with _served(app) as ours, _answering(empty_slack, SlackSignatures(slack.SIGNING_SECRET)) as bare:
            return _in_turns(ask, ours, bare)


def measured_discord(redis_url: str, what: str) -> Times:
    """Discord: the first answer says all there is to say, or that it follows."""
    with discord.discord_server() as (api, address):
        known: Any = {"discord_application_id": discord.APPLICATION, "discord_public_key": api.world.public_key}
        token, where = Secret(discord.BOT_TOKEN), Secret(redis_url)
        settings = Settings(redis_url=where, discord_bot_token=token, discord_api=address, **known)
        with _served(create_app(settings)) as ours:
            person, doings = asyncio.run(_prepared(settings, api.world, str(ours.base_url), what))

            def ask() -> Asking:
                interaction, body = person.begin(*next(doings))

                def settle(answer: httpx.Response) -> None:
                    apply_answer(api.world, interaction, read_answer(answer.content))
                    _until(lambda: interaction.followed or not interaction.deferred)

                return Asking(ENDPOINT, body, signed_by_discord(api.world, body), settle)

            with _answering(empty_discord, DiscordSignatures(api.world.public_key)) as bare:
                return _in_turns(ask, ours, bare)


async def _prepared(
    settings: Settings, world: discord.Discord, address: str, what: str
) -> tuple[discord.DiscordPerson, Iterator[Any]]:
    """Somebody, and what they do over and over: a command, or a step that is taken and taken back."""
    async with httpx.AsyncClient(base_url=address) as http:
        if what in {"help", "link"}:  # of somebody whom Acta does not know
            stranger = discord.DiscordPerson(world, ByHttp(world, http), "Livia", world.snowflake(), world.channel().id)
            return stranger, cycle([(COMMAND, command_data(what, {}))])
        player = await _seated(settings, world, http)
    if what != STEP:
        return player.person, cycle([(COMMAND, command_data(what, {}))])
    line = next(it for it in player.pressables() if it.reference.action == "pick" and it.value)
    picked = {"component_type": STRING_SELECT, "custom_id": line.reference.encoded(), "values": [line.value]}
    discarded = {"component_type": BUTTON, "custom_id": replace(line.reference, action="discard").encoded()}
    return player.person, cycle([(COMPONENT, picked, player.seen), (COMPONENT, discarded, player.seen)])


async def _seated(settings: Settings, world: discord.Discord, http: httpx.AsyncClient) -> OnDiscord:
    """Somebody who is to choose at a table of two, and looks at the menu from which a step is taken."""
    services, channel, people = bootstrap.build(settings), world.channel().id, list[OnDiscord]()
    for name in ("Livia", "Marcus"):
        joining = await http.post("/api/v1/users", json={"name": name, "password": "correct horse battery"})
        person = discord.DiscordPerson(world, ByHttp(world, http), name, world.snowflake(), channel)
        code = await services.chat.links.offer(Offer(user=UserId(joining.json()["user_id"])))
        await person.command("link", code=code)
        people.append(OnDiscord(person))
    await services.close()
    await open_table(people[0], "concordia", 2, bots=0)
    people[1].look()
    await press(people[1], "join")
    for one in people:
        await one.say("move")
    player, shown = next(one for one in people if "pick" in actions(one)), None
    while "discard" not in actions(player):
        shown = player.seen.body
        await press(player, "pick")
    await press(player, "discard")
    player.seen.body = shown  # the menu whose first line was the step
    return player


MEASURED = {"Slack": (measured_slack, ("help",)), "Discord": (measured_discord, ("help", "move", "link", STEP))}


def run() -> None:
    """Print the figures."""
    for platform, (measured, asked) in MEASURED.items():
        for what in asked:
            with tempfile.TemporaryDirectory() as folder, running_server(Path(folder)) as redis:
                times = measured(redis.url, what)
            name = what if what == STEP else f"/acta {what}"
            labels = (name, f"{name}, and what follows", EMPTY)
            rows = [(label, statistics.median(one), _p99(one)) for label, one in zip(labels, times, strict=True)]
            show(f"{platform}: a request until its first answer, in ms", ("what", "p50", "p99"), rows)
            say(f"  p99 of {name} / p99 of the empty handler   {rows[0][2] / rows[2][2]:.2f}   (at most 3 wanted)")


def _p99(times: list[float]) -> float:
    return sorted(times)[int(len(times) * 0.99)]


if __name__ == "__main__":
    run()
