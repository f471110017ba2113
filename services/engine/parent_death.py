"""Run a program that ends when its parent does: `parent_death.py PARENT SIGNAL PROGRAM ARGUMENT...`.

A killed parent cannot tidy up, so somebody else must end its children. On Linux the kernel does:
this script asks for it and then becomes the program. Elsewhere it stays in between and watches.
It runs as a plain file under `python -I -S`, so it must never import anything of ours.
"""

import ctypes
import os
import platform
import signal
import subprocess
import sys
import threading
import time
from types import FrameType

PR_SET_PDEATHSIG = 1
WATCH_SECONDS = 0.2


def tied_command(program: list[str], at_parents_death: signal.Signals) -> list[str]:
    """The command line that starts a program which is signalled when the calling process dies.

    The kernel takes the death of the thread that starts the program for the parent's death:
    start it from a thread that lives as long as the process.
    """
    return [sys.executable, "-I", "-S", __file__, str(os.getpid()), str(int(at_parents_death)), *program]


def tie(parent: int, at_parents_death: int) -> bool:
    """Have this process signalled when its parent dies; False if it is dead already.

    For processes that were forked and so lost the tie of their parent. Where the kernel cannot do it, a thread watches.
    """
    if platform.system() != "Linux":
        threading.Thread(target=_look_after, args=(parent, at_parents_death), daemon=True).start()
        return True
    if ctypes.CDLL(None, use_errno=True).prctl(PR_SET_PDEATHSIG, at_parents_death, 0, 0, 0) != 0:
        raise OSError(ctypes.get_errno(), "prctl(PR_SET_PDEATHSIG)")
    return os.getppid() == parent


def _look_after(parent: int, at_parents_death: int) -> None:
    while os.getppid() == parent:
        time.sleep(WATCH_SECONDS)
    os.kill(os.getpid(), at_parents_death)


def become(parent: int, at_parents_death: int, program: list[str]) -> int:
    """Turn into the program, tied to the parent."""
    if tie(parent, at_parents_death):
        os.execv(program[0], program)  # noqa: S606 - a shell would stand between signal and program
    return 1


def watch(parent: int, at_parents_death: int, program: list[str]) -> int:
    """Run the program as a child, pass signals on to it, and signal it once the parent is gone."""
    child = subprocess.Popen(program, close_fds=False)  # noqa: S603 - our own caller's words

    def pass_on(number: int, _frame: FrameType | None) -> None:
        child.send_signal(number)

    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(number, pass_on)
    while child.poll() is None:
        if os.getppid() != parent:
            child.send_signal(at_parents_death)
        time.sleep(WATCH_SECONDS)
    return child.returncode


def main() -> int:
    """Read the arguments and run the program tied to its parent."""
    parent, at_parents_death, program = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3:]
    keep = become if platform.system() == "Linux" else watch
    return keep(parent, at_parents_death, program)


if __name__ == "__main__":
    sys.exit(main())
