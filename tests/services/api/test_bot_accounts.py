"""Accounts of programs: everybody is told what they are, and their tokens may play and nothing else."""

import secrets

import pytest

from tests.kit.http import PASSWORD, Call, Person, Site, refusal
from tests.services.api.tables import opened


async def bot_account(site: Site) -> Person:
    name = f"Fortuna {secrets.token_hex(4)}"
    made = await site.stranger.done("/users", {"name": name, "password": PASSWORD, "bot": True})
    return Person(site.http, name, made["user_id"], made["token"])


async def bot_token(site: Site, owner: Person) -> Person:
    token = (await owner.done("/me/tokens", {"name": "bot", "scopes": ["bot:play"]}))["token"]
    return Person(site.http, owner.name, owner.user_id, token)


async def test_it_is_marked_wherever_it_is_shown(site: Site, anna: Person) -> None:
    fortuna = await bot_account(site)
    game = await opened(anna, invite=[fortuna.name])
    await fortuna.done(f"/games/{game}/seats", {})
    await site.project()
    for seats in (
        (await anna.seen(f"/games/{game}"))["seats"],
        (await anna.seen("/games", mine=True))["items"][0]["seats"],
    ):
        assert [(seat["user_id"], seat["kind"]) for seat in seats] == [
            (anna.user_id, "human"),
            (fortuna.user_id, "bot"),
        ]
    for person, is_bot in ((anna, False), (fortuna, True)):
        assert (await person.seen("/me"))["bot"] is is_bot
        assert (await anna.seen(f"/users/{person.user_id}"))["bot"] is is_bot


async def test_its_token_plays(site: Site, anna: Person) -> None:
    bot = await bot_token(site, await bot_account(site))
    game = await opened(anna, invite=[bot.name])
    await bot.done(f"/games/{game}/seats", {})
    command = (await bot.seen(f"/games/{game}/options"))["options"][0]["command"]
    await bot.done(f"/games/{game}/preview", {"commands": []})
    await bot.done(f"/games/{game}/commands", {"command": command})
    await bot.done(f"/games/{game}/votes", {"motion": "abandon"})
    assert (await bot.seen("/me"))["scopes"] == ["bot:play"]
    assert (await bot.get("/me/stream", follow=False)).status_code == 200
    assert (await bot.get("/me/inbox")).status_code == 200


@pytest.mark.parametrize(
    "call",
    [
        Call("POST", "/games", {"game": "taberna", "players": 2}),
        Call("PATCH", "/me/settings", {}),
        Call("GET", "/me/settings"),
        Call("GET", "/me/tokens"),
        Call("POST", "/me/vacation", {}),
        Call("POST", "/games/{game}/talk", {"text": "Salve"}),
        Call("POST", "/games/{game}/branch", {"at": 1}),
    ],
    ids=str,
)
async def test_its_token_does_nothing_else(site: Site, anna: Person, call: Call) -> None:
    bot = await bot_token(site, await bot_account(site))
    game = await opened(anna)
    refusal(await bot.make(call._replace(path=call.path.format(game=game))), 403, "forbidden")


async def test_people_have_no_tokens_of_bots(anna: Person) -> None:
    refusal(await anna.post("/me/tokens", {"name": "bot", "scopes": ["bot:play"]}), 403, "forbidden")
