"""A race between drafts: sample by sample it becomes clear which are worse, and those are left behind."""

import math
import statistics
from collections.abc import Sequence
from typing import NamedTuple

from domain.kernel.game import Command

CERTAIN = 3.0
"""A draft that trails the leader by so many standard errors is left behind at once."""
FEW = 8
"""Samples that say too little for that."""


class Prospect(NamedTuple):
    """A turn, how far ahead of its best opponent it is expected to leave its seat, and the standard error of that.

    Without samples, `margin` is what the seat itself is worth at the end of the turn, and there is no error.
    """

    draft: tuple[Command, ...]
    margin: float
    error: float
    samples: int


class Race:
    """All that run get a margin from each sample; those in the same samples are compared sample by sample."""

    def __init__(self, drafts: Sequence[tuple[Command, ...]]) -> None:
        """Begin with these, the most promising first."""
        self.running = list(drafts)
        self._margins: dict[tuple[Command, ...], list[float]] = {draft: [] for draft in drafts}
        self._beaten: list[tuple[Command, ...]] = []

    def add(self, margins: Sequence[float]) -> None:
        """One sample: a margin for each that runs. Who is certainly worse than the leader, or its equal, drops out."""
        for draft, margin in zip(self.running, margins, strict=True):
            self._margins[draft].append(margin)
        self.running.sort(key=self._mean, reverse=True)
        leader, *others = self.running
        if len(self._margins[leader]) >= FEW:
            self._leave_behind([draft for draft in others if not self._is_open(leader, draft)])

    def halve(self) -> None:
        """Leave the worse half behind."""
        self._leave_behind(self.running[(len(self.running) + 1) // 2 :])

    def ranking(self) -> list[Prospect]:
        """The best first: who runs by margin, then who fell out, latest first. Nothing before the first sample."""
        return [self._prospect(draft) for draft in (*self.running, *self._beaten) if self._margins[draft]]

    def _leave_behind(self, drafts: Sequence[tuple[Command, ...]]) -> None:
        self._beaten = [*drafts, *self._beaten]
        self.running = [draft for draft in self.running if draft not in drafts]

    def _is_open(self, leader: tuple[Command, ...], draft: tuple[Command, ...]) -> bool:
        """Whether more samples could still put a draft before the leader. Always the same margin: the same turn."""
        leads = [ahead - behind for ahead, behind in zip(self._margins[leader], self._margins[draft], strict=True)]
        return statistics.fmean(leads) < CERTAIN * statistics.stdev(leads) / math.sqrt(len(leads))

    def _mean(self, draft: tuple[Command, ...]) -> float:
        return statistics.fmean(self._margins[draft])

    def _prospect(self, draft: tuple[Command, ...]) -> Prospect:
        margins = self._margins[draft]
        samples = len(margins)
        error = statistics.stdev(margins) / math.sqrt(samples) if samples > 1 else math.inf
        return Prospect(draft, self._mean(draft), error, samples)
