"""What imports cannot show: a door that is handed the stores of the server writes into none of them by itself."""

import ast
import inspect
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from textwrap import dedent

import services
from services.bootstrap import build
from services.settings import Settings
from services.settings.secret import Secret
from services.store.accounts import Accounts
from services.store.accounts.access import Access
from services.store.accounts.credentials import Credentials
from services.store.accounts.guests import Guests
from services.store.accounts.stored_accounts import StoredAccounts

ROOT = Path(services.__file__).parent
TELLS = ROOT / "chat" / "telling"
"""What is told where tables live is sent by jobs: nobody asks for it at a door."""
DOORS = [
    path for door in ("api", "web", "chat") for path in sorted((ROOT / door).rglob("*.py")) if TELLS not in path.parents
]
ROOMS = ("people", "talk", "notices", "chat", "server")
STORES = ("services.store", "services.notices")
WRITING = {"writing", "repeatable"}
"""Blocks in which a store writes."""
ACCOUNTS: dict[str, type] = {"credentials": Credentials, "guests": Guests, "stored": StoredAccounts}
COMPOSED: dict[str, type] = {"accounts": Accounts, "access": Access}
"""What writes through the others."""
READS = {"access.held", "credentials.principal", "head_key.heads", "signing_key.get", "stored.named"}
"""What is asked for by such calls; beside that they note that somebody was here, or make what was never asked for."""
TRANSPORT = {
    "bindings.leave_workspace": "a platform says that it has thrown us out, which no person asked for",
    "owed_pictures.owe": "a picture that follows an answer",
    "owed_pictures.take": "a job that shows such a picture later",
    "owed_pictures.settle": "a job that has shown such a picture",
}


def stores() -> dict[str, type]:
    """All that doors are handed, room by room; it connects when it is first used, so that nobody has to answer."""
    nowhere = Secret("redis://127.0.0.1:1")
    services = vars(build(Settings(redis_url=nowhere, queue_url=nowhere)))
    held = services | {name: one for room in ROOMS for name, one in vars(services[room]).items()}
    return {name: type(one) for name, one in held.items() if type(one).__module__.startswith(STORES)} | ACCOUNTS


@cache
def writers() -> set[str]:
    """The methods that write, each as the field of the store and its name."""
    found = {f"{field}.{name}" for field, kind in stores().items() for name in methods(kind) if _writes(kind, name)}
    found |= {f"{field}.{name}" for field, kind in COMPOSED.items() for name in methods(kind)}
    return found - READS


def methods(kind: type) -> list[str]:
    return [name for name, one in vars(kind).items() if inspect.iscoroutinefunction(one) and not name.startswith("_")]


def _writes(kind: type, name: str) -> bool:
    """Whether a method, or another of its class that it calls, opens a block in which it writes."""
    tree = ast.parse(dedent(inspect.getsource(getattr(kind, name))))
    called = {_name(node.func) for node in ast.walk(tree) if isinstance(node, ast.Call)}
    own = {one for one in called & vars(kind).keys() if one != name and inspect.isfunction(vars(kind)[one])}
    return bool(called & WRITING) or any(_writes(kind, one) for one in own)


def _name(function: ast.expr) -> str:
    return function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")


def calls(path: Path) -> Iterator[str]:
    """The methods of what something holds that a module calls, each with the field that holds it."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            holder = node.func.value
            if isinstance(holder, ast.Attribute):
                yield f"{holder.attr}.{node.func.attr}"


def test_a_door_writes_nothing_by_itself() -> None:
    written = {(str(path.relative_to(ROOT)), call) for path in DOORS for call in {*calls(path)} & writers()}
    assert {call for _, call in written} == TRANSPORT.keys(), written


def test_what_writes_is_known() -> None:
    known = writers()
    assert {"webhooks.create", "lines.say", "credentials.issue", "audit.note", "preferences.mute"} <= known
    assert not {"webhooks.of", "lines.read", "credentials.held_by", "preferences.of"} & known
    assert TRANSPORT.keys() <= known
