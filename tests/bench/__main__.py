"""Runs every measurement, or those that are named: `python -m tests.bench games`."""

import argparse
import os
import platform

from tests.bench import (
    analysing,
    audience,
    chat,
    checking,
    choices,
    cold,
    commands,
    delivering,
    drawing,
    fast,
    folding,
    games,
    idle,
    listing,
    loading,
    looking_back,
    pages,
    picking,
    planning,
    playing,
    projecting,
    remembering,
    sending,
    streaming,
    watching,
    working,
)
from tests.bench.report import say

BENCHES = {
    "games": games.run,
    "playing": playing.run,
    "planning": planning.run,
    "folding": folding.run,
    "commands": commands.run,
    "choices": choices.run,
    "cold": cold.run,
    "projecting": projecting.run,
    "streaming": streaming.run,
    "delivering": delivering.run,
    "fast": fast.run,
    "audience": audience.run,
    "listing": listing.run,
    "loading": loading.run,
    "looking_back": looking_back.run,
    "remembering": remembering.run,
    "working": working.run,
    "sending": sending.run,
    "drawing": drawing.run,
    "pages": pages.run,
    "watching": watching.run,
    "idle": idle.run,
    "picking": picking.run,
    "chat": chat.run,
    "analysing": analysing.run,
    "checking": checking.run,
}


def main() -> None:
    """Print where it runs, then each measurement."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"one of {', '.join(BENCHES)}; all if none is named")
    names = parser.parse_args().names
    unknown = [name for name in names if name not in BENCHES]
    if unknown:
        parser.error(f"there is no {unknown[0]}, only {', '.join(BENCHES)}")
    say(f"Python {platform.python_version()} on {platform.system()} {platform.machine()}, {os.cpu_count()} cores")
    for name in names or BENCHES:
        BENCHES[name]()


if __name__ == "__main__":
    main()
