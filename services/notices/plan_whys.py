"""Why a planned turn was not played, in words: for its player alone."""

from domain.kernel.clock import SECOND, Millis
from domain.kernel.game import AnyGame
from domain.kernel.languages import ENGLISH
from domain.kernel.words import SHARED
from projections.followed_match import FollowedMatch
from services.notices.letters import WORDS
from services.notices.notices import Delivery, Notice
from services.notices.relevance import Wait
from services.store.plans import Plans, StoredWhy
from services.tables.planned_turns import whose_turn_begins

_LOOK_AGAIN: Millis = 2 * SECOND
_PATIENCE: Millis = 120 * SECOND
"""How long a plan may be late before its player is called all the same."""


def why_in_words(game: AnyGame, why: StoredWhy, lang: str) -> str:
    """Why an alternative was not played."""
    words = game.words if f"illegal.{why.refusal}" in game.words.languages[ENGLISH] else SHARED
    refused = words.say(f"illegal.{why.refusal}", why.args, lang=lang) if why.refusal else ""
    return WORDS.say(f"plan.{why.reason}", {"step": why.step, "why": refused}, lang=lang)


async def by_plan(plans: Plans, delivery: Delivery, followed: FollowedMatch, now: Millis) -> Wait | None:
    """Whether the turn is about to be played as it was planned: then nobody needs to be called, or is told why not."""
    notice = delivery.notice
    if notice.kind != "turn" or whose_turn_begins(followed.match) != notice.user:
        return None
    plan = await plans.get(notice.game, notice.user)
    if plan is None or not plan.waits or now > delivery.at + plan.wait * SECOND + _PATIENCE:
        return None
    return Wait(now + max(_LOOK_AGAIN, min(plan.wait * SECOND, _PATIENCE)))


async def whys_of_turn(plans: Plans, notice: Notice, game: AnyGame, lang: str) -> list[str]:
    """Why the plan for the turn of a notice was not played, each alternative for itself."""
    plan = await plans.get(notice.game, notice.user) if notice.kind == "turn" else None
    if plan is None or plan.state != "lapsed" or plan.version < notice.version:
        return []
    return [why_in_words(game, why, lang) for why in plan.whys]
