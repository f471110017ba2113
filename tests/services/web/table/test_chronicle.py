"""The chronicle of a table: turns that are over are told once, and read as if all of it were told anew."""

import random

import pytest

from domain.registry import GAMES
from services.queries.kept import Kept
from services.web.table import chronicle
from tests.kit.browser import HTML
from tests.kit.http import Site
from tests.services.web.table.players import Player, sitting

CHOICES = 40


@pytest.mark.parametrize("slug", [game.meta.slug for game in GAMES])
async def test_what_is_told_on_reads_as_if_it_were_told_anew(
    site: Site, slug: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(chronicle, "MOST_RECORDS", 30)  # what lies before is left out
    rng = random.Random(slug)
    async with sitting(site, slug) as players:
        told_on, told_anew = [], []
        for number in range(CHOICES):
            await _choose(site, players, rng)
            told_on.append([await _chronicle(player) for player in players])
            if number % 10 == 9:  # now and then, so that most are told on
                Kept.forget_all()
                told_anew.append([await _chronicle(player) for player in players])
        assert told_anew == told_on[9::10]
        assert len({told for told, _ in told_on}) > CHOICES / 2, "most choices are told"


async def _choose(site: Site, players: tuple[Player, Player], rng: random.Random) -> None:
    for player in players:
        asked = await player.person.seen(f"/games/{player.game}/options")
        options = [option for option in asked["options"] if not option.get("aside")]
        if options:
            command = rng.choice(options)["command"]
            await player.person.done(f"/games/{player.game}/commands", {"command": command})
            await site.settle(player.game)
            return


async def _chronicle(player: Player) -> str:
    answer = await player.browser.http.get(player.address, headers=HTML)
    return answer.text.partition('<div id="chronicle"')[2].partition("</div>")[0]
