# mypy: ignore-errors
# (pyeventsourcing is installed into a folder of its own, by `eventsourced.py`, which runs this there)
"""The peer: an aggregate of pyeventsourcing on which a card is laid and taken back, each on disk (SQLite) at once."""

import sys
import time
from pathlib import Path

from eventsourcing.application import Application
from eventsourcing.domain import Aggregate, event

TABLES = 64


class Table(Aggregate):
    @event("Opened")
    def __init__(self) -> None:
        self.card = None

    @event("CardLaid")
    def lay(self, card: int) -> None:
        self.card = card

    @event("CardTakenBack")
    def take_back(self) -> None:
        self.card = None


def main(folder: str, seconds: float) -> None:
    """Print commands a second, and processor milliseconds a command."""
    environ = {
        "PERSISTENCE_MODULE": "eventsourcing.sqlite",
        "SQLITE_DBNAME": str(Path(folder) / "peer.db"),
        "AGGREGATE_CACHE_MAXSIZE": str(TABLES),
    }
    app = Application(env=environ)
    tables = [Table() for _ in range(TABLES)]
    app.save(*tables)
    count, began, worked = 0, time.perf_counter(), time.process_time()
    while time.perf_counter() - began < seconds:
        for known in tables:
            table = app.repository.get(known.id)
            if table.card is None:
                table.lay(7)
            else:
                table.take_back()
            app.save(table)
            count += 1
    rate = count / (time.perf_counter() - began)
    print(rate, (time.process_time() - worked) * 1000 / count)


if __name__ == "__main__":
    main(sys.argv[1], float(sys.argv[2]))
