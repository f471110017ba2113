"""`acta chat --socket`: listen to chat platforms that cannot reach this server."""

import asyncio
import signal
from collections.abc import Callable, Coroutine, Sequence
from typing import Annotated, Any, TypeAlias

from cyclopts import Parameter

from services.chat.adapters import NotWanted
from services.chat.discord.gateway import Gateway
from services.chat.door import ChatDoor
from services.chat.slack.listening import listening
from services.cli.errors import Refusal
from services.cli.flags import Flags, configured
from services.cli.output import note, say
from services.foundation import Services
from services.server import create_app
from services.settings import Settings

Listening: TypeAlias = Coroutine[Any, Any, None]


def chat(
    *,
    socket: Annotated[
        bool, Parameter(negative="", help="Connect to the platforms instead of waiting for their calls.")
    ] = False,
    flags: Flags | None = None,
) -> None:
    """Listen until a signal ends the process."""
    settings = configured(flags)
    if not socket:
        raise Refusal("Say how to listen, with `acta chat --socket`.")
    if settings.slack_app_token is None and settings.discord_bot_token is None:
        raise Refusal("Socket Mode needs slack_app_token, an App-Level Token (xapp-…) of your Slack app, or Discord.")
    asyncio.run(_listen(settings))


async def _listen(settings: Settings) -> None:
    app = create_app(settings)
    async with app.lifespan():  # whatever is raised within becomes one of a group
        door, services = app.state.chat, app.state.api.acts.services
        listening = {asyncio.create_task(made) for way in WAYS if (made := way(door, services)) is not None}
        ended = asyncio.create_task(_signalled())
        try:
            refused = await _until_refused(listening, ended)
        finally:
            await _stop([*listening, ended])
    if refused:
        raise Refusal("No platform is listened to any more.")


async def _until_refused(listening: set[asyncio.Task[None]], ended: asyncio.Task[None]) -> bool:
    """Wait until no platform wants us any more; or for the end, which gives false. One goes on without the other."""
    while listening and not ended.done():
        done, _ = await asyncio.wait({*listening, ended}, return_when=asyncio.FIRST_COMPLETED)
        for task in done & listening:
            listening.remove(task)
            try:
                task.result()
            except NotWanted as refusal:
                note(str(refusal))
    return not ended.done()


async def _signalled() -> None:
    """Wait for a signal that ends the process: what is under way is answered before that."""
    ending, loop = asyncio.Event(), asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, ending.set)
    await ending.wait()
    say("Stopping. Calls that have begun are still answered.")


async def _stop(tasks: Sequence[asyncio.Task[None]]) -> None:
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


def _discord(door: ChatDoor, services: Services) -> Listening | None:
    if door.discord is None or services.chat.discord is None:
        return None
    say("Listening to Discord. It sends nothing here while the application has an Interactions Endpoint URL.")
    return Gateway(services.chat.discord, door.discord).run()


def _slack(door: ChatDoor, services: Services) -> Listening | None:
    handler, client, token = door.slack, services.chat.slack, services.settings.slack_app_token
    if handler is None or client is None or token is None:
        return None

    async def listen() -> None:
        async with listening(handler, token.reveal(), client) as refused:
            say("Connected to Slack.")
            await refused()

    return listen()


WAYS: tuple[Callable[[ChatDoor, Services], Listening | None], ...] = (_discord, _slack)
"""How each platform is listened to; none where it is not set up."""
