"""Everything public is in the picture, each thing once; what nobody may know is not."""

import gzip
from collections import Counter
from xml.etree import ElementTree as ET

import msgspec
import pytest

from domain.concordia import GAME
from domain.concordia.data import GOODS, KINDS
from domain.concordia.state import Public
from domain.kernel.ids import Seat
from domain.kernel.rng import KeyedRng
from services.render.concordia.pointing import place_name
from services.render.theme import ThemeName
from tests.services.render.concordia.drawings import RENDERER, SPECTATOR, Reader, composed, drawing, elements, things
from tests.services.render.concordia.tables import Position, positions

HREF = "href"


def _expected(public: Public) -> Counter[str]:
    """The pieces and cards of a position, by what they are called on the table."""
    found: Counter[str] = Counter()
    for city, owners in public.houses.items():
        found.update(f"house:{city}:{owner}" for owner in owners)
    found.update(f"city:{city}" for city in ("roma", *public.produce))
    found.update(f"marker:{province}" for province in public.markers)
    found.update(f"sale:{card}" for card in public.display if card is not None)
    for seat, player in enumerate(public.players):
        found.update(f"hand:{seat}:{card}" for card in player.hand)
        found.update(f"discard:{seat}:{card}" for card in player.discard)
        for kind in KINDS:
            for place, count in Counter(player.colonists[kind]).items():
                found.update(f"colonist:{seat}:{kind}:{place_name(place)}:{i}" for i in range(1, count + 1))
    for owed in public.overflows:
        for good, count in Counter(owed.goods).items():
            found.update(f"owed:{owed.seat}:{good}:{i}" for i in range(1, count + 1))
    for receipt in public.receipts:
        for good, count in Counter(receipt.goods).items():
            found.update(f"due:{receipt.seat}:{good}:{i}" for i in range(1, count + 1))
    return found


@pytest.mark.parametrize("look", ["light", "dark", "page"])
def test_every_public_thing_is_in_the_picture_once(look: ThemeName) -> None:
    for position in positions()[:: 1 if look == "light" else 5]:
        public = position.view.public
        expected = _expected(public)
        kinds = {name.partition(":")[0] for name in expected} | {"owed", "due"}
        drawn = things(composed(drawing(position, reader=Reader(look, spectator=True))))
        assert {name: n for name, n in drawn.items() if name.partition(":")[0] in kinds} == expected
        assert drawn["magnus"] == drawn["deck"] == 1
        assert drawn["concordia"] == (public.concordia is not None)


def _numbers(drawn: str) -> dict[str, str]:
    """What stands beside things that are counted."""
    found = {}
    for one in elements(drawn):
        name = one.get("data-thing", "")
        if name.startswith(("money:", "goods:", "count:", "score:", "interim:")):
            found[name] = [part.text or "" for part in one.iter() if part.tag.endswith("text")][-1]
    return found


def test_what_is_counted_says_how_many() -> None:
    for position in positions():
        view, public = position.view, position.view.public
        numbers = _numbers(composed(drawing(position, reader=SPECTATOR)))
        for seat, player in enumerate(public.players):
            assert numbers[f"money:{seat}"] == str(player.money)
            assert numbers[f"count:{seat}:house"] == str(len(player.houses))
            for kind in KINDS:
                assert numbers[f"count:{seat}:{kind}"] == str(len(player.colonists[kind]))
            for good in GOODS:
                assert numbers[f"goods:{seat}:{good}"] == str(player.goods[good])
            if public.step == "over":
                assert str(view.scores[seat]) in numbers[f"score:{seat}"]
            elif public.interim is not None and public.interim[seat] is not None:
                assert str(public.interim[seat]) in numbers[f"interim:{seat}"]


def test_tokens_and_markers_show_their_good_or_coins() -> None:
    for position in positions()[::7]:
        public = position.view.public
        symbols = {
            name: {used.get(HREF) for used in one.iter() if used.get(HREF)}
            for one in elements(composed(drawing(position, reader=SPECTATOR)))
            if (name := one.get("data-thing", "")).startswith(("city:", "marker:"))
        }
        for city, good in public.produce.items():
            assert symbols[f"city:{city}"] == {f"#map-city-{good}"}
        for province, good in public.markers.items():
            coins = province in public.coin_side
            assert symbols[f"marker:{province}"] == ({"#coin"} if coins else {f"#plaque-{good}"})


def test_the_reader_sees_the_whole_storehouse_and_hand() -> None:
    for position in positions():
        drawn = things(composed(drawing(position)))
        player, seat = position.view.public.players[position.seat], position.seat
        stored: dict[str, int] = {good: player.goods[good] for good in GOODS} | {
            kind: player.stored[kind] for kind in KINDS
        }
        for what, count in stored.items():
            names = [f"stored:{seat}:{what}:{i}" for i in range(1, count + 1)]
            assert [drawn[name] for name in names] == [1] * count
        assert sum(count for name, count in drawn.items() if name.startswith("stored:")) == sum(stored.values())
        assert {name for name in drawn if name.startswith("card:")} == {f"card:{card}" for card in player.hand}


def test_the_order_of_the_deck_is_not_in_the_picture() -> None:
    for position in positions()[::9]:
        worlds = [GAME.imagine(position.view, KeyedRng(key)) for key in (b"one", b"other")]
        drawn = [
            composed(drawing(Position(GAME.view(world, position.seat), position.seat, position.legal)))
            for world in worlds
        ]
        assert drawn[0] == drawn[1] == composed(drawing(position))


def test_everyone_who_looks_on_sees_the_same() -> None:
    for position in positions()[::11]:
        views = [msgspec.structs.replace(position.view, seat=seat) for seat in (None, Seat(0), Seat(1))]
        drawn = {composed(drawing(Position(view, Seat(0), ()), reader=SPECTATOR)) for view in views}
        assert len(drawn) == 1


def test_every_part_is_well_formed_and_says_what_it_is() -> None:
    for position in positions()[::13]:
        for compact in (False, True):
            for part in RENDERER.parts(drawing(position, reader=Reader(compact=compact))):
                assert part.title
                ET.fromstring(part.body)


def test_a_picture_is_small() -> None:
    for position in positions()[::5]:
        drawn = composed(drawing(position, reader=SPECTATOR)).encode()
        assert len(drawn) <= 95_000
        assert len(gzip.compress(drawn)) <= 25_000
