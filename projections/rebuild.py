"""Making all read models anew beside the live ones, and switching over without an outage.

It is nothing but a projector that reads each game into a generation of its own, and then the feed from where it ended
before. What happens meanwhile is caught up before the switch and once more after it, so that nobody reads an older row
than before.
"""

from collections.abc import Callable

from projections.runner import START, Models, Projector


async def rebuild(
    projector: Projector, models: Models, generation: str, partitions: int, report: Callable[[int], None]
) -> None:
    """Make a generation and switch to it; `report` is given how many games or feed entries were read."""
    for partition in range(partitions):
        await models.store(generation, partition, START, ())
    for _ in range(2):
        for partition in range(partitions):
            await projector.catch_up(partition, generation, report)
    await models.switch(generation)
    for partition in range(partitions):
        await projector.catch_up(partition, generation, report)
