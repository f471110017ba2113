"""What a new name, or the end of an account, means for the games that its owner played."""

from domain.kernel.export import from_line
from domain.kernel.proof import verify
from domain.registry import Registry
from tests.kit.http import PASSWORD, Person, Site, refusal
from tests.kit.taberna import GAME
from tests.services.api.tables import opened, started


async def names_at(person: Person, game: str) -> list[str]:
    return [seat["name"] for seat in (await person.seen(f"/games/{game}"))["seats"]]


async def test_a_new_name_is_shown_in_every_game_at_once(site: Site, anna: Person, brutus: Person) -> None:
    game = await started(anna, brutus)
    assert await names_at(brutus, game) == [anna.name, brutus.name]
    new = f"{anna.name} A"
    async with site.writes_nothing():
        answer = await anna.put("/me/name", {"password": PASSWORD, "name": new})
    assert (answer.status_code, answer.json()["name"]) == (200, new)
    assert await names_at(brutus, game) == [new, brutus.name]
    assert (await anna.seen("/me"))["name"] == new


async def test_a_name_is_changed_by_its_owner_alone_and_not_to_somebody_elses(anna: Person, brutus: Person) -> None:
    refusal(await anna.put("/me/name", {"password": "not hers", "name": "Anna Perenna"}), 401, "wrong-credentials")
    refusal(await anna.put("/me/name", {"password": PASSWORD, "name": brutus.name.upper()}), 409, "name-taken")
    refusal(await anna.put("/me/name", {"password": PASSWORD, "name": "Anna\u200b"}), 400, "bad-request")


async def test_a_person_has_three_new_names_a_day(anna: Person) -> None:
    for letter in "ABC":
        assert (await anna.put("/me/name", {"password": PASSWORD, "name": anna.name + letter})).status_code == 200
    refusal(await anna.put("/me/name", {"password": PASSWORD, "name": anna.name + "D"}), 429, "too-many-requests")


async def test_a_deleted_account_leaves_its_games_behind_and_their_proof_holds(
    site: Site, anna: Person, brutus: Person
) -> None:
    game, lobby = await started(anna, brutus), await opened(anna)
    await anna.put(f"/games/{game}/notes", {"text": "Beware of Brutus."})
    assert (await anna.put(f"/games/{game}/mute", None)).status_code == 204
    await site.project()
    refusal(await anna.post("/me/deletion", {"password": "not hers"}), 401, "wrong-credentials")
    assert (await anna.post("/me/deletion", {"password": PASSWORD})).status_code == 204

    refusal(await anna.get("/me"), 401, "unauthenticated")
    refusal(await brutus.get(f"/users/{anna.user_id}"), 404, "not-found")
    assert (await brutus.seen(f"/games/{lobby}"))["status"] == "abandoned", "nobody sits there any more"
    shown = await brutus.seen(f"/games/{game}")
    assert (shown["status"], shown["result"]["winners"]) == ("finished", [1]), "who goes resigns"
    assert await names_at(brutus, game) == ["somebody who has left (seat 0)", brutus.name]
    turns = (await brutus.seen(f"/games/{game}/timeline"))["turns"]
    assert turns[0]["name"] == "somebody who has left", "who opened the table"
    lines = (await brutus.get(f"/games/{game}/export")).content.splitlines()
    records = [from_line(line, version) for version, line in enumerate(lines, 1)]
    assert verify(records, Registry([GAME])).holds
    assert anna.name not in str(lines)
    client = site.services.client
    assert [key async for key in client.scan_iter() if anna.user_id.encode() in key] == []
