"""What stands above the picture of a table: its game, what happened last, and whose turn it is until when."""

from collections.abc import Sequence

from domain.kernel.game import Step
from domain.kernel.ids import Seat
from domain.kernel.match import Match
from domain.kernel.words import Catalogue
from services.render.picture import Caption
from services.story.moments import moment_in_short

WORDS = Catalogue.load("services.queries")
_MOST_NAMED = 2
"""More people are counted: their marks say who they are, and the room is for what happened."""


def caption_of(match: Match, players: Sequence[str], happened: tuple[str, ...], lang: str) -> Caption:
    """The caption of a table as it stands."""
    waiting = match.to_act()
    seats = () if isinstance(waiting, Step) else tuple(waiting)
    return Caption(
        match.game.name_in(lang), happened, _turn(match, seats, players, lang), _until(match, lang), seats[:5]
    )


def unjudged_caption(caption: Caption, lang: str) -> Caption:
    """The caption of a game that was taken in from elsewhere without being judged."""
    return caption._replace(turn=WORDS.say("caption.unjudged", {"turn": caption.turn}, lang=lang))


def _turn(match: Match, seats: Sequence[Seat], players: Sequence[str], lang: str) -> str:
    def say(key: str, **args: object) -> str:
        return WORDS.say(f"caption.{key}", args, lang=lang, players=players)

    table = match.table
    if table.result is not None:
        return say("won", winners=table.result.winners)
    if table.over:
        return say("abandoned")
    if isinstance(match.to_act(), Step):
        return say("scoring")
    if not seats:
        return ""  # the position lies within a batch: nobody was ever asked there
    if len(seats) > _MOST_NAMED:
        return say("many", number=len(seats))
    return say("one", seat=seats[0]) if len(seats) == 1 else say("several", seats=seats)


def _until(match: Match, lang: str) -> str:
    due = match.table.due()
    if due is None or match.table.over:
        return ""
    return WORDS.say("caption.until", {"moment": moment_in_short(due, "UTC", lang)}, lang=lang)
