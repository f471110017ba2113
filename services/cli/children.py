"""The children of `acta serve`: the same command line tool again, once for each part.

All settings travel in the environment, already decided, so that no child can read them differently.
"""

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Sequence
from functools import partial

from services.cli.supervisor import Program
from services.engine import parent_death
from services.settings import Settings
from services.settings.values import PREFIX


def programs(settings: Settings, listener: socket.socket) -> list[Program]:
    """Everything but Redis that makes up a server. The API processes share the listening socket."""
    descriptor = listener.fileno()
    api = _child(settings, "api", "--listen-fd", str(descriptor), inherited=(descriptor,))
    return [
        *[api] * settings.api_processes,
        _child(settings, "projector"),
        _child(settings, "worker"),
        _child(settings, "sender"),
    ]


def _child(settings: Settings, part: str, *words: str, inherited: Sequence[int] = ()) -> Program:
    """A process of this command line tool that runs one part of the server."""
    command = parent_death.tied_command([sys.executable, "-P", "-m", "services.cli", part, *words], signal.SIGKILL)
    others = {name: value for name, value in os.environ.items() if not name.startswith(PREFIX)}
    start = partial(
        subprocess.Popen,
        command,
        env=others | settings.environment(),
        stdin=subprocess.DEVNULL,
        pass_fds=inherited,
        start_new_session=True,
    )
    return Program(name=part, start=start)
