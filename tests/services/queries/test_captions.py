"""What stands above a picture: a turn of ordinary length is told there in whole sentences, in every language."""

from collections.abc import Iterator
from typing import NamedTuple

import pytest

from domain.kernel.game import AnyGame, View
from domain.kernel.ids import UserId
from domain.kernel.languages import LANGUAGES
from domain.registry import GAMES
from services.queries.captions import caption_of
from services.queries.last_turn import last_turn
from services.render.orders import PictureOrder, drawn
from services.render.picture import Caption
from tests.kit.logged_match import LoggedMatch

PLAYERS = ("Livia", "Maximilianus", "Константин", "Quinta", "Severus")
KNOWN = {UserId(f"user-{number}"): name for number, name in enumerate(PLAYERS)}
EVERY = 8
"""One turn in so many is looked at."""


class Told(NamedTuple):
    """A position as a spectator sees it, with its captions by language."""

    view: View
    captions: dict[str, Caption]


def _told(game: AnyGame) -> Iterator[Told]:
    players = game.meta.players[-1]
    logged, turns, before = LoggedMatch(game, players, seed=players), 0, None
    for _ in logged.steps(players):
        waiting = logged.match.to_act()
        if waiting == before or not isinstance(waiting, tuple):
            continue
        before, turns = waiting, turns + 1
        if turns % EVERY == 0:
            turn = last_turn(logged.codec, logged.records)
            happened = {lang: turn.in_words(game.words, KNOWN, lang) for lang in LANGUAGES}
            yield Told(
                game.view(logged.match.state, None),
                {lang: caption_of(logged.match, PLAYERS[:players], happened[lang], lang) for lang in LANGUAGES},
            )


@pytest.mark.timeout(120)
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.meta.slug)
def test_a_turn_is_told_in_whole_sentences(game: AnyGame) -> None:
    positions = [*_told(game)]
    assert len(positions) > EVERY
    for position in positions:
        for lang, caption in position.captions.items():
            order = PictureOrder(
                view=position.view, players=PLAYERS[: game.meta.players[-1]], seat=None, caption=caption, lang=lang
            )
            shown = [box.text for box in drawn(game, order).parts[-1].texts if box.text]
            assert [text for text in shown if text.endswith("…")] == []
            assert " ".join(caption.happened[:1]) in " ".join(shown)
