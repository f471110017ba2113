"""The words of Forum Trajanum: templates may also name what follows from two fields together.

A building tile is known by its colour and the side it shows, a reward by its track and space. Nothing else is added: a
line of the timeline is told from the fields that everyone may read.
"""

from collections.abc import Sequence

from domain.kernel.words import Args, Catalogue


class Phrases(Catalogue):
    """A catalogue whose templates find these further fields."""

    def say(self, key: str, args: Args, *, lang: str = "en", players: Sequence[str] = ()) -> str:
        return super().say(key, {**args, **_together(args)}, lang=lang, players=players)


def _together(args: Args) -> dict[str, str]:
    """`building` of a tile; `reward` of a space of a track."""
    found = {}
    if "shape" in args and "colour" in args:
        found["building"] = f"{args['shape']} {args['colour']}"
    if "track" in args and "space" in args:
        found["reward"] = f"{args['track']} {args['space']}"
    return found


WORDS = Phrases(Catalogue.load("domain.forum_trajanum").merged(Catalogue.load("domain.kernel")).languages)
