"""Tables as lists and cards tell them: what is played, by whom, how fast, how far it is."""

from typing import NamedTuple

from services.acts.acts import Acts
from services.acts.terms import clock_words
from services.queries.lists import ListedGame
from services.render.seats import letters
from services.web.texts import said


class Mark(NamedTuple):
    """A seat of a list: its letter, or none for a free chair."""

    chair: int
    letter: str
    name: str


class TableCard(NamedTuple):
    """A table of a list, in the reader's words."""

    game: ListedGame
    game_name: str
    title: str
    marks: list[Mark]
    clock: str
    progress: str
    turn: str
    turn_mark: Mark | None
    host: str


def card(deps: Acts, game: ListedGame, lang: str) -> TableCard:
    """A table as a list shows it."""
    names = [seat.name for seat in game.seats]
    marks = [
        Mark(seat.seat, letter if seat.kind != "open" else "", name)
        for seat, name, letter in zip(game.seats, names, letters(names), strict=True)
    ]
    known = {one.meta.slug: one for one in deps.tables.registry}
    name = known[game.game].name_in(lang) if game.game in known else game.game
    acting = [seat for seat in game.to_act if isinstance(seat, int)]
    return TableCard(
        game=game,
        game_name=name,
        title=game.title or said("listing.untitled", lang, {"game": name}),
        marks=marks,
        clock=clock_words(game.clock, lang),
        progress=_progress(game, lang),
        turn=_turn(game, acting, names, lang),
        turn_mark=marks[acting[0]] if len(acting) == 1 else None,
        host=names[0],
    )


def _progress(game: ListedGame, lang: str) -> str:
    if game.progress is None:
        return ""
    key = "listing.round" if game.progress.rounds is None else "listing.round_of"
    return said(key, lang, {"round": game.progress.over + 1, "rounds": game.progress.rounds})


def _turn(game: ListedGame, acting: list[int], names: list[str], lang: str) -> str:
    if game.status == "scoring":
        return said("listing.scoring", lang, {})
    if not acting:
        return ""
    if len(acting) == 1:
        return said("listing.turn", lang, {"name": names[acting[0]]})
    return said("listing.several", lang, {"number": len(acting)})
