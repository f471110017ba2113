"""Catalogues: templates filled with the fields of what they describe, in the reader's language."""

import pytest

from domain.kernel.errors import IllegalMove
from domain.kernel.game import Rank, Result, Term
from domain.kernel.ids import Seat
from domain.kernel.lifecycle import GameFinished, SeatResigned
from domain.kernel.words import Args, Catalogue, Phrase
from tests.kit.taberna import GAME
from tests.kit.taberna.commands import LayCard, RunErrand
from tests.kit.taberna.events import CardsRevealed, CoinsGained
from tests.kit.templates import fields_of, with_inner

BOTH = Catalogue(
    {
        "en": {"event.CardsRevealed": "Shown: {cards:names}.", "name.1": "ace", "only.english": "yes"},
        "de": {"event.CardsRevealed": "Gezeigt: {cards:names}.", "name.1": "Ass"},
    }
)


def test_commands_and_events_are_described_by_their_fields() -> None:
    assert GAME.words.describe(LayCard(card=7)) == "Lay card 7"
    assert GAME.words.describe(RunErrand(what="sell")) == "Sell at the stall"
    assert GAME.words.describe(CoinsGained(seat=Seat(1), coins=2), players=["Anna", "Bruno"]) == "Bruno: +2 coins."


def test_a_seat_without_a_name_is_called_by_its_number() -> None:
    resigned = SeatResigned(seat=Seat(3), bot="random")
    assert GAME.words.describe(resigned, players=["Anna"]) == "seat 3 resigned; a bot plays on."


def test_another_language_is_spoken_and_english_fills_its_gaps() -> None:
    event = CardsRevealed(cards=(1, 2))
    assert BOTH.describe(event, lang="de") == "Gezeigt: Ass, 2."
    assert BOTH.describe(event) == BOTH.describe(event, lang="fr") == "Shown: ace, 2."
    assert BOTH.say("only.english", {}, lang="de") == "yes"


def test_the_words_of_a_game_stand_above_those_that_all_share() -> None:
    merged = BOTH.merged(Catalogue({"en": {"name.1": "one", "name.2": "two"}, "it": {"name.1": "uno"}}))
    assert [merged.name(value, "en") for value in (1, 2, 3)] == ["ace", "two", "3"]
    assert merged.name(1, "it") == "uno"


def test_a_refusal_is_put_into_words_with_its_arguments() -> None:
    assert GAME.words.refusal(IllegalMove("not_in_hand", card=9)) == "Card 9 is not in your hand."


@pytest.mark.parametrize(
    ("template", "args", "text"),
    [
        ("{n:count coin}", {"n": 0}, "0 coins"),
        ("{n:count coin}", {"n": 1}, "1 coin"),
        ("{n:count coin}", {"n": 12}, "12 coins"),
        ("{n:noun coin}", {"n": 1}, "coin"),
        ("{n:noun coin}", {"n": 12}, "coins"),
        ("{n:count {what}}", {"n": 2, "what": "coin"}, "2 coins"),
        ("{n:count wine}", {"n": 2}, "2 wine"),
        ("{n:count ace}", {"n": 2}, "2 Ass"),
        ("{things:counts}", {"things": ("coin", "wine", "coin")}, "2 coins, 1 wine"),
        ("{things:counts}", {"things": ()}, "nothing"),
        ("{got:each coin}", {"got": (2, 0, 1)}, "Anna 2 coins, seat 2 1 coin"),
        ("{got:each coin}", {"got": (0, 0)}, "nothing"),
    ],
)
def test_things_are_counted_in_the_form_that_the_number_asks_for(template: str, args: Args, text: str) -> None:
    words = Catalogue({"en": {"told": template, "count.coin": "coin|coins", "count.wine": "wine", "name.ace": "Ass"}})
    assert words.say("told", args, players=["Anna", "Bruno"]) == text


