"""The head of the chain at the end of each round, in all places where players look: answer, timeline and stream."""

import json

import pytest

from domain.kernel.ids import GameId
from domain.kernel.proof import verify
from domain.registry import GAMES, Registry
from tests.kit.http import Json, Person, Site
from tests.kit.recordings import Recording, load, names
from tests.services.queries.stored_recordings import store_recording

RECORDED = [load(game, names(game)[0]) for game in GAMES]


async def timeline_heads(person: Person, game: str) -> list[Json]:
    heads: list[Json] = []
    after: int | None = 0
    while after is not None:
        page = await person.seen(f"/games/{game}/timeline", after=after, limit=1000)
        heads += [
            {"version": line["version"], "hash": line["head"]}
            for turn in page["turns"]
            for line in turn["lines"]
            if "head" in line
        ]
        after = page["next"]
    return heads


async def stream_heads(person: Person, game: str) -> list[Json]:
    frames = (await person.get(f"/games/{game}/stream")).text.split("\n\n")
    heads = [json.loads(frame.split("data: ", 1)[1]) for frame in frames if frame.startswith("event: head")]
    return [{"version": head["version"], "hash": head["hash"]} for head in heads]


@pytest.mark.parametrize("recording", RECORDED, ids=lambda one: one.game.meta.slug)
async def test_every_place_shows_the_same_heads(site: Site, recording: Recording) -> None:
    game = await store_recording(site, recording)
    shown = (await site.stranger.seen(f"/games/{game}"))["round_heads"]
    assert len(shown) > 8
    assert await timeline_heads(site.stranger, game) == shown
    assert await stream_heads(site.stranger, game) == shown
    recap = (await site.stranger.seen(f"/games/{game}/recap", since=0))["turns"]
    assert "End of a round: you can note down the head of the record now." not in {
        line["text"] for turn in recap for line in turn["lines"]
    }, "that is for whoever checks the game, not for whoever wants to know what happened"
    told = (await site.stranger.seen(f"/games/{game}/timeline", limit=100))["turns"]
    early_lines = [line["text"] for turn in told for line in turn["lines"] if "head" in line]
    assert not any("round is over" in text for text in early_lines), "Concordia shows it before the first turn, too"
    early = shown[2]
    assert (await site.stranger.seen(f"/games/{game}", at=early["version"]))["round_heads"] == shown[:3]
    log = await site.services.tables.store.read(GameId(game))
    assert verify(log, Registry(GAMES), early["hash"]).holds
