"""Looking back: any version, and once the game is over as any reader."""

from typing import NamedTuple

import pytest

from tests.kit.http import Json, Person, Site, refusal
from tests.services.api.tables import choose, dealt, opened, options, started

READS = ("", "/options", "/events", "/timeline", "/recap", "/diff?from=1&to=2")
HIDDEN = {"hands", "deck"}


class Look(NamedTuple):
    """What somebody saw of a running game."""

    version: int
    state: Json
    options: Json


async def look(person: Person, game: str) -> Look:
    shown = await person.seen(f"/games/{game}")
    return Look(shown["version"], shown["state"], (await person.seen(f"/games/{game}/options"))["options"])


async def watched(site: Site, *people: Person) -> tuple[str, dict[int | str, list[Look]]]:
    """A whole game, and what each seat and a spectator saw of it while it ran."""
    game = await started(*people, options={"rounds": 1})
    lookers: dict[int | str, Person] = {"spectator": site.stranger}
    lookers.update(enumerate(people))
    diary: dict[int | str, list[Look]] = {name: [] for name in lookers}
    while (await people[0].seen(f"/games/{game}"))["status"] != "finished":
        await site.settle(game)
        for person in people:
            if await options(person, game):
                for name, looker in lookers.items():
                    diary[name].append(await look(looker, game))
                await choose(person, game)
    return game, diary


async def test_every_reader_sees_afterwards_what_it_saw_before(site: Site, anna: Person, brutus: Person) -> None:
    game, diary = await watched(site, anna, brutus)
    for name, looks in diary.items():
        for version, state, listed in looks:
            shown = await site.stranger.seen(f"/games/{game}", at=version, **{"as": name})
            offered = await site.stranger.seen(f"/games/{game}/options", at=version, **{"as": name})
            assert (shown["version"], shown["state"], shown["you"]) == (version, state, None)
            assert (offered["version"], offered["options"]) == (version, listed)
            assert offered["seat"] == (None if name == "spectator" else name)


async def test_the_truth_holds_what_the_seats_knew_between_them(site: Site, anna: Person, brutus: Person) -> None:
    game, diary = await watched(site, anna, brutus)
    for ours, theirs in zip(diary[0], diary[1], strict=True):
        truth = (await anna.seen(f"/games/{game}", at=ours.version, **{"as": "truth"}))["state"]
        assert truth.keys() >= HIDDEN
        assert truth["hands"] == [ours.state["hand"], theirs.state["hand"]]
        assert len(truth["deck"]) == ours.state["deck_size"]
        offered = await anna.seen(f"/games/{game}/options", at=ours.version, **{"as": "truth"})
        assert offered["seat"] is None
        assert offered["options"] == [
            option | {"seat": seat} for seat, look in enumerate((ours, theirs)) for option in look.options
        ]


async def test_options_of_an_earlier_version_of_a_running_game(anna: Person, brutus: Person) -> None:
    game = await started(anna, brutus)
    before = await look(anna, game)
    await choose(anna, game)
    assert (await look(anna, game)).options != before.options
    again = await anna.seen(f"/games/{game}/options", at=before.version)
    assert (again["version"], again["seat"], again["options"]) == (before.version, 0, before.options)
    refusal(await anna.get(f"/games/{game}/options", at=9999), 404, "not-found")


@pytest.mark.parametrize("read", READS)
@pytest.mark.parametrize("reader", ["0", "spectator", "truth"])
async def test_nobody_reads_as_somebody_else_while_a_game_runs(
    anna: Person, brutus: Person, read: str, reader: str
) -> None:
    game, _ = await dealt(anna, brutus)
    joint = "&" if "?" in read else "?"
    for version in ("", "&at=1"):
        path = f"/games/{game}{read}{joint}as={reader}{version if read != '/recap' else ''}"
        problem = refusal(await anna.get(path), 403, "forbidden", reason="not_over")
        assert "not over" in problem["detail"]


@pytest.mark.parametrize("read", READS)
@pytest.mark.parametrize("reader", ["2", "8", "-1", "everyone", ""])
async def test_a_reader_that_does_not_exist(anna: Person, brutus: Person, read: str, reader: str) -> None:
    game = await started(anna, brutus)
    await brutus.done(f"/games/{game}/resign")
    problem = refusal(
        await anna.get(f"/games/{game}{read}{'&' if '?' in read else '?'}as={reader}"), 400, "bad-request"
    )
    assert [error["field"] for error in problem["errors"]] == ["as"]


