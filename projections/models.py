"""Every stored read model, made from one fold of a game. A new model is a module and its name in this list."""

from projections import hosted, inbox, lobby, profile, unstarted
from projections.followed_match import FollowedMatch
from projections.rows import EVERYONE, GameRows, ModelKey, ModelRow

MODELS = (lobby, inbox, profile, hosted, unstarted)


def make(followed: FollowedMatch) -> GameRows:
    """The rows of a game, and the places that have none (any more)."""
    owners = [EVERYONE, *sorted(followed.people)]
    rows: dict[ModelKey, ModelRow | None] = {ModelKey(model.MODEL, owner): None for model in MODELS for owner in owners}
    for model in MODELS:
        rows |= model.rows(followed)
    return GameRows(followed.game_id, followed.version, rows)
