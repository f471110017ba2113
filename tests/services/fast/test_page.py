"""The page of special cases: each has its reason, its place and a row of the bench that measures it."""

import re
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.bench import fast
from tests.bench.__main__ import BENCHES
from tests.bench.without import WITHOUT

ROOT = Path(__file__).parents[3]
FOLDER = ROOT / "services" / "fast"
ROW = re.compile(r"\| `(\w+)` \((.+?)\) \| (.+?) \| (.+?) \| `(\w+)`(?:: (.+?))? \| (.+?) \|")


class Row(NamedTuple):
    """A special case, as the page has it."""

    case: str
    places: str
    ordinary: str
    reason: str
    bench: str
    work: str | None
    figure: str


LINES = [line for line in (FOLDER / "README.md").read_text("utf-8").splitlines() if line.startswith("| `")]
ROWS = [Row(*found.groups()) for line in LINES if (found := ROW.fullmatch(line))]


def test_every_row_says_all_of_it() -> None:
    assert len(ROWS) == len(LINES) == len({row.case for row in ROWS})


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.case)
def test_a_case_stands_where_the_page_says_and_is_measured(row: Row) -> None:
    places = re.findall(r"`([\w/]+\.\w+)`", row.places)
    assert places
    assert all((ROOT / place).is_file() for place in places)
    assert row.bench in BENCHES
    assert (row.work is not None) == (row.bench == "fast")
    assert re.search(r"\d", row.figure)


def test_what_the_bench_measures_is_what_the_page_names() -> None:
    assert {row.case: row.work for row in ROWS if row.bench == "fast"} == fast.CASES
    assert {*fast.CASES} == {*WITHOUT} - {""}


def test_every_module_of_the_folder_has_its_row() -> None:
    modules = {module.stem for module in FOLDER.glob("*.py")} - {"__init__"}
    assert modules <= {row.case for row in ROWS}
