"""The board as a picture: for the caller, and behind a signed address."""

import io
from xml.etree import ElementTree as ET

import httpx
import pytest
from PIL import Image

from services.queries import picture_links
from services.queries.picture_links import PictureLink
from tests.kit.http import Person, Site
from tests.services.api.tables import choose, dealt, opened, started

SVG, PNG = "image/svg+xml", "image/png"


async def _public_bytes(site: Site, url: str) -> httpx.Response:
    return await site.http.get(url[url.index("/pictures/") :])


def _width(answer: httpx.Response) -> int:
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"] == PNG
    with Image.open(io.BytesIO(answer.content)) as image:
        return image.width


async def test_a_board_as_svg_and_png(site: Site, anna: Person, brutus: Person) -> None:
    game, _ = await dealt(anna, brutus)
    svg = await anna.get(f"/games/{game}/board.svg", theme="dark")
    assert svg.headers["content-type"].startswith(SVG)
    assert "Taberna" in (ET.fromstring(svg.text).findtext("{http://www.w3.org/2000/svg}title") or "")
    assert _width(await anna.get(f"/games/{game}/board.png")) == 1200
    assert _width(await site.stranger.get(f"/games/{game}/board.png", width=300)) == 300


@pytest.mark.parametrize(("shape", "window"), [("wide", "0 0 360 213.75"), ("square", "73.125 0 213.75 213.75")])
async def test_a_board_as_a_miniature(anna: Person, brutus: Person, shape: str, window: str) -> None:
    game = await started(anna, brutus)
    answer = await anna.get(f"/games/{game}/board.svg", mini=shape)
    assert ET.fromstring(answer.text).get("viewBox") == window
    assert answer.headers["etag"] != (await anna.get(f"/games/{game}/board.svg")).headers["etag"]


async def test_the_roundel_is_the_same_for_everyone_until_somebody_chooses(
    site: Site, anna: Person, brutus: Person
) -> None:
    game = await started(anna, brutus)
    path = f"/games/{game}/roundel.svg"
    first, theirs = await anna.get(path), await site.stranger.get(path)
    assert first.headers["content-type"].startswith(SVG)
    assert (first.headers["etag"], first.content) == (theirs.headers["etag"], theirs.content)
    assert (first.headers["cache-control"], theirs.headers["cache-control"]) == (
        "private, no-cache",
        "public, no-cache",
    )
    assert (await anna.get(path, size="small")).headers["etag"] != first.headers["etag"]
    headers = {"Authorization": f"Bearer {anna.token}", "If-None-Match": first.headers["etag"]}
    assert (await anna.http.get(f"/api/v1{path}", headers=headers)).status_code == 304
    await choose(anna, game)
    after = await anna.get(path)
    assert after.headers["etag"] != first.headers["etag"]
    assert after.text.count("z") > first.text.count("z")


@pytest.mark.parametrize("query", [{"size": "medium"}, {"theme": "page"}])
async def test_a_roundel_that_cannot_be_is_a_problem(anna: Person, brutus: Person, query: dict[str, str]) -> None:
    answer = await anna.get(f"/games/{await started(anna, brutus)}/roundel.svg", **query)
    assert answer.status_code == 400, answer.text


async def test_each_reader_gets_a_picture_of_what_that_reader_knows(site: Site, anna: Person, brutus: Person) -> None:
    game = await started(anna, brutus)
    readers = (anna, brutus, site.stranger)
    drawn = {(await reader.get(f"/games/{game}/board.svg")).content for reader in readers}
    assert len(drawn) == len(readers)


async def test_the_tag_is_that_of_what_is_shown(anna: Person, brutus: Person) -> None:
    game = await started(anna, brutus)
    path = f"/games/{game}/board.svg"
    first, again = await anna.get(path), await anna.get(path)
    assert first.headers["etag"] == again.headers["etag"]
    assert (await anna.get(path, theme="dark")).headers["etag"] != first.headers["etag"]
    known = await anna.http.get(
        f"/api/v1{path}",
        headers={"Authorization": f"Bearer {anna.token}", "If-None-Match": first.headers["etag"]},
    )
    assert (known.status_code, known.content) == (304, b"")
    await choose(anna, game)
    assert (await anna.get(path)).headers["etag"] != first.headers["etag"]


