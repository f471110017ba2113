"""Each import contract in pyproject.toml is broken by the imports it is there to catch.

Most layers are optional, so a misspelt name would switch its rule off without a word. The contracts are
therefore tried on a tree of empty modules, one for each place in the layers, with a single import added.
"""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]

WRITES = (
    "accounts",
    "audit",
    "drafts",
    "events",
    "mutes",
    "notes",
    "push_subscriptions",
    "snapshots",
    "vacations",
)
MODULES = (
    "domain.concordia",
    "domain.forum_trajanum",
    "domain.kernel",
    "domain.kernel.lobby",
    "domain.kernel.overtime",
    "domain.registry",
    "domain.trajan",
    "projections",
    "services.api",
    "services.bootstrap",
    "services.cache",
    "services.chat",
    "services.cli",
    "services.tables",
    *(f"services.tables.{name}" for name in ("branching", "choices", "table_changes")),
    "services.engine",
    "services.foundation",
    "services.identity",
    "services.logs",
    "services.notices",
    "services.notices.stored_preferences",
    "services.outbound",
    "services.acts",
    "services.problems",
    "services.queries",
    "services.queue",
    "services.render.trajan",
    "services.server",
    "services.settings",
    "services.store",
    "services.story",
    *(f"services.store.{name}" for name in WRITES),
    "services.web",
    "workers",
    *(f"workers.{name}" for name in ("job", "runner", "sending")),
)

ONE_WAY = "Imports point one way"
PLACED = "Every module of services has its place in the layers"
PURE = "The domain is pure"
STRANGERS = "Games are strangers to each other and rest on the kernel alone"
EDGES = "The edges are strangers to each other"
WIRED = "Only whole processes are wired"
JOBS_POST = "Jobs post where tables live; pages and API do not"
PICTURES = "Outside the domain only pictures know one game from another"
NO_HTTP = "Queries know no HTTP"
OUTGOING = "Only what delivers opens outgoing connections"
DOORS = "Doors do nothing by themselves: they ask an act"
ACTS = "Acts know neither HTTP nor a chat platform"

BELOW_WIRING = ("acts", "chat", "foundation", "identity", "notices", "queries")

BREACHES = [
    ("domain.kernel", "projections", ONE_WAY),
    ("projections", "services.logs", ONE_WAY),
    ("services.problems", "services.store", ONE_WAY),
    ("services.settings", "services.logs", ONE_WAY),
    ("services.store", "services.tables", ONE_WAY),
    ("services.store", "services.queue", ONE_WAY),
    ("services.store", "services.notices", ONE_WAY),
    ("services.notices", "services.queries", ONE_WAY),
    ("services.notices", "services.foundation", ONE_WAY),
    ("services.render", "services.foundation", ONE_WAY),
    ("services.foundation", "services.queries", ONE_WAY),
    *((f"services.{room}", "services.bootstrap", ONE_WAY) for room in BELOW_WIRING),
    ("services.api", "services.bootstrap", WIRED),
    ("services.web", "services.bootstrap", WIRED),
    ("workers", "services.bootstrap", WIRED),
    ("services.render", "services.problems", ONE_WAY),
    ("services.render", "projections", ONE_WAY),
    ("services.story", "projections", ONE_WAY),
    ("services.cache", "projections", ONE_WAY),
    ("services.render", "services.story", ONE_WAY),
    ("services.render", "workers", ONE_WAY),
    ("services.bootstrap", "services.web", ONE_WAY),
    ("services.queries", "services.identity", ONE_WAY),
    ("services.identity", "services.acts", ONE_WAY),
    ("services.acts", "services.api", ONE_WAY),
    ("services.queries", "services.api", ONE_WAY),
    ("services.identity", "services.web", ONE_WAY),
    ("services.api", "services.server", ONE_WAY),
    ("services.server", "services.cli", ONE_WAY),
    ("workers", "services.cli", ONE_WAY),
    ("services.api", "workers", EDGES),
    ("workers", "services.api", EDGES),
    ("services.web", "services.chat", JOBS_POST),
    ("services.api", "services.chat", JOBS_POST),
    ("services.chat", "workers", EDGES),
    ("services.chat", "services.api", EDGES),
    ("services.helpers", "domain", PLACED),
    ("domain.kernel", "random", PURE),
    ("domain.trajan", "time", PURE),
    ("domain.registry", "redis", PURE),
    ("domain.concordia", "domain.trajan", STRANGERS),
    ("domain.forum_trajanum", "domain.registry", STRANGERS),
    ("domain.kernel", "domain.forum_trajanum", STRANGERS),
    ("domain.utils", "domain.kernel", STRANGERS),
    ("services.queries", "domain.concordia", PICTURES),
    ("projections", "domain.trajan", PICTURES),
    ("workers", "domain.forum_trajanum", PICTURES),
    ("services.queries", "litestar", NO_HTTP),
    ("services.tables", "services.outbound", OUTGOING),
    ("services.api", "services.outbound.mail", OUTGOING),
    ("services.api", "services.store.accounts.credentials", DOORS),
    ("services.web", "services.notices.stored_preferences", DOORS),
    ("services.chat", "domain.kernel.lobby", DOORS),
    ("services.api", "services.tables.choices", DOORS),
    ("services.acts", "litestar", ACTS),
    ("services.acts", "services.outbound.mail", ACTS),
]

