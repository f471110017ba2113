"""Tests stand where the code stands: a folder for each package, and nothing of another room among them."""

from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PRODUCTION = ("domain", "projections", "services", "workers")
ACROSS = {Path("services/languages"), Path("services/leaks")}
"""What leaves the server by whichever door: no package's own."""
DEEP = 2
"""Below `services/api` and its like, tests are sorted by what they are about."""


def packages(root: Path) -> set[Path]:
    """Every folder of Python down to the depth of rooms, relative to where it was looked for."""
    found = [file.parent.relative_to(root) for file in root.glob("**/__init__.py")]
    return {one for one in found if one.parts and one.parts[0] in PRODUCTION and len(one.parts) <= DEEP}


def test_every_package_has_its_folder_of_tests() -> None:
    for package in packages(ROOT):
        folder = ROOT / "tests" / package
        assert any(folder.rglob("test_*.py")), f"nothing below tests/ tests {package}"


def test_every_folder_of_tests_has_its_package() -> None:
    assert packages(ROOT / "tests") - packages(ROOT) == ACROSS


@pytest.mark.parametrize("test", sorted((ROOT / "tests" / "services").glob("test_*.py")), ids=lambda file: file.stem)
def test_what_lies_loose_among_services_tests_a_module_that_does(test: Path) -> None:
    module = test.stem.removeprefix("test_")
    assert (ROOT / "services" / f"{module}.py").exists(), f"{test.name} belongs into the folder of what it tests"
