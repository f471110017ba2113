"""What-if games over HTTP: who may open them, where they begin, and that they stay out of everything that counts."""

import random

import pytest

from domain.kernel.envelope import Record
from domain.kernel.export import from_line
from domain.kernel.game import Step
from domain.kernel.ids import GameId
from domain.kernel.proof import verify
from domain.registry import GAMES, Registry
from services.store import keys
from services.store.events import CommandKey
from services.store.snapshots import Snapshots, usable
from services.tables import choices
from services.tables.hot_tables import Request
from tests.kit.http import Json, Person, Site, refusal
from tests.kit.logged_match import state_bytes
from tests.kit.recordings import Recording, load, names
from tests.kit.taberna import GAME
from tests.services.api.tables import choose, dealt, opened, options, started
from tests.services.queries.stored_recordings import store_recording

RECORDED = [load(game, names(game)[0]) for game in GAMES]
REGISTRY = Registry([*GAMES, GAME])
KEY = "what-if?"


async def branched(person: Person, game: str, at: int, *, key: str | None = None, **wishes: Json) -> Json:
    """Branch off; what was answered."""
    return await person.done(f"/games/{game}/branch", {"at": at, **wishes}, key=key)


async def exported(person: Person, game: str) -> list[Record]:
    answer = await person.get(f"/games/{game}/export")
    return [from_line(line, version) for version, line in enumerate(answer.content.splitlines(), 1)]


async def play_out(site: Site, game: str, seed: int = 1, most: int = 10_000) -> None:
    """Let bots choose at random for everybody but people, who resign first; and do what the system owes."""
    tables, game_id, rng = site.services.tables, GameId(game), random.Random(seed)
    for _ in range(most):
        await site.settle(game)
        async with tables.lock(game_id):
            loaded = await tables.current(game_id)
        waiting = loaded.match.to_act()
        bots = [] if isinstance(waiting, Step) else [s for s in waiting if loaded.match.table.bot_of(s) is not None]
        if not bots:
            return
        command = rng.choice(loaded.match.legal(bots[0]))
        name = f"bot-{loaded.version}"
        await choices.confirm_for_bot(
            tables, Request(game_id, name, CommandKey(name, "")), bots[0], [command], loaded.version
        )


async def abandoned(*people: Person) -> tuple[str, int]:
    """A game that was given up in the middle, and a version at which it was still played."""
    game, _ = await dealt(*people)
    version = int((await people[0].seen(f"/games/{game}"))["version"])
    for person in people:
        await person.done(f"/games/{game}/votes", {"motion": "abandon"})
    return game, version


