"""The file with everything about a person: whatever she put into the server is in it, and nobody else's secrets are."""

from services.identity.limits import OWN_DATA_PER_ACCOUNT
from tests.kit.http import PASSWORD, Person, Site, refusal
from tests.services.api.tables import started


async def test_everything_about_a_person_is_one_file(site: Site, anna: Person, brutus: Person) -> None:
    game = await started(anna, brutus)
    await anna.put(f"/games/{game}/notes", {"text": "Beware of Brutus."})
    await anna.put(f"/games/{game}/mute", None)
    await anna.put(f"/me/muted/{brutus.user_id}", None)
    token = await anna.done("/me/tokens", {"name": "my program", "scopes": ["read"]})
    await anna.done(f"/games/{game}/talk", {"text": "Salve, Brute!"})
    line = await brutus.done(f"/games/{game}/talk", {"text": "A secret of Brutus"})
    await anna.done(f"/games/{game}/talk/{line['number']}/report", {"reason": "rude"})
    await site.project()

    answer = await anna.get("/me/export")
    assert answer.headers["content-disposition"] == 'attachment; filename="acta-my-data.json"'
    found = answer.json()
    assert (found["account"]["name"], found["account"]["user_id"]) == (anna.name, anna.user_id)
    (own,) = found["games"]
    assert (own["game_id"], own["seats"], own["notes"]) == (game, [0], "Beware of Brutus.")
    assert [said["text"] for said in own["said"]] == ["Salve, Brute!"]
    assert (found["muted_people"], found["muted_games"]) == ([brutus.user_id], [game])
    assert "my program" in {one["name"] for one in found["credentials"]}
    assert [report["reason"] for report in found["reports"]] == ["rude"]
    for secret in (token["token"], anna.token, PASSWORD, brutus.name):
        assert secret not in answer.text
    assert (await brutus.get("/me/export")).json()["games"][0]["notes"] is None


async def test_the_file_is_given_some_times_an_hour(anna: Person) -> None:
    for _ in range(OWN_DATA_PER_ACCOUNT.amount):
        await anna.seen("/me/export")
    refusal(await anna.get("/me/export"), 429, "too-many-requests")
