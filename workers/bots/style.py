"""Style: bots do not all play alike, since each values things a little differently, all game long."""

import random

from domain.kernel.valuation import Weights, Worth
from workers.bots.bot import BotTurn

SPREAD = 0.12
"""How far tastes differ (deviation of a factor). Little: a taste is no mistake."""


def weights_of(turn: BotTurn) -> Weights:
    """What things are worth to a bot of this character; to one without any, what the game says."""
    if not turn.character:
        return turn.game.weights
    rng = random.Random(turn.character)  # noqa: S311 - not for cryptography
    worths = turn.game.weights.worths.items()
    return Weights({term: _times(worth, rng.lognormvariate(0, SPREAD)) for term, worth in worths})


def _times(worth: Worth, factor: float) -> Worth:
    return Worth(worth.beginning * factor, worth.end * factor)