class TestOfAGameThatIsOver:
    @pytest.mark.parametrize("recording", RECORDED, ids=lambda one: one.game.meta.slug)
    async def test_it_goes_on_as_it_truly_stood(self, site: Site, carus: Person, recording: Recording) -> None:
        origin = await store_recording(site, recording)
        rng = random.Random(7)
        for _ in range(4):
            at = rng.randrange(20, len(recording.records) - 20)
            seat = rng.randrange(len(recording.match().table.chairs))
            made = await branched(carus, origin, at, seat=seat, bot="random")
            then = await carus.seen(f"/games/{origin}", at=made["at"], **{"as": seat})
            log = await site.log(made["game_id"])
            start = next(envelope.version for envelope in log if envelope.type == "GameBranched")
            carried = sum(1 for seated in then["seats"] if seated["score"])
            now = await carus.seen(f"/games/{made['game_id']}", at=start + carried)
            assert at <= made["at"]
            assert (now["state"], now["to_act"]) == (then["state"], then["to_act"])
            assert [one["score"] for one in now["seats"]] == [one["score"] for one in then["seats"]]
            assert [one["kind"] for one in now["seats"]] == [
                "human" if number == seat else "bot" for number in range(len(then["seats"]))
            ]
            assert (now["private"], now["clock"], now["first_seat"]) == (True, None, then["first_seat"])
            assert now["branch_of"] == {"game_id": origin, "version": made["at"]}
            assert (made["seat"], now["you"], now["commitment"]) == (seat, seat, made["commitment"])

    @pytest.mark.parametrize("recording", RECORDED, ids=lambda one: one.game.meta.slug)
    async def test_played_to_its_end_its_file_proves_itself(
        self, site: Site, carus: Person, recording: Recording
    ) -> None:
        origin = await store_recording(site, recording)
        made = await branched(carus, origin, int(len(recording.records) * 0.9))
        game = made["game_id"]
        while (await carus.seen(f"/games/{game}"))["status"] != "finished":
            await play_out(site, game)
            if listed := await options(carus, game):
                await choose(carus, game, random.Random(len(listed)).choice(listed))
        file = await exported(carus, game)
        report = verify(file, REGISTRY, origin=await exported(carus, origin))
        assert report.failures == []
        assert report.judged
        assert "origin" in {statement.key for statement in report.proven}
        scores = await carus.seen(f"/games/{game}/scores")
        assert scores["totals"] == [seat["score"] for seat in (await carus.seen(f"/games/{game}"))["seats"]]

    async def test_everyone_who_may_see_it_may_branch_it(self, site: Site, anna: Person, brutus: Person) -> None:
        game, version = await abandoned(anna, brutus)
        passer_by = await site.person("Dama")
        assert (await branched(brutus, game, version))["seat"] == 1, "one's own seat, unless told otherwise"
        assert (await branched(passer_by, game, version))["seat"] == 0
        assert (await branched(passer_by, game, version, seat=1))["seat"] == 1
        problem = refusal(await anna.post(f"/games/{game}/branch", {"at": version, "seat": 2}), 409, "not-now")
        assert problem["reason"] == "chair_free"

    async def test_the_code_of_an_invitation_opens_a_private_one(self, anna: Person, carus: Person) -> None:
        game = await opened(anna, private=True)
        code = (await anna.done(f"/games/{game}/invitations"))["code"]
        await anna.done(f"/games/{game}/seats", {"bot": "random"})
        version = (await anna.seen(f"/games/{game}"))["version"]
        await anna.done(f"/games/{game}/resign")
        refusal(await carus.post(f"/games/{game}/branch", {"at": version}), 404, "not-found")
        made = await branched(carus, game, version, invitation=code)
        assert (await carus.seen(f"/games/{made['game_id']}"))["status"] == "active"


class TestOfARunningGame:
    async def test_it_shows_its_player_what_the_seat_knew_and_nothing_else(self, anna: Person, brutus: Person) -> None:
        game = await started(anna, brutus)
        await choose(brutus, game)
        for person, seat in ((anna, 0), (brutus, 1)):
            shown = await person.seen(f"/games/{game}")
            made = await branched(person, game, shown["version"])
            copy = await person.seen(f"/games/{made['game_id']}")
            assert (copy["state"], copy["to_act"]) == (shown["state"], shown["to_act"])
            assert copy["you"] == made["seat"] == seat
            (start,) = [
                event
                for event in (await person.seen(f"/games/{made['game_id']}/events"))["events"]
                if event["type"] == "GameBranched"
            ]
            assert start["data"]["dealt_anew"]
            assert start["data"]["state"].keys() == {"sealed", "for"}
            assert start["data"]["state"]["for"] == []
            refusal(await person.get(f"/games/{made['game_id']}", **{"as": "truth"}), 403, "forbidden")

    async def test_many_branches_do_not_agree_on_what_is_hidden(self, site: Site, anna: Person, brutus: Person) -> None:
        """If they held the truth they would."""
        game = await started(anna, brutus)
        version = (await anna.seen(f"/games/{game}"))["version"]
        hands = set()
        for _ in range(20):
            made = await branched(anna, game, version)
            async with site.services.tables.lock(GameId(made["game_id"])):
                state = (await site.services.tables.current(GameId(made["game_id"]))).match.state
            hands.add(tuple(state.hands[1]))
        assert len(hands) > 3

    async def test_an_earlier_version_gives_what_was_known_then(self, anna: Person, brutus: Person) -> None:
        game = await started(anna, brutus)
        before = await anna.seen(f"/games/{game}")
        await choose(anna, game)
        await choose(brutus, game)
        made = await branched(anna, game, before["version"])
        assert (await anna.seen(f"/games/{made['game_id']}"))["state"] == before["state"]

    async def test_nobody_plays_on_from_what_another_seat_knows(
        self, site: Site, anna: Person, brutus: Person, carus: Person
    ) -> None:
        game, _ = await dealt(anna, brutus)
        version = (await anna.seen(f"/games/{game}"))["version"]
        async with site.writes_nothing():
            for person, wish in ((anna, {"seat": 1}), (carus, {}), (carus, {"seat": 0})):
                refusal(await person.post(f"/games/{game}/branch", {"at": version, **wish}), 403, "forbidden")
        assert (await branched(anna, game, version, seat=0))["seat"] == 0


