"""`make test-busy` keeps the machine busy, says which run failed by which test, and leaves nothing running."""

from pathlib import Path

import psutil
import pytest

from tests.busy.__main__ import busy_loops, main
from tests.kit.processes import is_running

PASSES = "def test_passes():\n    pass\n"
FAILS_ONCE = """
from pathlib import Path

def test_fails_in_the_second_run():
    seen = Path(__file__).with_name("seen")
    number = int(seen.read_text()) if seen.exists() else 1
    seen.write_text(str(number + 1))
    assert number != 2
"""


@pytest.fixture(autouse=True)
def few_plugins(monkeypatch: pytest.MonkeyPatch) -> None:
    """Those of the suite take longer to load than these runs."""
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
    monkeypatch.setenv("PYTEST_PLUGINS", "xdist.plugin,pytest_timeout")


def test_it_says_which_run_failed_and_by_which_test(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name, text in (("test_one", PASSES), ("test_two", FAILS_ONCE)):
        (tmp_path / f"{name}.py").write_text(text)
    before = set(psutil.Process().children())
    assert main(["--runs", "2", "--loops", "1", "--folder", str(tmp_path / "said"), "-n", "0", str(tmp_path)]) == 1
    told = capsys.readouterr().out.splitlines()
    assert [line.partition(":")[0] for line in told if line.startswith("run")] == [f"run {n} of 2" for n in (1, 2)]
    assert ["green" in line for line in told if line.startswith("run")] == [True, False]
    (failed,) = [line for line in told if line.startswith("  ")]
    assert failed.endswith("test_two.py::test_fails_in_the_second_run")
    assert told[-1] == "1 of 2 runs were green; red: 2."
    assert not set(psutil.Process().children()) - before


def test_a_suite_without_a_test_is_not_green(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--runs", "1", "--loops", "1", "--folder", str(tmp_path / "said"), "-n", "0", str(tmp_path)]) == 1
    assert "0 of 1 runs were green" in capsys.readouterr().out


def test_the_loops_compute_and_end_with_the_block() -> None:
    with busy_loops(2) as loops:
        assert len(loops) == 2
        assert all(is_running(loop.pid) for loop in loops)
    assert not any(is_running(loop.pid) for loop in loops)