@pytest.mark.parametrize(
    ("gift", "text"),
    [
        (Phrase("given", {"seat": 0, "card": 1}), "Hand it over: Anna gives Ass"),
        (Phrase("kept"), "Hand it over: nicht"),
        (None, "Hand it over"),
    ],
)
def test_a_phrase_is_said_within_other_words_or_not_at_all(gift: Phrase | None, text: str) -> None:
    templates = {"told": "Hand it over{gift:phrase}", "given": ": {seat:player} gives {card:name}", "kept": ": not"}
    words = Catalogue({"en": templates, "de": {"kept": ": nicht", "name.1": "Ass"}})
    assert words.say("told", {"gift": gift}, lang="de", players=["Anna"]) == text


@pytest.mark.parametrize(
    ("args", "text"),
    [
        ({"kept": ("coin",), "lost": 2, "why": "rain"}, "Anna kept 1 coin, not 2 coins. It rained on Anna."),
        ({"kept": (), "lost": 0, "why": "sun"}, "Anna kept nothing. "),
    ],
)
def test_other_words_follow_from_a_value_and_know_the_same_fields(args: Args, text: str) -> None:
    templates = {
        "told": "{seat:player} {kept:if some|none}{lost:if lost}. {why:case why}",
        "some": "kept {kept:counts}",
        "none": "kept nothing",
        "lost": ", not {lost:count coin}",
        "why.rain": "It rained on {seat:player}.",
        "why.sun": "",
        "count.coin": "coin|coins",
    }
    assert Catalogue({"en": templates}).say("told", {"seat": 0, **args}, players=["Anna"]) == text
    assert fields_of(with_inner(templates, templates["told"])) == {"seat", "kept", "lost", "why"}
    assert fields_of("{ranking:with votes}") == {"ranking", "votes"}


@pytest.mark.parametrize(
    ("template", "text"),
    [
        ("{ranking:tally}", "Ass, 2, 0"),
        ("{twice:tally}", "Ass (× 2), 2"),
        ("{tokens:pairs}", "Ass wine, 2 coin"),
        ("{tokens:pairs lies}", "wine on Ass, coin on 2"),
        ("{ranking:with votes}", "Ben 6, Cleo 2, Anna 0"),
        ("{tokens:cases reason}", "the first, the second"),
        ("{all:phrases}", "coins: 1; coins: 2"),
        ("{detail:terms}", "coins: 3 = 6 (× 2); coins of the till: 0"),
    ],
)
def test_what_belongs_together_is_told_together(template: str, text: str) -> None:
    args = {
        "tokens": {1: "wine", 2: "coin"},
        "all": [Phrase("term.coins", {"n": 1}), Phrase("term.coins", {"n": 2})],
        "detail": [Term(points=2 * n, label="coins" if n else "of", args={"n": n}) for n in (3, 3, 0)],
        "source": "till",
        "votes": (0, 6, 2),
        "ranking": (1, 2, 0),
        "twice": (1, 2, 1),
    }
    templates = {
        "told": template,
        "name.1": "Ass",
        "lies": "{value:name} on {key:name}",
        "reason.1": "the first",
        "reason.2": "the second",
        "term.coins": "coins: {n}",
        "term.of": "coins of the {source}: {n}",
    }
    words = Catalogue({"en": templates})
    assert words.say("told", args, players=["Anna", "Ben", "Cleo"]) == text


@pytest.mark.parametrize(
    ("number", "text"),
    [
        (0, "платит 0 монет"),
        (1, "платит 1 монету"),
        (2, "платит 2 монеты"),
        (11, "платит 11 монет"),
        (21, "платит 21 монету"),
    ],
)
def test_a_language_counts_by_its_own_forms_and_in_the_case_that_a_sentence_asks_for(number: int, text: str) -> None:
    words = Catalogue(
        {
            "en": {"paid": "pays {n:count coin}", "count.coin": "coin|coins"},
            "ru": {
                "paid": "платит {n:count.acc coin}",
                "count.coin": "монета|монеты|монет",
                "count.acc.coin": "монету|монеты|монет",
            },
        }
    )
    assert words.say("paid", {"n": number}, lang="ru") == text


def test_what_a_language_does_not_count_is_counted_as_english_does() -> None:
    words = Catalogue({"en": {"paid": "{n:count coin}", "count.coin": "coin|coins"}, "ru": {"paid": "{n:count coin}"}})
    assert [words.say("paid", {"n": n}, lang="ru") for n in (1, 21)] == ["1 coin", "21 coins"]


