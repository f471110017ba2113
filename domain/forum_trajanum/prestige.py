"""The prestige track: where an upgrade moves the slider, and what its position is worth."""

from domain.forum_trajanum.data import DATA, MERCHANT_1, SliderSide
from domain.forum_trajanum.state import Colony, is_active

_LAST = max(DATA.prestige.positions)


def next_position(colony: Colony) -> int:
    """One step right; to the next cypress with Merchant I (R-06); nowhere at the right end (R-36)."""
    if is_active(colony, MERCHANT_1):
        for cypress in DATA.prestige.cypress_positions:
            if cypress > colony.slider:
                return cypress
    return min(colony.slider + 1, _LAST)


def area_points(colony: Colony, envoys: int) -> int:
    """What the largest area of that many envoys is worth."""
    for field, label in enumerate(_side(colony).labels):
        if label and label[0] <= envoys <= label[1]:
            return DATA.prestige.points_below[field + colony.slider]
    return DATA.prestige.zero_envoys_points


def trajan_value(colony: Colony) -> int:
    """The number above Trajan's head."""
    return DATA.prestige.points_above[_side(colony).head_field - 1 + colony.slider]


def _side(colony: Colony) -> SliderSide:
    return DATA.prestige.advanced if colony.advanced else DATA.prestige.base