class TestBadWishes:
    @pytest.mark.parametrize(
        ("body", "field"),
        [
            ({}, "at"),
            ({"at": 0}, "at"),
            ({"at": 2**53 + 1}, "at"),
            ({"at": "x"}, "at"),
            ({"at": 9, "seat": -1}, "seat"),
            ({"at": 9, "seat": 8}, "seat"),
            ({"at": 9, "bot": "caesar"}, "bot"),
            ({"at": 9, "odd": 1}, "odd"),
        ],
    )
    async def test_a_body_that_cannot_be(
        self, site: Site, anna: Person, brutus: Person, body: Json, field: str
    ) -> None:
        game = await started(anna, brutus)
        async with site.writes_nothing():
            problem = refusal(await anna.post(f"/games/{game}/branch", body), 400, "bad-request")
        assert field in str(problem["errors"])

    async def test_a_version_that_is_not_there(self, anna: Person, brutus: Person) -> None:
        game = await started(anna, brutus)
        refusal(await anna.post(f"/games/{game}/branch", {"at": 9999}), 404, "not-found")

    async def test_a_version_at_which_nothing_is_played(self, site: Site, anna: Person, brutus: Person) -> None:
        game, _ = await abandoned(anna, brutus)
        end = len(await site.log(game))
        async with site.writes_nothing():
            for version in (1, 2, end):
                problem = refusal(await anna.post(f"/games/{game}/branch", {"at": version}), 409, "not-now")
                assert problem["reason"] == "nothing_to_play"
                assert "nothing to play" in problem["detail"]


class TestTwoRequestsThatAreOne:
    async def test_a_repeat_finds_the_first_branch(self, site: Site, anna: Person, brutus: Person) -> None:
        game, _ = await dealt(anna, brutus)
        version = (await anna.seen(f"/games/{game}"))["version"]
        first = await branched(anna, game, version, key=KEY)
        assert "repeated" not in first
        async with site.writes_nothing():
            assert await branched(anna, game, version, key=KEY) == {**first, "repeated": True}
            other = await anna.post(f"/games/{game}/branch", {"at": version, "bot": "random"}, key=KEY)
            refusal(other, 422, "key-reused")
        assert (await branched(brutus, game, version, key=KEY))["game_id"] != first["game_id"]
        table = await anna.done("/games", {"game": "taberna", "players": 2}, key=KEY)
        assert table["game_id"] != first["game_id"], "another route's key is another key"
        assert (await branched(anna, game, version))["game_id"] != first["game_id"]

    async def test_also_when_it_would_be_another_one_by_now(self, site: Site, anna: Person, brutus: Person) -> None:
        game, _ = await dealt(anna, brutus)
        version = (await anna.seen(f"/games/{game}"))["version"]
        first = await branched(anna, game, version, key=KEY)
        await play_out(site, first["game_id"], most=2)
        for person in (anna, brutus):
            await person.done(f"/games/{game}/votes", {"motion": "abandon"})
        assert await branched(anna, game, version, key=KEY) == {**first, "repeated": True}


