"""The words of Forum Trajanum: templates may also name what follows from two fields together.

A building tile is known by its colour and the side it shows, a reward by its track and space, a building by its kind
and cell. A cell is called by its row and column. Nothing else is added: a line of the timeline is told from the fields
that everyone may read.
"""

from collections.abc import Sequence

from domain.forum_trajanum.data import CITIZENS, EVERY_CELL
from domain.kernel.words import Args, Catalogue

_CELLS = frozenset(EVERY_CELL)


class Phrases(Catalogue):
    """A catalogue whose templates find these further fields, and which has a name for every cell."""

    def say(self, key: str, args: Args, *, lang: str = "en", players: Sequence[str] = ()) -> str:
        return super().say(key, {**args, **_together(args)}, lang=lang, players=players)

    def name(self, value: object, lang: str, form: str = "") -> str:
        if isinstance(value, str) and value in _CELLS:
            return self.say("place.cell", {"row": value[1], "column": value[3]}, lang=lang)
        return super().name(value, lang, form)

    def names(self, lang: str) -> dict[str, str]:
        return {**super().names(lang), **{cell: self.name(cell, lang) for cell in EVERY_CELL}}


def _together(args: Args) -> dict[str, object]:
    """`building` and `sites` of a building tile, `reward` of a space of a track, `citizen` if the tile shows one."""
    found: dict[str, object] = {}
    if "shape" in args and "colour" in args:
        found["building"] = f"{args['shape']} {args['colour']}"
    if "track" in args and "space" in args:
        found["reward"] = f"{args['track']} {args['space']}"
    if "buildings" in args and "cells" in args:
        found["sites"] = dict(zip(args["cells"], args["buildings"], strict=True))
    if "which" in args and "tile" in args:
        found["citizen"] = args["tile"] if args["tile"] in CITIZENS else None
    return found


WORDS = Phrases(Catalogue.load("domain.forum_trajanum").merged(Catalogue.load("domain.kernel")).languages)
