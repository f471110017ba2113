"""How the page tells turns: below the name of their player, with the points beside what brought them, and once."""

import random

import msgspec
import pytest

from domain.kernel.envelope import Codec
from domain.kernel.game import PointsScored
from domain.kernel.ids import Version
from domain.registry import GAMES
from services.cache import Cache
from services.queries.timeline import TimelineLine, TurnAnswer
from services.story import timeline
from services.web.table import chronicle
from services.web.table.chronicle import last_turns, turns_told
from tests.kit import recordings
from tests.kit.browser import HTML
from tests.kit.http import Site
from tests.services.web.table.players import Player, handles, hooks, may_confirm, sitting

(TRAJAN,) = (game for game in GAMES if game.meta.slug == "trajan")
CHOICES = 40
PLAYERS = ("Livia", "Livia II", "Marcus")


def line(text: str, version: int = 1, *, retracted: bool = False) -> TimelineLine:
    return TimelineLine(version, "", "", text, retracted)


def points(seat: int, gained: int, version: int) -> timeline.StoryLine:
    fields = {"seat": seat, "points": gained}
    kind = PointsScored.__name__
    return timeline.StoryLine(
        version=Version(version),
        at="",
        owner=seat,
        begins=False,
        type=kind,
        fields=fields,
        holders=(),
        retracted=False,
        head=None,
    )


@pytest.mark.parametrize(
    ("text", "who", "shown"),
    [
        ("Livia drew 2 cards.", "Livia ", "drew 2 cards"),
        ("Livia: no room for 2 bricks.", "Livia: ", "no room for 2 bricks"),
        ("Livia\N{NO-BREAK SPACE}: plus de place.", "Livia\N{NO-BREAK SPACE}: ", "plus de place"),
        ("Livia took a tile. It was the last.", "Livia ", "took a tile. It was the last."),
        ("Livia II stored 1 wine.", "", "Livia II stored 1 wine."),
        ("Livia’s slider moved right.", "", "Livia’s slider moved right."),
        ("Marcus stored 1 wine.", "", "Marcus stored 1 wine."),
        ("The people demand bread.", "", "The people demand bread."),
    ],
)
def test_a_sentence_that_begins_with_the_player_is_shown_without(text: str, who: str, shown: str) -> None:
    (turn,) = turns_told([TurnAnswer(0, "Livia", [line(text)])], [], PLAYERS)
    assert [(one.who, one.text) for one in turn.lines] == [(who, shown)]


def test_nothing_is_left_out_of_what_happened_to_the_whole_table() -> None:
    (turn,) = turns_told([TurnAnswer("system", "", [line(" Round 1 ended.")])], [], PLAYERS)
    assert [(one.who, one.text) for one in turn.lines] == [("", " Round 1 ended.")]


def test_points_stand_beside_what_brought_them() -> None:
    told = [line("Livia built.", 4), line("Points for Livia: +5.", 5), line("Points for Marcus: +2.", 6)]
    (turn,) = turns_told([TurnAnswer(0, "Livia", told)], [points(0, 5, 5), points(2, 2, 6)], PLAYERS)
    assert [(one.version, one.points, one.scored) for one in turn.lines] == [
        (5, (5,), "Points for Livia: +5."),
        (6, (), ""),
    ]


def test_points_that_were_taken_back_stand_beside_nothing_that_was_not() -> None:
    told = [line("Livia built.", 4), line("Points for Livia: +5.", 5, retracted=True)]
    (turn,) = turns_told([TurnAnswer(0, "Livia", told)], [points(0, 5, 5)], PLAYERS)
    assert [one.points for one in turn.lines] == [(), ()]


def test_a_last_turn_is_told_in_a_few_words_without_what_was_taken_back() -> None:
    recording = recordings.load(TRAJAN, recordings.names(TRAJAN)[0])
    lines = timeline.lines(Codec(TRAJAN), recording.records)
    own = [one for one in lines if one.owner == 0 and timeline.in_brief(TRAJAN.words, [one])]
    upto = [one for one in lines if one.version <= own[-1].version]
    told = last_turns(TRAJAN, upto, "en")[own[-1].fields["seat"]]
    assert timeline.in_brief(TRAJAN.words, own[-1:])[0] in told.text
    assert told.version == own[-1].version
    assert last_turns(TRAJAN, [msgspec.structs.replace(one, retracted=True) for one in upto], "en") == {}


async def test_the_panel_of_a_rival_tells_the_last_turn(site: Site) -> None:
    chance = random.Random(3)
    async with sitting(site, "trajan") as (one, other):
        shown: list[str] = []
        for _ in range(60):
            acting, rival = (one, other) if hooks(await one.look())["turn"] == "yours" else (other, one)
            await _take_a_turn(acting, chance)
            page = await rival.look()
            shown = ["".join(told.itertext()).strip() for told in page.all("span", class_="last-turn")]
            if shown:
                assert "sowed from tray" in "".join(page.one("div", id="chronicle").itertext())
                break
        assert [bool(text) for text in shown] == [True]


async def _take_a_turn(player: Player, chance: random.Random) -> None:
    page = await player.look()
    while not may_confirm(page):
        path = [*hooks(page)["path"].split(), chance.choice(handles(page))]
        page = await player.fragment(page, "pick", path=" ".join(path))
    await player.act("confirm", page)


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
                Cache.clear_all()
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
