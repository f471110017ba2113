"""The check of records that visitors' browsers run, run by node."""

import json
import subprocess
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from domain.kernel.envelope import Record
from domain.kernel.export import to_line
from tests.kit.tamperings import DRAWS

SCRIPT = Path(__file__).parents[2] / "services/web/static/check.js"
CHECKING = """
import {readFileSync} from "node:fs";
const {check} = await import("./check.js");
const draws = JSON.parse(readFileSync("draws.json", "utf8"));
const told = [];
for (const [file, kept] of JSON.parse(readFileSync("asked.json", "utf8"))) {
  const text = readFileSync(file, "utf8"), began = performance.now();
  told.push({...await check(text, draws, kept), took: performance.now() - began, events: text.split("\\n").length - 1});
}
console.log(JSON.stringify(told));
"""


class Asked(NamedTuple):
    """A file to be checked, and what a browser kept of its game."""

    records: Sequence[Record]
    kept: Any = None


def node(script: str, folder: Path) -> Any:  # noqa: ANN401 - any JSON
    """What a script prints that may import the check and finds the table of draws beside it."""
    (folder / "package.json").write_text('{"type": "module"}')
    (folder / "check.js").write_bytes(SCRIPT.read_bytes())
    (folder / "draws.json").write_text(json.dumps(DRAWS))
    (folder / "run.js").write_text(script)
    done = subprocess.run(["node", "run.js"], cwd=folder, check=True, capture_output=True, timeout=300)
    return json.loads(done.stdout)


def found_in_all(asked: Iterable[Asked], folder: Path) -> list[dict[str, Any]]:
    """What the script says of each file."""
    files = []
    for number, (records, kept) in enumerate(asked):
        (folder / f"{number}.jsonl").write_bytes(b"".join(map(to_line, records)))
        files.append([f"{number}.jsonl", kept])
    (folder / "asked.json").write_text(json.dumps(files))
    told: list[dict[str, Any]] = node(CHECKING, folder)
    return told