async def test_the_log_as_another_reader(site: Site, anna: Person, brutus: Person) -> None:
    game = await started(anna, brutus)
    before = {
        name: (await person.seen(f"/games/{game}/events"))["events"]
        for name, person in (("0", anna), ("1", brutus), ("spectator", site.stranger))
    }
    await brutus.done(f"/games/{game}/resign")
    for name, seen in before.items():
        page = await site.stranger.seen(f"/games/{game}/events", at=len(seen), **{"as": name})
        assert page == {"events": seen, "next": None}
    whole = await anna.seen(f"/games/{game}/events")
    assert await anna.seen(f"/games/{game}/events", **{"as": "truth"}) == whole
    assert before["0"] != before["1"] != before["spectator"]


async def test_the_timeline_tells_what_was_sealed_to_who_could_read_it(anna: Person, brutus: Person) -> None:
    game = await started(anna, brutus)
    hands = [(await person.seen(f"/games/{game}"))["state"]["hand"] for person in (anna, brutus)]
    await brutus.done(f"/games/{game}/resign")

    async def told(read: str, **query: Json) -> list[Json]:
        turns = (await anna.seen(f"/games/{game}/{read}", **query))["turns"]
        return [
            (line["type"], line.get("unsealed"))
            for turn in turns
            for line in turn["lines"]
            if line["type"] in {"DeckShuffled", "HandDealt"}
        ]

    plain = [("DeckShuffled", None), ("HandDealt", None), ("HandDealt", None)]
    for read in ("timeline", "recap"):
        assert await told(read, **({"since": 0} if read == "recap" else {})) == plain
        assert await told(read, **{"as": "spectator"}) == plain
        (_, deck), *dealt_out = await told(read, **{"as": "truth"})
        assert [sorted(dealt["cards"]) for _, dealt in dealt_out] == hands
        assert deck["cards"][: len(hands[0])] == dealt_out[0][1]["cards"]
    assert [sealed for _, sealed in await told("timeline", **{"as": "1"})][:2] == [None, None]
    assert [sorted(sealed["cards"]) for _, sealed in await told("timeline", **{"as": "1"}) if sealed] == [hands[1]]


async def test_a_recap_for_another_seat_begins_at_its_last_act(anna: Person, brutus: Person) -> None:
    game = await started(anna, brutus)
    await choose(anna, game)
    version = (await anna.seen(f"/games/{game}"))["version"]
    await brutus.done(f"/games/{game}/resign")
    assert (await brutus.seen(f"/games/{game}/recap", **{"as": "0"}))["since"] == version
    assert (await anna.seen(f"/games/{game}/recap", **{"as": "truth"}))["since"] == 0


async def test_the_difference_as_another_reader(anna: Person, brutus: Person) -> None:
    game = await started(anna, brutus)
    begun = (await anna.seen(f"/games/{game}"))["version"]
    card = (await choose(anna, game))["events"][0]["data"]["card"]
    await brutus.done(f"/games/{game}/resign")
    path = f"/games/{game}/diff?from={begun}&to={begun + 1}"
    assert {"path": "/laid", "before": None, "after": card} in (await brutus.seen(f"{path}&as=0"))["changes"]
    assert {"path": "/laid/0", "before": None, "after": card} in (await brutus.seen(f"{path}&as=truth"))["changes"]
    theirs = {change["path"] for change in (await anna.seen(f"{path}&as=1"))["changes"]}
    assert theirs == {"/public/waiting", "/hand_sizes/0", "/has_laid/0"}, "that a card was laid, and not which"


async def test_a_table_that_was_never_played_at_has_nothing_to_show(anna: Person) -> None:
    game = await opened(anna)
    await anna.delete(f"/games/{game}/seats/0")
    shown = await anna.seen(f"/games/{game}", **{"as": "truth"})
    assert (shown["status"], shown["state"]) == ("abandoned", None)
    assert (await anna.seen(f"/games/{game}/options", **{"as": "truth"}))["options"] == []
