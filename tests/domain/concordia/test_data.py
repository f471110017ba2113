"""What is printed: the file agrees with itself and with the fact sheet's tables, and a slip is noticed."""

import pytest
from msgspec.structs import replace

from domain.concordia.data import DATA, WARES, Data, Kind, Map, check
from domain.concordia.maps import BOARDS


def _with_map(**changes: object) -> Data:
    board: Map = replace(DATA.maps["imperium"], **changes)
    return replace(DATA, maps={"imperium": board})


SLIPS = {
    "a line too few": _with_map(lines=DATA.maps["imperium"].lines[1:]),
    "a line twice": _with_map(lines=(DATA.maps["imperium"].lines[0], *DATA.maps["imperium"].lines)),
    "an end in the wrong city": _with_map(cities_without_sea_line=()),
    "cities out of order": _with_map(cities=DATA.maps["imperium"].cities[::-1]),
    "a province missing": _with_map(provinces=DATA.maps["imperium"].provinces[:-1]),
    "a letter missing": _with_map(token_letters=("A", "B", "C")),
    "a card missing": replace(DATA, cards=replace(DATA.cards, market=DATA.cards.market[1:])),
    "a surcharge missing": replace(DATA, market=replace(DATA.market, surcharge=DATA.market.surcharge[1:])),
    "a god too many": replace(DATA, pantheon_printed={"mars": {"II": 3}}),
}


@pytest.mark.parametrize("slip", SLIPS)
def test_a_file_that_contradicts_itself_is_refused(slip: str) -> None:
    with pytest.raises(ValueError, match="contradicts itself"):
        check(SLIPS[slip])


def test_goods_prices_and_house_money() -> None:
    assert {ware.id: ware.price for ware in DATA.goods} == {"brick": 3, "food": 4, "tool": 5, "wine": 6, "cloth": 7}
    assert [ware.house_money for ware in DATA.goods] == [1, 2, 3, 4, 5]
    assert WARES["brick"].house_goods == ("food",)
    assert all(ware.house_goods == ("brick", ware.id) for ware in DATA.goods if ware.id != "brick")


def test_lines_from_roma() -> None:
    def ends(name: str, kind: Kind) -> set[str]:
        lines = [BOARDS[name].lines[line] for line in BOARDS[name].lines_at[kind]["roma"]]
        return {end for line in lines for end in (line.a, line.b)} - {"roma"}

    assert ends("imperium", "land") == {"aquileia", "novaria", "syracusae"}
    assert ends("imperium", "sea") == {"carthago", "massilia", "syracusae"}
    assert ends("italia", "land") == {"casinum", "cosa", "spoletum"}
    assert ends("italia", "sea") == {"cosa", "neapolis", "olbia", "panormus"}


@pytest.mark.parametrize("name", BOARDS)
def test_no_position_has_more_than_250_options(name: str) -> None:
    """The widest choice is the Architect's: three colonists of each kind, six points, every line free but theirs."""
    most = 0
    for ways in BOARDS[name].ways.values():
        reach = sorted((sum(way.points <= 6 for way in found.values()) for found in ways.values()), reverse=True)
        most += sum(reach[:3])
    ending_and_standing_order = 2
    assert most + ending_and_standing_order <= 250
