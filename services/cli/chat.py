"""`acta chat --socket`: listen to chat platforms that cannot reach this server."""

import asyncio
import signal
from collections.abc import Callable, Coroutine, Sequence
from typing import Annotated, Any, TypeAlias

from cyclopts import Parameter
from litestar import Litestar

from services.chat.discord.gateway import Gateway, NotWanted
from services.chat.slack.handler import Handler
from services.chat.slack.listening import listening
from services.cli.errors import Refused
from services.cli.flags import Flags, configured
from services.cli.output import say
from services.server import create_app
from services.settings import Settings

Listening: TypeAlias = Coroutine[Any, Any, None]


def chat(
    *,
    socket: Annotated[bool, Parameter(negative="", help="Connect to the platforms by ourselves.")] = False,
    flags: Flags | None = None,
) -> None:
    """Listen until a signal ends the process."""
    settings = configured(flags)
    if not socket:
        raise Refused("Say how to listen: `acta chat --socket`.")
    if settings.slack_app_token is None and settings.discord_bot_token is None:
        raise Refused("Socket Mode needs slack_app_token, an App-Level Token (xapp-…) of your Slack app, or Discord.")
    asyncio.run(_listen(settings))


async def _listen(settings: Settings) -> None:
    app = create_app(settings)
    async with app.lifespan():
        listening = [asyncio.create_task(made) for way in WAYS if (made := way(app, settings)) is not None]
        ended = asyncio.create_task(_signalled())
        try:
            done, _ = await asyncio.wait({*listening, ended}, return_when=asyncio.FIRST_COMPLETED)
            for task in done:
                task.result()
        except NotWanted as refusal:
            raise Refused(f"Discord does not want this connection: {refusal}. Check discord_bot_token.") from None
        finally:
            await _stop([*listening, ended])


async def _signalled() -> None:
    """Wait for a signal that ends the process: what is under way is answered before that."""
    ending, loop = asyncio.Event(), asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, ending.set)
    await ending.wait()
    say("Ending: what is under way is answered.")


async def _stop(tasks: Sequence[asyncio.Task[None]]) -> None:
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


def _discord(app: Litestar, _settings: Settings) -> Listening | None:
    services, deps = app.state["services"], app.state["discord_deps"]
    if deps is None or services.discord is None:
        return None
    say("Listening to Discord. It sends nothing here while the application has an Interactions Endpoint URL.")
    return Gateway(services.discord, deps.handler).run()


def _slack(app: Litestar, settings: Settings) -> Listening | None:
    services, token = app.state["services"], settings.slack_app_token
    if services.slack is None or token is None:
        return None

    async def listen() -> None:
        handler = Handler(app.state["chat_core"], services, services.slack)
        async with listening(handler, token.reveal(), settings.slack_api):
            say("Connected to Slack.")
            await asyncio.Event().wait()

    return listen()


WAYS: tuple[Callable[[Litestar, Settings], Listening | None], ...] = (_discord, _slack)
"""How each platform is listened to; none where it is not set up."""
