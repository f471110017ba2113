"""Every stored read model, made from one fold of a game. A new model is a module and its name in this list."""

from projections import inbox, lobby, profile
from projections.folds import Folded
from projections.rows import EVERYONE, Made, Place, Row

MODELS = (lobby, inbox, profile)


def make(folded: Folded) -> Made:
    """The rows of a game, and the places that have none (any more)."""
    owners = [EVERYONE, *sorted(folded.people)]
    rows: dict[Place, Row | None] = {Place(model.MODEL, owner): None for model in MODELS for owner in owners}
    for model in MODELS:
        rows |= model.rows(folded)
    return Made(folded.game_id, folded.version, rows)
