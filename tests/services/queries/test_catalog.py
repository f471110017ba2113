"""What is printed, and the names of all that views show."""

import msgspec
import pytest

from domain.kernel.game import AnyGame, Term
from domain.kernel.ids import Seat
from domain.kernel.languages import LANGUAGES
from domain.registry import GAMES, Registry
from services.bots import bot_references
from services.queries.catalog import PrintedAnswer, read_catalog, read_printed, told_bots
from tests.kit.logged_match import LoggedMatch
from tests.kit.taberna import GAME as TABERNA

TABLES = [(game, game.meta.players[0]) for game in (*GAMES, TABERNA)] + [
    (game, game.meta.players[-1]) for game in GAMES
]
STEP = 20
WHERE_IT_STANDS = {
    "forum-trajanum": {"turns", "scoring", "over"},
    "trajan": {"marker", "lay_out", "repeat", "repetition"},
    "concordia": {"card", "building", "more colonists", "over"},
    "taberna": {"", "errand", "market day", "close", "closing"},
}
"""Stages and kinds of choices: words of the view itself, of which nothing is printed."""


def told(value: object) -> set[str]:
    """Every text in a view, but neither the names of its fields nor those of words."""
    if isinstance(value, str):
        return {value}
    if isinstance(value, Term):
        return told([*value.args.values()])
    if isinstance(value, msgspec.Struct):
        return told([getattr(value, field) for field in value.__struct_fields__])
    if isinstance(value, dict):
        return told([*value, *value.values()])
    return set().union(*map(told, value)) if isinstance(value, list | tuple) else set()


def spelled_out(schema: object) -> set[str]:
    """The values of the protocol itself, which a schema lists: what kind of choice is owed, which side a tile shows."""
    if isinstance(schema, dict):
        return spelled_out([*schema.values()]) | told(schema.get("enum", []))
    return set().union(*map(spelled_out, schema)) if isinstance(schema, list) else set()


def found_in(catalog: PrintedAnswer) -> set[str]:
    return told(catalog.printed) | catalog.names.keys()


@pytest.mark.parametrize(("game", "players"), TABLES, ids=[f"{game.meta.slug} {players}" for game, players in TABLES])
def test_every_id_of_a_view_is_in_the_catalog(game: AnyGame, players: int) -> None:
    known = found_in(read_printed(game, "en")) | spelled_out(msgspec.json.schema(game.view_type))
    known |= WHERE_IT_STANDS[game.meta.slug]
    logged = LoggedMatch(game, players, 5)
    shown: set[str] = set()
    for ply, step in enumerate(logged.steps(5)):
        if ply % STEP == 0:
            for seat in (None, *map(Seat, range(players))):
                shown |= told(game.view(step.match.state, seat))
    assert shown - known == set()


@pytest.mark.parametrize("game", [*GAMES, TABERNA], ids=lambda game: game.meta.slug)
def test_the_data_is_what_the_hash_stands_for(game: AnyGame) -> None:
    catalog = read_printed(game, "en")
    assert catalog.data_hash == game.meta.data_hash
    assert catalog.printed == msgspec.toml.decode(game.printed)
    assert not [name for name in catalog.names.values() if "{" in name], "a name is no template"


def test_a_language_that_the_game_does_not_speak_is_told_as_english() -> None:
    assert read_printed(TABERNA, "xx") == read_printed(TABERNA, "en")
    assert read_printed(TABERNA, "xx").lang == "en"


def test_each_bot_has_a_name_and_a_line() -> None:
    fortuna, crassus, other = told_bots(["random", "greedy", "oracle"], "en")
    assert (fortuna.bot, fortuna.name) == ("random", "Fortuna")
    assert "any legal choice" in fortuna.line
    assert (crassus.bot, crassus.name) == ("greedy", "Crassus")
    assert "no further" in crassus.line
    assert (other.bot, other.name) == ("oracle", "oracle"), "one of another package goes by its own name"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_bot_of_the_server_has_a_name_and_a_line_of_its_own(lang: str) -> None:
    told = told_bots([*bot_references(()), "oracle"], lang)
    assert len({one.name for one in told}) == len({one.line for one in told}) == len(told)
    assert all(one.name != one.bot for one in told[:-1])


def test_every_option_and_every_part_of_a_clock_has_words() -> None:
    catalog = read_catalog(Registry(), (), "en")
    terms = [*catalog.clock_words, *(term for game in catalog.games for term in game.option_words)]
    assert [term for term in terms if term.name == term.term or not (term.line or term.values)] == []
    values = [value for term in terms for value in term.values]
    assert {value.value for value in values} >= {"caretaker", "replace", "pause", "imperium", "tile"}
    assert [value for value in values if value.name == value.value or not value.line] == []


def test_options_are_told_in_the_readers_language() -> None:
    (rounds,) = read_catalog([TABERNA], (), "de").games[0].option_words
    assert (rounds.term, rounds.name, rounds.line) == ("rounds", "Runden", "Wie oft alle eine Karte legen.")
