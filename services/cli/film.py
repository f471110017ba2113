"""`acta replay --gif`: a finished game as a film to share in a channel."""

import asyncio
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path

from rich.progress import track

from domain.kernel.envelope import Codec
from services.cli.errors import Refusal
from services.cli.output import note, say
from services.cli.picture import GameLog
from services.queries.drawing_processes import PROCESSES, DrawingProcesses, Ordered
from services.render.film import MOST_BYTES, WIDTHS, film
from services.story.timeline import lines, turns

_FRAME_MS, _LAST_MS = 700, 5000


def write_film(log: GameLog, version: int, target: Path) -> None:
    """Draw the game up to a version, a frame a turn, as wide as the bound of bytes allows."""
    if target.suffix != ".gif":
        raise Refusal(f"The name of the film must end in .gif, not {target.name}.")
    versions = frames_of(log, version)
    for width in WIDTHS:
        made = film(_pictures(log, versions, width), _FRAME_MS, _LAST_MS)
        if len(made) <= MOST_BYTES:
            _ = target.write_bytes(made)
            say(f"{target}: {len(versions)} frames, {width} pixels wide, {len(made):,} bytes")
            return
        note(f"{width} pixels wide it would have {len(made):,} bytes; trying a narrower one.")
    raise Refusal(f"Even the narrowest film of {len(versions)} frames has more than {MOST_BYTES:,} bytes.")


def frames_of(log: GameLog, version: int) -> list[int]:
    """The versions at which a player's turn was over, from the first one on, and the last version."""
    told = lines(Codec(log.game), log.records[:version])
    found = turns([line for line in told if not line.retracted])
    ends = [turn.lines[-1].version for turn, following in pairwise(found) if _ends(turn.owner, following.owner)]
    begun = next((n for n in ends if log.match(n).state is not None), None)
    if begun is None:
        raise Refusal("The game has not begun at that version: there is nothing to show.")
    return [*dict.fromkeys(n for n in [*ends, version] if n >= begun)]


def _ends(owner: int | str, following: int | str) -> bool:
    return isinstance(owner, int) and owner != following


def _pictures(log: GameLog, versions: Sequence[int], width: int) -> list[bytes]:
    return asyncio.run(_draw(log, versions, width))


async def _draw(log: GameLog, versions: Sequence[int], width: int) -> list[bytes]:
    """A process a core draws; no more are ordered than those can have in hand, so that few wait in memory."""
    drawing, at_once = DrawingProcesses(log.extra_games), asyncio.Semaphore(2 * PROCESSES)

    async def frame(version: int) -> bytes:
        async with at_once:
            order = log.order(version, None, "light", "en")
            return await drawing.draw(Ordered(f"{version} {width}", log.game.meta.slug, order, width))

    async with drawing.running():
        frames = [asyncio.create_task(frame(version)) for version in versions]
        return [await one for one in track(frames, description="drawing", transient=True)]
