"""What the rules in short and the messages say of figures is what is printed: each takes them from the data."""

import re
from typing import NamedTuple, TypeAlias

import pytest

from domain.concordia import GAME as CONCORDIA
from domain.concordia.data import CARDS, WARES
from domain.concordia.data import DATA as CONCORDIA_DATA
from domain.forum_trajanum import GAME as FORUM_TRAJANUM
from domain.forum_trajanum.data import DATA as FORUM_DATA
from domain.kernel.languages import ENGLISH, LANGUAGES
from domain.trajan import GAME as TRAJAN
from domain.trajan.data import DATA as TRAJAN_DATA
from services.web.rules.pages import summary

BLOCK = re.compile(r"<(p|td|li|dd)\b[^>]*>(.*?)</\1>", re.DOTALL)


Facts: TypeAlias = dict[str, tuple[int, ...]]
"""Sentences of an English page, each with the figures that every language writes as digits in the same place."""


def _concordia() -> Facts:
    data, money = CONCORDIA_DATA, {good: ware.house_money for good, ware in WARES.items()}
    cards, per_house = (
        (*data.cards.starting, *data.cards.market),
        {card.minerva_vp_per_house for card in CARDS.values()},
    )
    _, starting, bought = sorted({card.mercator_money for card in cards})
    base, more = data.actions.colonist_income_base, data.actions.colonist_income_per_own_colonist_on_board
    least, most = min(per_house - {0}), max(per_house)
    first, second = data.interim_scoring.money_first, data.interim_scoring.money_second
    return {
        f"Receive {starting} sestertii ({bought} with a card that you bought)": (starting, bought),
        f"take {base} sestertii and {more} more for each of your colonists on the map": (base, more),
        f"{money['brick']} sestertius in a brick city, {money['food']} for food, {money['tool']} for tools, "
        f"{money['wine']} for wine, {money['cloth']} for cloth": (),
        "Nobody builds in Roma": (),
        f"has {data.storehouse.cells} cells": (),
        "you choose which of the new goods to keep, and you must fill every free cell": (),
        "unless it is a Diplomat": (),
        "and must use it": (),
        f"{least} to {most} points for each of your houses": (least, most),
        f"builds a {data.components.per_player.houses}th house": (),
        f"worth {data.end_of_game.concordia_vp} points": (data.end_of_game.concordia_vp,),
        f"The {data.market.slots} cards for sale": (),
        f"First place gets {first} sestertii, second place {second}": (),
    }


def _trajan() -> Facts:
    lost = tuple(-points for points in TRAJAN_DATA.needs.penalty[1:])
    steps, last = [space.vp for space in TRAJAN_DATA.senate_space[1:]], TRAJAN_DATA.final_scoring
    tiles, spaces = TRAJAN_DATA.forum_area.forum_tiles_by_players, TRAJAN_DATA.time_track.spaces["2"]
    rival, three, four = (
        TRAJAN_DATA.military.vp_loss_per_foreign_legionary,
        last.set_of_3_buildings,
        last.set_of_4_buildings,
    )
    assert all(space.votes == space.vp for space in TRAJAN_DATA.senate_space)
    return {
        f"scores {steps[0]} to {steps[-1]} points and counts as many votes": (steps[0], steps[-1]),
        "1, 2 or 3 demands unmet you lose {}, {} or {} points".format(*lost): lost,
        "whoever can meet one must do so": (),
        f"The game lasts {TRAJAN_DATA.calendar.quarters} quarters": (),
        f"After {TRAJAN_DATA.calendar.rounds_per_quarter} rounds": (),
        f"{rival} points less for each other player who was there before you": (rival,),
        f"never less than {TRAJAN_DATA.military.vp_floor}": (),
        f"{last.card_in_hand} point for each card in hand": (last.card_in_hand,),
        f"{three} points for 3 buildings of one kind, or {four} for 4": (three, four),
        f"we count {spaces} spaces, as the rule book gives no number": (spaces,),
        f"{tiles['2']} tiles instead of {tiles['3']} or {tiles['4']}": (),
        "including those that you shipped": (),
    }


def _forum_trajanum() -> Facts:
    column, active = FORUM_DATA.trajan_column.fragments, FORUM_DATA.trajan_column.per_active_citizen
    cranes, times = FORUM_DATA.cranes.points_per_structure, FORUM_DATA.citizen_rows.multiplier
    boards, eagles = FORUM_DATA.mosaics.boards_for_players, FORUM_DATA.eagles
    values, colony = sorted({*FORUM_DATA.prestige.points_above}), FORUM_DATA.colony
    assert [reward.space for reward in FORUM_DATA.reward_tracks.library if "eagle" in reward.effect] == [3]
    return {
        f"Colonia of {colony.rows} by {colony.columns} cells": (),
        f"{FORUM_DATA.meta.phases} cycles of {FORUM_DATA.meta.rounds_per_phase} rounds": (),
        "{}, {} or {} points in cycle I, II or III, and {} for".format(*column, active): (*column, active),
        "{}, {} or {} points in cycle I, II or III for each structure".format(*cranes): cranes,
        "times {}, {} or {} for 0, 1 or 2 active citizens".format(*times): times,
        f"{eagles.on} points for each envoy on an eagle and {eagles.orthogonal} for each": (
            eagles.on,
            eagles.orthogonal,
        ),
        "with Patrician I also diagonally": (),
        "Only the third library reward sends an envoy onto an eagle": (),
        "{}, {} or {} points, as your slider shows".format(*values): (*values,),
        f"{boards['2']} mosaic boards instead of {boards['3']} or {boards['4']}": (),
        "We read the second bonus of Patrician I as an envoy to a cell of any colour": (),
    }


