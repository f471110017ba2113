"""What the heads of the page's panels tell beside their titles."""

from collections.abc import Callable, Mapping, Sequence

from domain.forum_trajanum.prestige import trajan_value
from domain.kernel.ids import Seat
from services.render.drawing import Drawing
from services.render.forum_trajanum.pen import known
from services.render.forum_trajanum.standing import card_of, forum_points, has_standing, standing, times
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
    """What the reader would look up in a panel; the forum tells it in its picture where that is open."""
    tell = _HINTS.get(area)
    return tell(drawing) if tell else ""


def _can_build(drawing: Drawing) -> str:
    sides = sum(thing.startswith("building:") for thing in drawing.legal)
    return drawing.say("table.can_build", sides=sides) if sides else ""


def _in_forum(drawing: Drawing) -> str:
    if drawing.seat is None or not drawing.compact:
        return ""
    eagles, area = forum_points(known(drawing.view).public, drawing.seat)
    return drawing.say("table.your_forum", eagles=eagles, area=area)


def _offered(drawing: Drawing) -> str:
    """What is chosen: a payment, or a bonus."""
    kinds = {thing.partition(":")[0] for thing in drawing.legal}
    return next((drawing.say(f"table.composing_{kind}") for kind in ("pay", "bonus") if kind in kinds), "")


def _drawn(drawing: Drawing) -> str:
    return ", ".join(name for _, name in streets(drawing))


def _head(drawing: Drawing) -> str:
    public, seat = known(drawing.view).public, drawing.seat
    card = card_of(public)
    if seat is None or not card or not has_standing(public):
        return ""
    value, fulfilled = trajan_value(public.colonies[seat]), sum(times(card, public, seat))
    return drawing.say("table.head_worth", times=fulfilled, value=value, points=fulfilled * value)


_HINTS: Mapping[str, Callable[[Drawing], str]] = {
    "cards": _head,
    "buildings": _can_build,
    "forum": _in_forum,
    "streets": _drawn,
    "composer": _offered,
}
"""What the head of each panel tells, by its area."""