def test_a_name_takes_the_form_of_its_place_if_it_has_one() -> None:
    german = {
        "told": "Spiele {card:name.acc}, dann {cards:names.acc}, {moves:pairs.acc}: {goods:counts.dat}",
        "name.architect": "der Architekt",
        "name.acc.architect": "den Architekten",
        "name.mask": "Maske",
        "count.dat.mask": "Maske|Masken",
    }
    english = {"told": "Play {card:name}, then {cards:names}, {moves:pairs}: {goods:counts}", "name.mask": "mask"}
    args = {"card": "architect", "cards": ("mask", "architect"), "moves": {"mask": "x"}, "goods": ("mask", "mask")}
    words = Catalogue({"en": english, "de": german})
    assert (
        words.say("told", args, lang="de") == "Spiele den Architekten, dann Maske, den Architekten, Maske x: 2 Masken"
    )
    assert words.say("told", args) == "Play architect, then mask, architect, mask x: 2 mask"


def test_empty_words_are_words_also_in_another_language() -> None:
    words = Catalogue({"en": {"told": "Something."}, "de": {"told": ""}})
    assert words.say("told", {}, lang="de") == ""


@pytest.mark.parametrize(
    ("winners", "tie_break", "text"),
    [
        ((1,), None, "The game is over: Bruno won. Points: Bruno 12, Anna 9."),
        ((0, 2), "coins", "The game is over: Anna and seat 2 won by coins. Points: Bruno 12, Anna 9."),
        ((0,), "resignation", "The game is over: Anna won by resignation. Points: Bruno 12, Anna 9."),
    ],
)
def test_the_end_names_who_won_and_by_what(winners: tuple[int, ...], tie_break: str | None, text: str) -> None:
    ranking = (Rank(seat=Seat(1), place=1, score=12), Rank(seat=Seat(0), place=2, score=9))
    result = Result(ranking=ranking, winners=tuple(map(Seat, winners)), tie_break=tie_break)
    assert GAME.words.describe(GameFinished(result=result), players=["Anna", "Bruno"]) == text


def test_a_template_reads_fields_also_in_part_and_in_formats() -> None:
    assert fields_of("{seat:player}: {result.winners:players}, {n:count {what}}, {a[0]}.") == {
        "seat", "result", "n", "what", "a"
    }  # fmt: skip


def test_missing_words_are_an_error() -> None:
    with pytest.raises(KeyError, match=r"no words for illegal\.unheard"):
        GAME.words.refusal(IllegalMove("unheard"))


@pytest.mark.parametrize(
    ("template", "number", "text"),
    [
        ("{n:some coin}", 2, "2 coins"),
        ("{n:some coin}", 0, "no coin"),
        ("{n:some figure}", 0, "0 figure"),
        ("{things:counts}", 0, "no coin"),
        ("{n:signed}", 4, "+4"),
        ("{n:signed}", -4, "\N{MINUS SIGN}4"),
    ],
)
def test_what_there_is_none_of_is_said_as_people_say_it(template: str, number: int, text: str) -> None:
    words = Catalogue({"en": {"told": template, "count.coin": "coin|coins", "none.coin": "no coin"}})
    assert words.say("told", {"n": number, "things": {"coin": number}}) == text


@pytest.mark.parametrize(
    ("points", "summands", "text"),
    [
        (6, (6,), "6 coins"),
        (6, (4, 2), "4 coins = 4; 2 coins = 2"),
        (4, (4, 0), "4 coins = 4; no coin"),
        (0, (0,), "no coin"),
        (-2, (4, -6), "4 coins = 4; -6 coins = \N{MINUS SIGN}6"),
    ],
)
def test_the_arithmetic_of_points_tells_no_figure_twice(points: int, summands: tuple[int, ...], text: str) -> None:
    templates = {"told": "{detail:terms}", "term.coins": "{n:some coin}", "count.coin": "coin|coins"}
    words = Catalogue({"en": {**templates, "none.coin": "no coin"}})
    detail = [Term(points=n, label="coins", args={"n": n}) for n in summands]
    assert words.say("told", {"points": points, "detail": detail}) == text