FACTS = {"concordia": _concordia(), "trajan": _trajan(), "forum-trajanum": _forum_trajanum()}
EACH = [(slug, sentence) for slug, facts in FACTS.items() for sentence in facts]


def _blocks(slug: str, language: str) -> list[str]:
    return [re.sub("<[^>]+>", "", text) for _, text in BLOCK.findall(summary(slug, language) or "")]


def _place(slug: str, sentence: str) -> int:
    """Which block of the English page holds a sentence."""
    [place] = [place for place, block in enumerate(_blocks(slug, ENGLISH)) if sentence in block]
    return place


@pytest.mark.parametrize(("slug", "sentence"), EACH)
def test_the_rules_in_short_say_what_is_printed(slug: str, sentence: str) -> None:
    assert sentence in " ".join(_blocks(slug, ENGLISH))


@pytest.mark.parametrize("language", [language for language in LANGUAGES if language != ENGLISH])
def test_the_figures_are_the_same_in_every_language(language: str) -> None:
    missing = []
    for slug, sentence in EACH:
        written = re.findall(r"\d+", _blocks(slug, language)[_place(slug, sentence)])
        missing += [(sentence, figure) for figure in FACTS[slug][sentence] if str(figure) not in written]
    assert missing == []


@pytest.mark.parametrize("kind", [tile.id for tile in TRAJAN_DATA.bonus_tile])
def test_a_bonus_tile_of_trajan_promises_what_it_pays(kind: str) -> None:
    [tile] = [tile for tile in TRAJAN_DATA.bonus_tile if tile.id == kind]
    for side, pays in (("gold", tile.gold), ("silver", tile.silver)):
        text = TRAJAN.words.say(f"{side}.{kind}", {})
        assert text.startswith(f"{pays:g} point" if pays != 0.5 else "half a point")
        assert text.endswith("rounded up") == (pays % 1 > 0)
        assert (" if you have a " in text) == (tile.need is not None)


class Promise(NamedTuple):
    """How a language says what a bonus tile pays: half a point, rounded, and only to who has something."""

    half: str
    rounded: str
    condition: str


PROMISES = {
    "de": Promise("ein halber Punkt", "aufgerundet", "wenn du"),
    "fr": Promise("un demi-point", "arrondi au supérieur", "si vous"),
    "ru": Promise("пол-очка", "округлением вверх", "если есть"),
}


@pytest.mark.parametrize("language", PROMISES)
@pytest.mark.parametrize("kind", [tile.id for tile in TRAJAN_DATA.bonus_tile])
def test_a_bonus_tile_of_trajan_promises_the_same_in_every_language(kind: str, language: str) -> None:
    [tile] = [tile for tile in TRAJAN_DATA.bonus_tile if tile.id == kind]
    said = PROMISES[language]
    for side, pays in (("gold", tile.gold), ("silver", tile.silver)):
        text = TRAJAN.words.say(f"{side}.{kind}", {}, lang=language)
        assert text.startswith(f"{pays:g} " if pays != 0.5 else said.half)
        assert text.endswith(said.rounded) == (pays % 1 > 0)
        assert (said.condition in text) == (tile.need is not None)


def test_concordia_tells_its_end_by_what_is_printed() -> None:
    taken = CONCORDIA.words.languages[ENGLISH]["event.ConcordiaTaken"]
    assert f"({CONCORDIA_DATA.end_of_game.concordia_vp} points)" in taken
    houses = CONCORDIA.words.languages[ENGLISH]["concordia.houses"]
    assert f"built the {CONCORDIA_DATA.components.per_player.houses}th house" in houses
    interim, line = CONCORDIA_DATA.interim_scoring, CONCORDIA.words.languages[ENGLISH]["option.interim_scoring.line"]
    assert f"First place gets {interim.money_first} sestertii, second place {interim.money_second}" in line


def test_forum_trajanum_tells_an_ability_as_it_can_be_used() -> None:
    uses = {row.row: row.uses_per_turn for row in FORUM_DATA.citizen_row}
    often = {1: "once a turn", 2: "twice a turn"}
    for row, number in uses.items():
        if number:
            assert FORUM_TRAJANUM.words.say(f"name.ability {row}", {}).startswith(often[number])
    assert "while building" in FORUM_TRAJANUM.words.say("name.ability 4", {})


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_refusal_says_what_it_takes_and_what_there_is(language: str) -> None:
    poor = CONCORDIA.words.say("illegal.no_money", {"money": 8, "held": 3}, lang=language)
    short = FORUM_TRAJANUM.words.say("illegal.too_few", {"resource": "coin", "number": 2, "held": 1}, lang=language)
    alone = FORUM_TRAJANUM.words.say("illegal.no_tribune", {"number": 2, "held": 1}, lang=language)
    assert re.findall(r"\d+", f"{poor} {short} {alone}") == ["8", "3", "2", "1", "2", "1"]
