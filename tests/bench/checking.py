"""What it takes to check a record: in a visitor's browser, and by `acta verify`, which decides every choice again."""

import tempfile
import time
from pathlib import Path

from domain.kernel import proof
from domain.registry import GAMES, Registry
from tests.bench.report import show
from tests.kit import recordings
from tests.kit.node_check import Asked, found_in_all

THOUSAND = 1000


def run() -> None:
    """Print the figures."""
    rows = []
    for game in GAMES:
        logs = [recordings.load(game, name).records for name in recordings.names(game)]
        events = sum(map(len, logs))
        with tempfile.TemporaryDirectory() as folder:
            told = found_in_all(map(Asked, logs), Path(folder))
        began = time.process_time()
        assert all(proof.verify(log, Registry()).holds for log in logs)
        verified = (time.process_time() - began) * THOUSAND
        in_browsers, ours = (took / events * THOUSAND for took in (sum(one["took"] for one in told), verified))
        rows.append((game.meta.slug, f"{events:,}", f"{in_browsers:.0f}", f"{ours:.0f}", f"{in_browsers / ours:.2f}"))
    show(
        "Records checked", ("Records (ms for 1,000 events)", "events", "check.js in node", "acta verify", "ratio"), rows
    )
