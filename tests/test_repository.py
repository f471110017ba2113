"""What must be true of the repository as a whole, beyond what linters and type checkers see."""

import re
import shutil
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path
from typing import Any

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[1]
PACKAGES = {"domain", "projections", "services", "workers"}
TOP_LEVEL = PACKAGES | {
    ".ci",
    ".gitignore",
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "LICENSE",
    "Makefile",
    "README.md",
    "deploy",
    "docs",
    "pyproject.toml",
    "requirements-dev.txt",
    "requirements.txt",
    "tests",
}
LONGEST_FILE = 400
MOST_MEANINGS = 2
# The groups keep the expression from finding itself.
TIED_TO_ONE_MACHINE = re.compile(
    r"/(?:home|Users)/\w|/(?:root)/|[A-Z]:\\Users\\|file:/{3}|--(?:extra-)?index-(?:url)|--find-(?:links)"
)


@pytest.fixture(scope="module")
def files() -> list[Path]:
    """Every tracked file that exists, relative to the root."""
    if shutil.which("git") is None or not (ROOT / ".git").exists():
        pytest.skip("not a git repository: the project's files cannot be told from others")
    command = ["git", "-c", "safe.directory=*", "ls-files", "-z"]
    names = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    return [Path(name) for name in names.split("\0") if name and (ROOT / name).is_file()]


@pytest.fixture(scope="module")
def project() -> dict[str, Any]:
    return tomllib.loads((ROOT / "pyproject.toml").read_text())


def pins(lock: str) -> dict[str, list[Requirement]]:
    """Read a lock file; a package can be pinned twice, for different Pythons or systems."""
    found: dict[str, list[Requirement]] = {}
    for line in (ROOT / lock).read_text().splitlines():
        if re.match(r"\w", line):
            pin = Requirement(line.removesuffix("\\"))
            found.setdefault(canonicalize_name(pin.name), []).append(pin)
    return found


def test_top_level_holds_nothing_unexpected(files: list[Path]) -> None:
    assert {file.parts[0] for file in files} <= TOP_LEVEL


def test_long_files_say_why_on_their_first_line(files: list[Path]) -> None:
    for file in files:
        if file.suffix == ".py":
            lines = (ROOT / file).read_text().splitlines()
            assert len(lines) <= LONGEST_FILE or lines[0].startswith("# Long because "), file


def test_the_name_of_a_class_means_few_things(files: list[Path]) -> None:
    """Two at most, games aside: whoever reads a name should know what it stands for."""
    meanings: dict[str, list[str]] = {}
    for file in files:
        if (
            file.suffix == ".py"
            and file.parts[0] in PACKAGES
            and (file.parts[0] != "domain" or file.parts[1] == "kernel")
        ):
            for name in re.findall(r"^class (\w+)", (ROOT / file).read_text(encoding="utf-8"), re.MULTILINE):
                meanings.setdefault(name, []).append(str(file))
    assert {name: where for name, where in meanings.items() if len(where) > MOST_MEANINGS} == {}


def test_nothing_is_tied_to_one_machine(files: list[Path]) -> None:
    for file in files:
        text = (ROOT / file).read_text(encoding="utf-8", errors="replace")
        assert not TIED_TO_ONE_MACHINE.search(text), file


@pytest.mark.parametrize("lock", ["requirements.txt", "requirements-dev.txt"])
def test_lock_holds_what_the_project_asks_for(lock: str, project: dict[str, Any]) -> None:
    groups = project["dependency-groups"]
    asked = project["project"]["dependencies"] + groups["build"]
    locked = pins(lock)
    for need in map(Requirement, asked if lock == "requirements.txt" else asked + groups["dev"]):
        held = locked.get(canonicalize_name(need.name), [])
        assert held, f"{need} is not in {lock}: make lock"
        for pin in held:
            (exact,) = pin.specifier
            assert exact.operator == "==", pin
            assert need.specifier.contains(exact.version), f"{need} does not allow {pin} of {lock}: make lock"


def test_development_runs_on_the_versions_that_are_served() -> None:
    served, developed = pins("requirements.txt"), pins("requirements-dev.txt")
    assert {name: developed.get(name) for name in served} == served


def test_contributing_says_why_each_dependency_is_there(project: dict[str, Any]) -> None:
    page = (ROOT / "CONTRIBUTING.md").read_text()
    names = [Requirement(text).name for text in project["project"]["dependencies"]]
    assert [name for name in names if f"`{name}`" not in page] == []


def test_wheel_carries_every_file_of_the_packages(files: list[Path], tmp_path: Path) -> None:
    packaged = {file for file in files if file.parts[0] in PACKAGES}
    for file in (*packaged, Path("pyproject.toml"), Path("README.md"), Path("LICENSE")):
        (tmp_path / file).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / file, tmp_path / file)
    build = "from setuptools import build_meta; build_meta.build_wheel('dist')"
    subprocess.run([sys.executable, "-c", build], cwd=tmp_path, capture_output=True, check=True)
    (wheel,) = tmp_path.glob("dist/*.whl")
    with zipfile.ZipFile(wheel) as archive:
        carried = {Path(name) for name in archive.namelist()}
    assert packaged == {file for file in carried if file.parts[0] in PACKAGES}
