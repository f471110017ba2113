"""Private games: for those who are not invited they do not exist, to the byte."""

import pytest

from services import logs
from services.tables import version_waits
from tests.kit.http import Call, Person, Site, refusal
from tests.services.api.tables import opened, started

NOWHERE = "0" * 20

CALLS = [
    Call("GET", ""),
    Call("GET", "?at=1"),
    Call("GET", "?as=truth"),
    Call("GET", "?at=1&as=0"),
    Call("GET", "?min_version=1"),
    Call("GET", "?invitation=wrong"),
    Call("GET", "/options"),
    Call("GET", "/options?at=1&as=0"),
    Call("GET", "/events"),
    Call("GET", "/events?invitation=wrong"),
    Call("GET", "/export"),
    Call("GET", "/scores"),
    Call("GET", "/timeline"),
    Call("GET", "/timeline?as=7"),
    Call("GET", "/recap"),
    Call("GET", "/diff?from=1&to=2"),
    Call("GET", "/stream"),
    Call("GET", "/export?invitation=wrong"),
    Call("GET", "/draft"),
    Call("PUT", "/draft", {"version": 1, "commands": []}),
    Call("DELETE", "/draft"),
    Call("GET", "/talk"),
    Call("GET", "/talk?invitation=wrong"),
    Call("POST", "/talk", {"text": "Salve"}),
    Call("DELETE", "/talk/1"),
    Call("POST", "/talk/1/report", {}),
    Call("GET", "/notes"),
    Call("PUT", "/notes", {"text": "x"}),
    Call("PUT", "/mute"),
    Call("DELETE", "/mute"),
    Call("PATCH", "", {"title": "Mine"}),
    Call("POST", "/seats", {}),
    Call("POST", "/seats", {"invitation": "wrong"}),
    Call("POST", "/seats", {"bot": "random"}),
    Call("DELETE", "/seats/0"),
    Call("POST", "/nonce", {"nonce": "x"}),
    Call("POST", "/invitations"),
    Call("POST", "/start"),
    Call("POST", "/preview", {"commands": [{"type": "EndTurn"}]}),
    Call("POST", "/commands", {"command": {"type": "EndTurn"}}),
    Call("POST", "/commands", {"command": {"type": "NoSuchThing"}}),
    Call("POST", "/undo", {}),
    Call("POST", "/resign"),
    Call("POST", "/votes", {"motion": "abandon"}),
    Call("POST", "/rematch"),
    Call("POST", "/branch", {"at": 1}),
    Call("POST", "/branch", {"at": 9999, "seat": 7, "invitation": "wrong"}),
]


@pytest.mark.parametrize("call", CALLS, ids=str)
async def test_a_private_game_looks_like_none_at_all(
    site: Site, anna: Person, brutus: Person, carus: Person, call: Call
) -> None:
    game = await started(anna, brutus, private=True)
    async with site.writes_nothing():
        hidden, missing = [await carus.make(call._replace(path=f"/games/{one}{call.path}")) for one in (game, NOWHERE)]
    refusal(hidden, 404, "not-found")
    assert hidden.content.replace(game.encode(), NOWHERE.encode()) == missing.content
    own = {"x-request-id", "date"}
    assert {name: value for name, value in hidden.headers.items() if name not in own} == {
        name: value for name, value in missing.headers.items() if name not in own
    }


async def test_waiting_for_a_version_does_not_tell_that_a_private_game_is_there(
    site: Site, anna: Person, carus: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A wait that ended early for one game and not for another would tell them apart."""
    monkeypatch.setattr(version_waits, "WAIT_SECONDS", 3600.0)  # nobody waits for a hidden table, or this never ends
    game = await opened(anna, private=True)
    for one in (game, NOWHERE):
        refusal(await carus.get(f"/games/{one}", min_version=99), 404, "not-found")
        refusal(await site.stranger.get(f"/games/{one}", min_version=99), 404, "not-found")


async def test_the_code_of_an_invitation_opens_the_door(site: Site, anna: Person, brutus: Person) -> None:
    game = await opened(anna, private=True)
    async with site.writes(game, "InvitationIssued"):
        answer = await anna.post(f"/games/{game}/invitations")
    assert answer.status_code == 201
    made = answer.json()
    assert made["url"].endswith(f"/games/{game}#invitation={made['code']}")
    assert made["code"] not in str(await site.log(game)), "the log keeps only its digest"
    for visitor in (brutus, site.stranger):
        assert (await visitor.seen(f"/games/{game}", invitation=made["code"]))["private"] is True
        assert (await visitor.seen(f"/games/{game}/events", invitation=made["code"]))["events"]
    async with site.writes_nothing():
        refusal(await brutus.get(f"/games/{game}"), 404, "not-found")
    assert (await brutus.done(f"/games/{game}/seats", {"invitation": made["code"]}))["seat"] == 1
    assert (await brutus.seen(f"/games/{game}"))["you"] == 1, "who sits there needs no code"


async def test_only_the_host_invites_and_only_in_the_lobby(site: Site, anna: Person, brutus: Person) -> None:
    game = await opened(anna)
    async with site.writes_nothing():
        refusal(await brutus.post(f"/games/{game}/invitations"), 403, "forbidden")
    await brutus.done(f"/games/{game}/seats", {})
    async with site.writes_nothing():
        late = await anna.post(f"/games/{game}/invitations")
        refusal(late, 409, "not-now", reason="not_in_lobby")


async def test_a_player_who_left_a_private_table_is_a_stranger_again(anna: Person, brutus: Person) -> None:
    game = await opened(anna, 3, private=True)
    code = (await anna.done(f"/games/{game}/invitations"))["code"]
    await brutus.done(f"/games/{game}/seats", {"invitation": code})
    assert (await brutus.delete(f"/games/{game}/seats/1")).status_code == 200
    refusal(await brutus.get(f"/games/{game}"), 404, "not-found")


async def test_a_wrong_invitation_code_is_called_that(anna: Person, brutus: Person) -> None:
    game = await opened(anna, private=True)
    for one in (game, NOWHERE):
        answers = [
            await brutus.post(f"/games/{one}/seats", {"invitation": "wrong"}),
            await brutus.get(f"/games/{one}", invitation="wrong"),
        ]
        for answer in answers:
            assert "the invitation code is wrong" in refusal(answer, 404, "not-found")["detail"]


async def test_an_address_without_a_route_stands_in_the_log_but_no_secret_in_it(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    written: list[dict[str, object]] = []
    monkeypatch.setattr(logs, "_write", lambda _event, line: written.append(line))
    refusal(await site.stranger.get(f"/gaems/{'s' * 30}"), 404, "not-found")
    assert (written[-1]["status"], written[-1]["path"]) == (404, "/api/v1/gaems/…")