class TestLikeAnyOtherGame:
    async def test_its_player_plays_takes_back_and_reads(self, anna: Person, brutus: Person) -> None:
        game, actor = await dealt(anna, brutus)
        version = (await actor.seen(f"/games/{game}"))["version"]
        branch = (await branched(actor, game, version))["game_id"]
        begun = await actor.seen(f"/games/{branch}")
        await choose(actor, branch)
        await actor.done(f"/games/{branch}/undo", {})
        assert (await actor.seen(f"/games/{branch}"))["state"] == begun["state"]
        turns = (await actor.seen(f"/games/{branch}/timeline"))["turns"]
        lines = [line for turn in turns for line in turn["lines"]]
        assert f"play goes on from version {version} of another game" in " ".join(line["text"] for line in lines)
        assert [line["retracted"] for line in lines if "retracted" in line]
        assert (await actor.seen(f"/games/{branch}/recap"))["since"] == len(lines)
        assert (await actor.seen(f"/games/{branch}", at=begun["version"]))["state"] == begun["state"]

    async def test_it_is_hidden_from_everybody_else(
        self, site: Site, anna: Person, brutus: Person, carus: Person
    ) -> None:
        game, version = await abandoned(anna, brutus)
        branch = (await branched(anna, game, version))["game_id"]
        await site.project()
        for person in (brutus, carus, site.stranger):
            refusal(await person.get(f"/games/{branch}"), 404, "not-found")
        listed = {item["game_id"]: item for item in (await anna.seen("/games", mine=True))["items"]}
        assert listed[branch]["branch_of"] == {"game_id": game, "version": version}
        assert listed[game]["branch_of"] is None
        assert branch not in [item["game_id"] for item in (await brutus.seen("/games"))["items"]]

    async def test_it_counts_in_no_statistics(self, site: Site, anna: Person, brutus: Person) -> None:
        game, version = await abandoned(anna, brutus)
        branch = (await branched(anna, game, version))["game_id"]
        await branched(anna, game, version)
        await anna.done(f"/games/{branch}/resign")
        assert (await anna.seen(f"/games/{branch}"))["status"] == "finished"
        await site.project()
        page = await anna.seen(f"/users/{anna.user_id}")
        assert page["games"] == {"abandoned": 1}
        assert (page["results"], page["averages"], page["head_to_head"]) == ([], [], [])

    async def test_a_process_that_starts_anew_finds_it_with_and_without_a_snapshot(
        self, site: Site, anna: Person, brutus: Person
    ) -> None:
        game, version = await abandoned(anna, brutus)
        branch = GameId((await branched(anna, game, version))["game_id"])
        await play_out(site, branch, most=3)
        tables = site.services.tables
        async with tables.lock(branch):
            hot = await tables.current(branch)
        folded = await tables.at(branch, hot.version)
        assert state_bytes(folded.match) == state_bytes(hot.match)
        snapshots = Snapshots(site.services.client)  # type: ignore[arg-type]  # see giving_bytes
        await snapshots.save(branch, hot.match, hot.version, hot.head)
        kept = usable((await tables.store.load(branch)).snapshot, tables.registry)
        assert kept is not None
        assert state_bytes(kept.restore(GAME, hot.match.secret)) == state_bytes(hot.match)
        await site.services.client.delete(keys.snapshots(branch))

    async def test_a_branch_can_be_branched(self, anna: Person, brutus: Person) -> None:
        game, version = await abandoned(anna, brutus)
        first = await branched(anna, game, version)
        second = await branched(anna, first["game_id"], first["version"])
        shown = await anna.seen(f"/games/{second['game_id']}")
        assert shown["branch_of"] == {"game_id": first["game_id"], "version": first["version"]}
