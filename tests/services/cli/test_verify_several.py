"""`acta verify` of several files at once, and as JSON."""

from json import loads
from pathlib import Path

import pytest

from services.cli.errors import Refusal
from services.cli.flags import Flags
from services.cli.verify import verify
from tests.services.cli.test_records import FINISHED, Printed, with_other_data, written


@pytest.fixture
def flags(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Flags:
    monkeypatch.setenv("ACTA_GAMES", "tests.kit.taberna:GAME")
    return Flags(data_dir=tmp_path / "data")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return written(tmp_path / "game.jsonl", FINISHED)


def test_several_files_at_once(flags: Flags, file: Path, tmp_path: Path, capsys: Printed) -> None:
    other = with_other_data(tmp_path / "other.jsonl")
    broken = written(tmp_path / "broken.jsonl", FINISHED[1:])
    assert verify(str(file), str(file), flags=flags) == 0
    assert capsys.readouterr().out.count("The log holds.") == 2
    assert verify(str(file), str(other), flags=flags) == 3
    assert verify(str(file), str(tmp_path / "none"), str(other), flags=flags) == 2
    capsys.readouterr()
    assert verify(str(other), str(tmp_path / "none"), str(broken), str(file), flags=flags) == 1
    printed = capsys.readouterr()
    assert f"{broken}\n  ✗ version 1" in printed.out
    assert printed.out.endswith(f"{file}\nThe log holds.\n")
    assert "There is no file" in printed.err


def test_what_names_one_game_is_not_asked_of_several(flags: Flags, file: Path) -> None:
    with pytest.raises(Refusal, match="exactly one"):
        verify(str(file), str(file), head="0" * 64, flags=flags)
    with pytest.raises(Refusal, match="exactly one"):
        verify(str(file), str(file), origin=str(file), flags=flags)
    with pytest.raises(Refusal, match="at least one"):
        verify(flags=flags)


def test_json(flags: Flags, file: Path, tmp_path: Path, capsys: Printed) -> None:
    broken = written(tmp_path / "broken.jsonl", [*FINISHED[:5], *FINISHED[6:]])
    assert verify(str(file), str(broken), json=True, flags=flags) == 1
    holds, fails = [loads(line) for line in capsys.readouterr().out.splitlines()]
    assert (holds["source"], holds["verdict"], holds["head"]) == (str(file), "holds", FINISHED[-1].hash())
    assert "rules" in {one["key"] for one in holds["proven"]}
    assert fails["verdict"] == "broken"
    assert fails["failures"] == [{"version": 6, "reason": "the line says version 7", "check": "chain"}]
