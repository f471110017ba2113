"""Taberna as a release after this one would have it: one of its events has another schema.

Only for a process of its own: the rules emit the event by its class, so the class itself is changed.
"""

from typing import Any

from tests.kit.taberna import events
from tests.kit.taberna.game import Taberna

events.CardLaid.SCHEMA = 2


def _as_before(data: dict[str, Any]) -> dict[str, Any]:
    return data


class NextTaberna(Taberna):
    upcasters = {("CardLaid", 1): _as_before}


GAME = NextTaberna()
