"""The `acta` command: its help and its commands, each loaded only when it is called."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from importlib.metadata import version

from cyclopts import App, Group

from domain.kernel.errors import BadReference
from services.cli.errors import Refused
from services.engine.errors import EngineError
from services.settings import SettingsError

HELP = """Acta plays Roman board games by turn: every choice is an event, every point can be traced."""
SERVE = """Start everything: Redis, the API, a projector and workers.

Nothing else needs to be installed or running. The games are kept in the data folder, and every choice is on disk
before it is answered. What dies is started again. Ctrl-C ends everything in order.
"""
EXAMPLES = """Start a server and open http://127.0.0.1:8000/schema:

    acta serve

For the people in your network, with the games in another folder:

    acta serve --host 0.0.0.0 --port 9000 --data-dir /srv/acta

Every flag is also an environment variable and a line of a TOML file; a flag goes first, the file last:

    ACTA_SIGN_UP=invite acta serve --config acta.toml

Check on any machine that a finished game was honest, with the head that you noted while it was played:

    acta verify game.jsonl --head 3f6c…

See what is in force, and why:

    acta config --config acta.toml
"""
WHOLE = Group.create_ordered("One machine")
PARTS = Group.create_ordered("Several machines, each part alone (all need --redis-url)")
RECORDS = Group.create_ordered("The record of a game, from the server or a file")
INSIDE = Group.create_ordered("For the operator")

app = App(name="acta", help=HELP, help_epilogue=EXAMPLES, version=lambda: version("acta"))

# Commands are named by their place, so that none is loaded for the sake of the others' help.
_offer = partial(app.command, help_epilogue="")
_offer("services.cli.serve:serve", group=WHOLE, help=SERVE)
_offer("services.cli.api:api", group=PARTS, help="Answer HTTP requests.")
_offer("services.cli.projector:projector", group=PARTS, help="Keep lists, inboxes and profiles up to date.")
_offer("services.cli.worker:worker", group=PARTS, help="Do what is owed: scoring phases, bot moves, deadlines.")
_offer("services.cli.verify:verify", group=RECORDS, help="Check a game and say what its record proves.")
_offer("services.cli.replay:replay", group=RECORDS, help="Tell a game in words, up to any version.")
_offer("services.cli.picture:picture", group=RECORDS, help="Draw the table of a game, at any version.")
_offer("services.cli.export:export", group=RECORDS, help="Write a game to a file that proves itself anywhere.")
_offer(
    "services.cli.import_file:import_file",
    name="import",
    group=RECORDS,
    help="Take in a finished game from a file, if it proves itself.",
)
_offer("services.cli.arena:arena", group=INSIDE, help="Let bots play each other and print how they did.")
app.command("services.cli.admin:admin", group=INSIDE, help="Make admins, invitations and links to set a password.")
app.command("services.cli.jobs:jobs", group=INSIDE, help="List background jobs; retry or drop those that failed.")
_offer(
    "services.cli.rebuild:rebuild",
    group=INSIDE,
    help="Make lists, inboxes and profiles anew from the logs, while the server runs or is stopped.",
)
_offer(
    "services.cli.config:config",
    group=INSIDE,
    help="Print every setting in force and where its value came from, as TOML.",
)


@contextmanager
def sentences() -> Iterator[None]:
    """What an operator can mend ends the program with a sentence, not with a traceback."""
    try:
        yield
    except (SettingsError, EngineError, BadReference, Refused) as refusal:
        sys.exit(f"acta: {refusal}")


def main() -> None:
    """Run the command line."""
    with sentences():
        app()
