"""Names on the wire change on purpose or not at all."""

import json

from tests.kit.taberna import GAME
from tests.kit.wire import GOLDEN, wire_names


def test_names_are_those_that_were_frozen() -> None:
    frozen = json.loads(GOLDEN.read_text("utf-8"))
    assert wire_names() == frozen, "see tests/kit/wire.py for what a change needs before it is written down"


def test_a_name_tells_schema_fields_and_who_may_not_read() -> None:
    names = wire_names([GAME])["taberna"]
    assert names["events"]["HandDealt"] == "schema 1: seat, cards (sealed)"
    assert names["commands"]["LayCard"] == "secret: card"
    assert names["commands"]["EndTurn"] == "public"