ALLOWED = [
    ("services.cli", "services.server"),
    ("services.server", "services.api"),
    ("services.server", "services.web"),
    ("services.api", "services.tables"),
    ("services.web", "services.queries"),
    ("services.chat", "services.identity"),
    ("workers", "services.queries"),
    ("workers", "services.render"),
    ("services.queries", "services.tables"),
    ("services.render.trajan", "domain.trajan"),
    ("services.tables", "domain.registry"),
    ("workers", "services.outbound.mail"),
    ("services.notices", "services.outbound.mail"),
    ("services.foundation", "services.outbound.mail"),
    ("services.cli", "services.outbound.mail"),
    ("services.bootstrap", "services.acts"),
    ("services.server", "services.bootstrap"),
    ("workers.job", "services.bootstrap"),
    ("services.chat", "services.outbound.mail"),
    ("workers", "services.chat"),
    ("projections", "domain.registry"),
    ("domain.registry", "domain.trajan"),
    ("domain.concordia", "domain.kernel"),
    ("domain.kernel", "datetime"),
]


@pytest.mark.parametrize(("importer", "imported", "contract"), BREACHES)
def test_contract_is_broken_by(importer: str, imported: str, contract: str, tmp_path: Path) -> None:
    assert f"{contract} BROKEN" in report_on_tree_with(importer, imported, tmp_path)


@pytest.mark.parametrize(("importer", "imported"), ALLOWED)
def test_contracts_are_kept_by(importer: str, imported: str, tmp_path: Path) -> None:
    assert "12 kept, 0 broken" in report_on_tree_with(importer, imported, tmp_path)


def report_on_tree_with(importer: str, imported: str, tree: Path) -> str:
    for name in (*MODULES, "services.outbound.mail", importer):
        write_package(tree, name)
    package(tree, importer).joinpath("__init__.py").write_text(f"import {imported}\n")
    command: list[str | Path] = [
        Path(sys.executable).with_name("lint-imports"),
        "--no-cache",
        "--config",
        ROOT / "pyproject.toml",
    ]
    return subprocess.run(command, cwd=tree, capture_output=True, text=True, check=False).stdout


def write_package(tree: Path, name: str) -> None:
    """Create a package of that name, and those above it, without touching what exists."""
    parts = name.split(".")
    for depth in range(1, len(parts) + 1):
        folder = package(tree, ".".join(parts[:depth]))
        folder.mkdir(exist_ok=True)
        (folder / "__init__.py").touch()


def package(tree: Path, name: str) -> Path:
    return tree.joinpath(*name.split("."))
