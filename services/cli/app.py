"""The `acta` command: its help and its commands, each loaded only when it is called."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from importlib.metadata import version

from cyclopts import App, Group

from domain.kernel.errors import BadRecord, BadReference
from services.cli import safe_path
from services.cli.errors import NotChecked, Refusal
from services.engine.errors import EngineError
from services.free_text import escaped
from services.settings import SettingsError

HELP = """A server for Roman board games, a turn at a time. Every choice is an event, every point can be traced."""
SERVE = """Start everything: Redis, the API, a projector, workers and a sender.

Nothing else needs to be installed or running. The games are kept in the data folder, and every choice is on disk
before it is answered. A process that dies is started again. Ctrl-C stops everything in order.
"""
EXAMPLES = """Start a server and open http://127.0.0.1:8000/schema:

    acta serve

For the people in your network, with the games in another folder:

    acta serve --host 0.0.0.0 --port 9000 --data-dir /srv/acta

Every flag is also an environment variable and a line of a TOML file; a flag goes first, the file last:

    ACTA_SIGN_UP=invite acta serve --config acta.toml

Check on any machine that a finished game was honest, with the head that you noted during the game:

    acta verify game.jsonl --head 3f6c…

See what is in force, and why:

    acta config --config acta.toml
"""
WHOLE = Group.create_ordered("One machine")
PARTS = Group.create_ordered("Several machines, each part alone (all need --redis-url)")
RECORDS = Group.create_ordered("The record of a game, from the server or a file")
OPERATOR = Group.create_ordered("For the operator")

app = App(name="acta", help=HELP, help_epilogue=EXAMPLES, version=lambda: version("acta"))

# Commands are named by their module, so that help loads none of them.
_add = partial(app.command, help_epilogue="")
_add("services.cli.serve:serve", group=WHOLE, help=SERVE)
_add("services.cli.api:api", group=PARTS, help="Answer HTTP requests.")
_add("services.cli.projector:projector", group=PARTS, help="Keep lists, inboxes and profiles up to date.")
_add("services.cli.chat:chat", group=PARTS, help="Listen to a chat platform that cannot reach this server.")
_add("services.cli.worker:worker", group=PARTS, help="Do background jobs: scoring phases, bot moves, deadlines.")
_add("services.cli.sender:sender", group=PARTS, help="Send e-mail, webhooks and messages to chats.")
_add("services.cli.verify:verify", group=RECORDS, help="Check a game and say what its record proves.")
_add("services.cli.replay:replay", group=RECORDS, help="Print a game in words, up to any version.")
_add("services.cli.picture:picture", group=RECORDS, help="Draw the table of a game, at any version.")
_add("services.cli.export:export", group=RECORDS, help="Write a game to a file that can be checked anywhere.")
_add(
    "services.cli.import_file:import_file",
    name="import",
    group=RECORDS,
    help="Import a finished game from a file, if its record holds.",
)
_add("services.cli.arena:arena", group=OPERATOR, help="Let bots play each other and print how they did.")
app.command(
    "services.cli.admin:admin",
    group=OPERATOR,
    help="Manage accounts and games: rights, links, bans, the archive, memory, who did what.",
)
_add(
    "services.cli.backup:backup",
    group=OPERATOR,
    help="Write everything into one file, while the server runs or is stopped.",
)
_add(
    "services.cli.restore:restore",
    group=OPERATOR,
    help="Check a backup and bring it back into an empty data folder or an empty Redis.",
)
_add(
    "services.cli.migrate_store:migrate_store",
    name="migrate-store",
    group=OPERATOR,
    help="Move everything to another Redis or a cluster while people play, with a pause of seconds.",
)
app.command("services.cli.jobs:jobs", group=OPERATOR, help="List background jobs; retry or drop those that failed.")
app.command("services.cli.discord:discord", group=OPERATOR, help="Register Acta’s commands with Discord.")
_add(
    "services.cli.rebuild:rebuild",
    group=OPERATOR,
    help="Rebuild lists, inboxes and profiles from the records, while the server runs or is stopped.",
)
_add(
    "services.cli.doctor:doctor",
    group=OPERATOR,
    help="Look for damage in the data folder and in every game; --repair cuts off what a power cut left behind.",
)
_add(
    "services.cli.config:config",
    group=OPERATOR,
    help="Print every setting in force and where its value came from, as TOML.",
)


@contextmanager
def refusals_as_sentences() -> Iterator[None]:
    """End the program with a sentence, not a traceback, on what an operator can correct."""
    try:
        yield
    except NotChecked as nothing:
        sys.stderr.write(escaped(f"acta: {nothing}\n", lines=True))
        sys.exit(NotChecked.EXIT_CODE)
    except (SettingsError, EngineError, BadReference, Refusal) as refusal:
        sys.exit(escaped(f"acta: {refusal}", lines=True))
    except BadRecord as damage:
        sys.exit(f"acta: The record does not hold: {damage}. `acta doctor` names every damaged game.")


def main() -> None:
    """Run the command line."""
    safe_path.require()
    with refusals_as_sentences():
        app()
