"""Damage to the append-only file of an embedded server: what the engine cannot read of it, and how it is cut off.

A power cut may leave zeros, or half a command, behind the last one; then the engine does not start. The same binary
can check and cut the file if it is called by another name.
"""

import re
import shutil
import subprocess
import time
from pathlib import Path

import msgspec

from services.engine.binaries import Engine
from services.engine.errors import EngineError

_ANALYSED = re.compile(r"filename=(?P<file>.+), size=(?P<size>\d+), ok_up_to=(?P<good>\d+), ")


class Damage(msgspec.Struct, frozen=True):
    """A file of which only the first `good` bytes can be read."""

    file: Path
    size: int
    good: int

    def tail(self) -> bytes:
        """What cannot be read."""
        with self.file.open("rb") as file:
            file.seek(self.good)
            return file.read()


def find_damage(engine: Engine, folder: Path) -> Damage | None:
    """The first damage to the file of a server that is stopped."""
    place = _file_in(folder)
    if place is None:
        return None
    answer = _check(engine, place)
    if answer.returncode == 0:
        return None
    found = [one for one in _ANALYSED.finditer(answer.stdout) if one["size"] != one["good"]]
    if not found:
        raise EngineError(f"{place} cannot be checked:\n{answer.stdout}{answer.stderr}")
    return Damage(place.parent / found[0]["file"], int(found[0]["size"]), int(found[0]["good"]))


def cut_off(engine: Engine, folder: Path, damage: Damage) -> Path:
    """Cut off what cannot be read; gives the copy of the whole file that was kept."""
    copy = damage.file.with_name(f"{damage.file.name}.damaged-{time.time_ns()}")
    shutil.copy2(damage.file, copy)
    place = _file_in(folder)
    answer = _check(engine, place or damage.file, "--fix", says="y\n")
    if answer.returncode != 0:
        raise EngineError(f"{damage.file} could not be mended; it is as it was:\n{answer.stdout}{answer.stderr}")
    return copy


def _file_in(folder: Path) -> Path | None:
    """The manifest of several files, or the one file of an engine before Redis 7."""
    places = [*folder.glob("appendonlydir/*.manifest"), folder / "appendonly.aof"]
    return next((place for place in places if place.exists()), None)


def _check(engine: Engine, place: Path, *words: str, says: str = "") -> subprocess.CompletedProcess[str]:
    name = f"{engine.name}-check-aof"
    return subprocess.run(  # noqa: S603 - our own command line
        [name, *words, place], executable=engine.binary, input=says, capture_output=True, text=True, check=False
    )
