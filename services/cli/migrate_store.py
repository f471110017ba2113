"""`acta migrate-store`: from the embedded server to one Redis to a cluster, while people play."""

import asyncio
import subprocess
import time
from collections.abc import Awaitable, Callable
from typing import Annotated, TypeVar, cast

from cyclopts import Parameter
from msgspec.structs import replace

from domain.kernel.errors import ActaError
from services import bootstrap
from services.cli import safe_path
from services.cli.errors import Refusal
from services.cli.flags import Flags, settings_from
from services.cli.output import say
from services.cli.rebuild import rebuild_models
from services.cli.restore import Copied, require_same
from services.engine import checks
from services.engine.embedded import is_running, opened
from services.engine.errors import EngineError
from services.engine.folder import Folder
from services.settings import Secret, Settings, load
from services.store.client import RedisClient
from services.store.connections import connect
from services.store.copying import closing
from services.store.copying.closing import ClosedAlready, ClosedState, StillClosed, changes, closed, filling
from services.store.copying.moving import Move
from services.store.copying.target import Target

T = TypeVar("T")
REOPEN = "`acta migrate-store --reopen` opens it again"


def migrate_store(
    to: Annotated[
        str | None, Parameter(help="The new store, empty: redis://… or redis+cluster://one,two,three.")
    ] = None,
    *,
    then: Annotated[
        str | None,
        Parameter(help="A command that starts the server on the new store; it ends the pause."),
    ] = None,
    reopen: Annotated[
        bool, Parameter(negative="", help="Reopen the old store, after a move that was killed or given up.")
    ] = False,
    flags: Flags | None = None,
) -> None:
    """Copy everything while people play, close the old store, copy the rest, check every chain, and hand over.

    From the moment the old store is closed people are told to come back soon (503). It stays closed, also when it is
    restarted, unless something fails: then it is open again and the new one is of no use. With --then the pause lasts
    as long as that command takes, and afterwards the old store is looked at once more; without it, until you have set
    `redis_url` and started the parts again.
    """
    settings = settings_from(flags)
    if settings.redis_url is None and not Folder(settings.data_dir).holds_data():
        raise Refusal(f"The folder {settings.data_dir} holds no data of Acta: there is nothing to move.")
    if reopen:
        _reopen(settings)
    elif to is None:
        raise Refusal("Name the new store, an empty one.")
    else:
        _migrate(settings, to, then)


def _migrate(settings: Settings, to: str, then: str | None) -> None:
    new = replace(settings, redis_url=load(flags={"redis_url": to}, environ={}).redis_url)
    checks.complaints(to, settings.fsync)  # refuses a server that does not answer or is too old
    try:
        with opened(settings) as url:
            began, stood = asyncio.run(_move(url, new))
    except ClosedAlready as error:
        raise Refusal(
            "The store to be moved is closed already, by a move that was not finished or is done. If nothing runs on "
            f"another one, {REOPEN}."
        ) from error
    except StillClosed as error:
        raise Refusal(f"A store does not answer: {error}. The old one may be closed: {REOPEN}.") from error
    except ActaError as error:
        raise Refusal(f"A store does not answer: {error}. The old one is in use as before.") from error
    where = cast("Secret", new.redis_url).hint()
    if then is not None:
        _hand_over(then, where)
    took = time.monotonic() - began
    if then is not None:
        _require_unchanged(settings, stood)
    say(f"The games are at {where} now. The pause took {took:.1f} s.")
    say("Set redis_url to it in the settings of every part. The old store is closed; keep it until the next backup.")


async def _move(url: str, new: Settings) -> tuple[float, ClosedState]:
    """Move everything; gives when the pause began, and how the old store stood from then on."""
    old, services = connect(url), bootstrap.build(new, enqueues_owed=False)
    await services.open()
    try:
        target = Target(services.client)
        if not await target.is_empty():
            raise Refusal("There is data already in the new store. Name an empty one.")
        move = Move(old, target)
        async with filling(services.client):
            await move.copy()
            await rebuild_models(services, lambda _read: None)
            await move.copy()
            began = time.monotonic()
            async with closed(old) as stood:
                await move.copy()
                found = await require_same(services.tables.store, Copied(move.heads, set()))
                await _require_still(old, stood)
        say(f"{found.games} games with {found.events} events were moved; every line follows from the one before it.")
    finally:
        await old.aclose()
        await services.close()
    return began, stood


async def _require_still(old: RedisClient, stood: ClosedState) -> None:
    if happened := await changes(old, stood):
        raise Refusal(
            f"The old store did not stay closed: {'; '.join(happened)}. It is open and in use as before. "
            "Empty the new one before you try again."
        )


def _hand_over(then: str, where: str) -> None:
    """Run the operator's command."""
    done = subprocess.run(then, shell=True, check=False, env=safe_path.outside())  # noqa: S602 - the operator's own
    if done.returncode:
        raise Refusal(
            f"The command ended with exit code {done.returncode}. The games are at {where}, and the old store is "
            f"closed. Start the server on the new one by hand; or go on with the old one: {REOPEN}."
        )


def _require_unchanged(settings: Settings, stood: ClosedState) -> None:
    """Refuse if the old store is not as it was when it was closed: what it took since is not in the new one.

    A server of our own that ended meanwhile, as the command was to bring about, has to be started to be asked.
    """
    try:
        has_ended = settings.redis_url is None and not is_running(settings)
        with opened(settings) as url:
            happened = asyncio.run(_asked(url, lambda old: changes(old, stood, restarts=not has_ended)))
    except (ActaError, EngineError) as error:
        happened = [f"it does not answer ({error})"]
    if happened:
        raise Refusal(
            f"The old store did not stay closed as it was: {'; '.join(happened)}. What it took in the pause is not in "
            "the new store. Stop the server and decide which of them goes on. If it is the old one, "
            f"{REOPEN}, and the new one has to be emptied before you move once more."
        )


def _reopen(settings: Settings) -> None:
    try:
        with opened(settings) as url:
            was_closed = asyncio.run(_asked(url, closing.reopen))
    except ActaError as error:
        raise Refusal(f"The store does not answer: {error}. It may still be closed.") from error
    say(
        "The store is open again. Let no part use the one that it was to move to."
        if was_closed
        else "The store was not closed."
    )


async def _asked(url: str, ask: Callable[[RedisClient], Awaitable[T]]) -> T:
    client = connect(url)
    try:
        return await ask(client)
    finally:
        await client.aclose()
