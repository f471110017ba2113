"""The catalog over HTTP: what may be kept, for how long, and by which address."""

import pytest

from tests.kit.http import API, Site, refusal


async def test_each_game_names_the_address_of_what_is_printed(site: Site) -> None:
    for game in (await site.stranger.seen("/catalog"))["games"]:
        answer = await site.http.get(game["printed"])
        assert answer.status_code == 200
        assert answer.headers.get_list("cache-control") == ["public, max-age=31536000, immutable"]
        assert (answer.json()["slug"], answer.json()["data_hash"]) == (game["slug"], game["data_hash"])


@pytest.mark.parametrize("query", ["", "?lang=xx", "?lang=xx&hash={hash}"])
async def test_what_the_next_release_may_answer_otherwise_is_kept_for_a_moment(site: Site, query: str) -> None:
    data_hash = site.services.tables.registry.get("concordia").meta.data_hash
    answer = await site.http.get(f"{API}/catalog/concordia{query.format(hash=data_hash)}")
    assert answer.status_code == 200
    assert answer.headers.get_list("cache-control") == ["public, max-age=300"]


async def test_other_data_is_not_here(site: Site) -> None:
    problem = refusal(await site.stranger.get("/catalog/concordia", hash="0" * 64), 404, "not-found")
    assert site.services.tables.registry.get("concordia").meta.data_hash in problem["detail"]
    refusal(await site.stranger.get("/catalog/chess"), 404, "not-found")
    refusal(await site.stranger.get("/catalog/concordia", hash="latest"), 400, "bad-request")


async def test_bots_are_told_with_a_name_and_a_line(site: Site) -> None:
    catalog = await site.stranger.seen("/catalog")
    names = {bot["bot"]: bot["name"] for bot in catalog["bots"]}
    assert (names["random"], names["greedy"], names["tiro"], names["legatus"]) == (
        "Fortuna",
        "Crassus",
        "Tiro",
        "Legatus",
    )
    assert all(bot["line"] for bot in catalog["bots"])
    assert all(game["bots"] == [bot["bot"] for bot in catalog["bots"]] for game in catalog["games"])


async def test_an_answer_of_the_api_says_once_who_may_keep_it(site: Site) -> None:
    """A refusal at the address of a picture is nobody's to keep either."""
    for path in ("/catalog", "/catalog/concordia", "/games/0/board.svg", "/heads"):
        answer = await site.stranger.get(path)
        assert len(answer.headers.get_list("cache-control")) == 1, path
