"""Perft: how many sequences of legal commands there are to a depth. Pinned, it notices any change of the rules."""

from domain.kernel.draft import confirm
from domain.kernel.game import Step
from domain.kernel.match import SYSTEM, Batch, Match


def perft(match: Match, depth: int) -> int:
    """Count the sequences of `depth` choices; forced ones, the system's steps and commands aside do not count."""
    if depth == 0 or match.table.over:
        return 1
    waiting = match.to_act()
    if isinstance(waiting, Step):
        twin = match.copy()
        batch = Batch(twin, SYSTEM)
        batch.resolve(waiting)
        batch.advance()
        return perft(twin, depth)
    total = 0
    for seat in waiting[:1]:
        for command in match.choices(seat):
            twin = match.copy()
            confirm(twin, seat, [command])
            total += perft(twin, depth - 1)
    return total
