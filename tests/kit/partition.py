"""Two places with a network between them that a test may cut, while it reaches both itself.

Each place is a network namespace with an address of its own; only root may make them. A server in a place has its
files and its Unix socket where every server has them.
"""

import os
import shutil
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import NamedTuple

import pytest

from services.engine import server
from tests.kit.processes import Server


class PlacedPlan(server.Plan, frozen=True, kw_only=True):
    """A server that runs in a namespace."""

    namespace: str

    def command(self) -> list[str]:
        """The server's command line, begun over there."""
        return [_ip(), "netns", "exec", self.namespace, *super().command()]


class Place(NamedTuple):
    """A namespace, and the address under which everybody reaches what listens there."""

    name: str
    host: str

    @contextmanager
    def running(self, folder: Path, options: Sequence[str]) -> Iterator[Server]:
        """A server of this place for the length of a block."""
        one = Server(folder, options=[*options, "--bind", self.host, "--protected-mode", "no"])
        plan = one.plan
        one.plan = PlacedPlan(
            engine=plan.engine,
            folder=plan.folder,
            socket=plan.socket,
            fsync=plan.fsync,
            options=plan.options,
            namespace=self.name,
        )
        try:
            one.start()
            yield one
        finally:
            one.kill()


class Places:
    """Two places, joined to this machine and to each other."""

    def __init__(self) -> None:
        here = os.getpid()
        net = f"198.18.{here % 256}"  # addresses for tests of networks, which nobody else has
        self.both = tuple(Place(f"acta-{here}-{at}", f"{net}.{4 * at + 2}") for at in range(2))
        self._doors = tuple((f"acta{here % 10**7}{at}", f"{net}.{4 * at + 1}") for at in range(2))

    def make(self, stack: ExitStack) -> None:
        """Make both, until the stack is closed."""
        for place, (door, address) in zip(self.both, self._doors, strict=True):
            _run("netns", "add", place.name)
            stack.callback(_run, "netns", "delete", place.name)
            _run("link", "add", door, "type", "veth", "peer", "name", "door", "netns", place.name)
            _run("address", "add", f"{address}/30", "dev", door)
            _run("link", "set", door, "up")
            _run("-n", place.name, "address", "add", f"{place.host}/30", "dev", "door")
            for link in ("lo", "door"):
                _run("-n", place.name, "link", "set", link, "up")
        one, other = self.both
        _run("-n", one.name, "link", "add", "wire", "type", "veth", "peer", "name", "wire", "netns", other.name)
        self.heal()

    def cut(self) -> None:
        """Nothing passes between them any more, and nobody is told so."""
        for place in self.both:
            _run("-n", place.name, "link", "set", "wire", "down")

    def heal(self) -> None:
        """Let them reach each other."""
        for place in self.both:
            _run("-n", place.name, "link", "set", "wire", "up")
        for place, beyond in zip(self.both, reversed(self.both), strict=True):
            _run("-n", place.name, "route", "replace", f"{beyond.host}/32", "dev", "wire", "src", place.host)


@contextmanager
def two_places() -> Iterator[Places]:
    """Two places for the length of a block."""
    places = Places()
    with ExitStack() as stack:
        try:
            places.make(stack)
        except (OSError, subprocess.CalledProcessError) as error:
            pytest.skip(f"only root may make networks to cut: {error}")
        yield places


def _ip() -> str:
    return shutil.which("ip", path=f"{os.environ.get('PATH', '')}:/usr/sbin:/sbin") or "ip"


def _run(*words: str) -> None:
    subprocess.run([_ip(), *words], check=True, capture_output=True)