async def test_only_a_fixed_position_is_kept_and_only_a_public_one_by_others(
    site: Site, anna: Person, brutus: Person
) -> None:
    game, hidden = await started(anna, brutus), await started(anna, brutus, private=True)

    async def kept(person: Person, table: str, **query: int) -> str:
        cache: str = (await person.get(f"/games/{table}/board.svg", **query)).headers["cache-control"]
        return cache

    version = (await anna.seen(f"/games/{game}"))["version"]
    assert await kept(anna, game) == "private, no-cache"
    assert await kept(site.stranger, game) == "public, no-cache"
    assert await kept(site.stranger, game, at=version) == "public, max-age=86400"
    assert await kept(anna, hidden) == "private, no-cache"
    for person in (anna, brutus):
        await person.done(f"/games/{game}/votes", {"motion": "abandon"})
    assert await kept(anna, game) == "private, max-age=86400"


@pytest.mark.parametrize(
    ("query", "status"),
    [
        ({"width": 199}, 400),
        ({"width": 2401}, 400),
        ({"width": "wide"}, 400),
        ({"theme": "page"}, 400),
        ({"theme": "sepia"}, 400),
        ({"at": 0}, 400),
        ({"at": 100_000}, 404),
        ({"at": 2}, 404),
        ({"as": "1"}, 403),
        ({"as": "truth"}, 403),
        ({"lang": "../../etc"}, 400),
    ],
)
@pytest.mark.parametrize("form", ["svg", "png"])
async def test_a_picture_that_cannot_be_is_a_problem(
    anna: Person, brutus: Person, form: str, query: dict[str, str | int], status: int
) -> None:
    game = await started(anna, brutus)
    answer = await anna.get(f"/games/{game}/board.{form}", **query)
    assert answer.status_code == status, answer.text
    assert answer.headers["content-type"] == "application/problem+json"


async def test_a_table_in_the_lobby_has_no_board(anna: Person) -> None:
    answer = await anna.get(f"/games/{await opened(anna)}/board.png")
    assert answer.status_code == 404
    assert "has not begun" in answer.json()["detail"]


async def test_once_it_is_over_a_board_is_seen_from_any_seat(anna: Person, brutus: Person) -> None:
    game = await started(anna, brutus)
    version = (await anna.seen(f"/games/{game}"))["version"]
    for person in (anna, brutus):
        await person.done(f"/games/{game}/votes", {"motion": "abandon"})
    seats = [(await anna.get(f"/games/{game}/board.svg", **{"as": seat, "at": version})).text for seat in ("0", "1")]
    assert seats[0] != seats[1]


async def test_a_signed_address_shows_a_private_board_as_a_spectator_sees_it(
    site: Site, anna: Person, brutus: Person
) -> None:
    game = await started(anna, brutus, private=True)
    link = await anna.done(f"/games/{game}/picture-links", {"width": 400})
    shown = await _public_bytes(site, link["url"])
    assert _width(shown) == 400
    assert shown.headers["cache-control"].startswith("public, max-age=")
    await choose(anna, game)
    assert (await _public_bytes(site, link["url"])).content == shown.content


async def test_a_signed_address_cannot_be_made_up_altered_or_used_later(
    site: Site, anna: Person, brutus: Person
) -> None:
    game = await started(anna, brutus, private=True)
    name = (await anna.done(f"/games/{game}/picture-links", {}))["url"].rpartition("/")[2]
    key = await site.services.server.signing_key.get()
    link = picture_links.read(name.removesuffix(".png"), key, 0)
    assert link is not None
    expired = picture_links.signed(PictureLink(link.game, link.version, "en", "light", 1200, 1), key)
    forged = picture_links.signed(link, b"x" * 32)
    altered = ("B" if name[0] == "A" else "A") + name[1:]
    for bad in (f"{expired}.png", f"{forged}.png", altered, name.removesuffix(".png"), "x.png", "é.png", "%00.png"):
        answer = await site.http.get(f"/pictures/{bad}")
        assert answer.status_code == 404, bad
        assert answer.headers["content-type"] == "application/problem+json"
