"""What the heads of the page's panels tell beside their titles."""

from collections.abc import Sequence

from domain.forum_trajanum.prestige import trajan_value
from domain.kernel.ids import Seat
from services.render.drawing import Drawing
from services.render.forum_trajanum.pen import known
from services.render.forum_trajanum.standing import card_of, has_standing, standing, times
from services.render.renderer import Standing
from services.render.steps import Sign


def standing_of(drawing: Drawing, seat: Seat) -> Standing | None:
    """The points that the scoring of this phase would bring a seat now."""
    public = known(drawing.view).public
    if not has_standing(public):
        return None
    points = standing(public, seat).total
    return Standing(f"+{points}", drawing.say("table.standing", points=points))


def streets(drawing: Drawing) -> Sequence[tuple[Sign, str]]:
    """The streets whose cards are open, by their symbols."""
    return [(Sign(f"street-{street}", None), drawing.name(street)) for street in known(drawing.view).public.streets]


def hint(drawing: Drawing, area: str) -> str:
    """Of the cards what the reader's slider makes of them, of the buildings how many can be built now."""
    if area == "cards":
        return _head(drawing)
    if area == "buildings":
        sides = sum(thing.startswith("building:") for thing in drawing.legal)
        return drawing.say("table.can_build", sides=sides) if sides else ""
    return ""


def _head(drawing: Drawing) -> str:
    public, seat = known(drawing.view).public, drawing.seat
    card = card_of(public)
    if seat is None or not card or not has_standing(public):
        return ""
    value, fulfilled = trajan_value(public.colonies[seat]), sum(times(card, public, seat))
    return drawing.say("table.head_worth", times=fulfilled, value=value, points=fulfilled * value)
