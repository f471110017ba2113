"""Planned turns: composed before the turn begins, played once it does, and nobody else's to know until then."""

from typing import NamedTuple

import msgspec
import pytest

from domain.kernel.ids import GameId, UserId
from services.store.plans import PlanState, StoredPlan
from services.tables.planned_turns import Attempt, attempt
from tests.kit.http import Json, Person, Site, refusal
from tests.services.api.tables import END_TURN, choose, dealt, errand, started

TURN = [errand("sell"), errand("sell"), END_TURN]
TIPPING = [errand("sell"), errand("sell"), {"type": "Tip"}, END_TURN]
BODY: dict[str, Json] = {"alternatives": [{"commands": TURN}]}


class Planning(NamedTuple):
    """A game in which somebody plays and somebody else plans."""

    site: Site
    game: str
    acting: Person
    planner: Person

    async def plan(self, *ways: list[dict[str, str]], **more: Json) -> Json:
        body = {"alternatives": [{"commands": way} for way in ways or (TURN,)], **more}
        answer = await self.planner.put(f"/games/{self.game}/plans", body)
        assert answer.status_code == 200, answer.text
        return answer.json()

    async def kept(self) -> Json:
        return await self.planner.seen(f"/games/{self.game}/plans")

    async def end_turn(self, person: Person | None = None) -> None:
        await choose_all(person or self.acting, self.game, TURN)

    async def attempt(self, *, hurry: bool = False) -> Attempt:
        services = self.site.services
        return await attempt(services.tables, services.people.plans, GameId(self.game), hurry=hurry)

    async def stored(self) -> StoredPlan:
        plan = await self.site.services.people.plans.get(GameId(self.game), UserId(self.planner.user_id))
        assert plan is not None
        return plan

    async def put_back(self, plan: StoredPlan) -> None:
        """Let the plan be as if it had been kept otherwise, or its player had died."""
        user, store = UserId(self.planner.user_id), self.site.services.people.plans
        await store.forget(GameId(self.game), user, plan)
        assert await store.keep(GameId(self.game), user, plan, "") == "done"

    async def set_state(self, state: PlanState) -> None:
        await self.put_back(msgspec.structs.replace(await self.stored(), state=state))

    async def spoil(self, way: int, outcome: str) -> None:
        """Let the first step of an alternative have promised something else."""
        plan = await self.stored()
        ways = [*plan.alternatives]
        ways[way] = (msgspec.structs.replace(ways[way][0], outcome=outcome), *ways[way][1:])
        await self.put_back(msgspec.structs.replace(plan, alternatives=tuple(ways)))

    async def types(self) -> list[str]:
        return [event.type for event in await self.site.log(self.game)]


async def choose_all(person: Person, game: str, commands: list[dict[str, str]]) -> None:
    version = (await person.seen(f"/games/{game}"))["version"]
    await person.done(f"/games/{game}/commands", {"commands": commands, "expected_version": version})


@pytest.fixture
async def planning(site: Site, anna: Person, brutus: Person) -> Planning:
    game, acting = await dealt(anna, brutus)
    return Planning(site, game, acting, brutus if acting is anna else anna)


async def test_a_plan_is_kept_listed_and_dropped_and_writes_nothing_into_the_log(planning: Planning) -> None:
    path = f"/games/{planning.game}/plans"
    missing = refusal(await planning.planner.get(path), 404, "not-found")
    assert missing["detail"] == "You have no plan for this game."
    async with planning.site.writes_nothing():
        made = await planning.plan()
        assert made == await planning.kept()
        assert (await planning.planner.delete(path)).status_code == 204
    version = (await planning.acting.seen(f"/games/{planning.game}"))["version"]
    assert (made["made_at"], made["state"], made["wait_seconds"]) == (version, "kept", 0)
    assert [way["commands"] for way in made["alternatives"]] == [TURN]
    assert made["alternatives"][0]["labels"][0] == "Sell at the stall"
    refusal(await planning.planner.get(path), 404, "not-found")


async def test_a_plan_is_played_once_as_soon_as_the_turn_begins(planning: Planning) -> None:
    made = await planning.plan()
    assert await planning.attempt() == Attempt("nothing")
    await planning.end_turn()
    assert await planning.attempt() == Attempt("played")
    log = await planning.site.log(planning.game)
    at = next(place for place, line in enumerate(log) if line.type == "PlanPlayed")
    seat = (await planning.planner.seen(f"/games/{planning.game}"))["you"]
    assert msgspec.json.decode(log[at].data) == {"seat": seat, "made_at": made["made_at"]}
    assert {line.command_id for line in log[at:]} == {log[at].command_id}, "it is one batch"
    assert (await planning.kept())["state"] == "played"
    before = await planning.types()
    assert await planning.attempt() == Attempt("nothing")
    assert await planning.types() == before


async def test_a_plan_is_not_played_before_its_turn_nor_after_an_earlier_one(planning: Planning) -> None:
    """What happened before the plan was made does not count: only a turn that begins after it."""
    refusal(await planning.acting.put(f"/games/{planning.game}/plans", BODY), 409, "not-now")
    await planning.end_turn()
    answer = await planning.planner.put(f"/games/{planning.game}/plans", BODY)
    assert refusal(answer, 409, "not-now")["reason"] == "turn_has_come"


async def test_nothing_is_planned_that_cannot_be_foreseen(anna: Person, brutus: Person) -> None:
    game = await started(anna, brutus)
    await choose(anna, game)
    answer = await anna.put(f"/games/{game}/plans", BODY)
    assert refusal(answer, 409, "not-now")["reason"] == "nothing_to_plan"


async def test_a_plan_that_the_rules_refuse_is_not_kept(planning: Planning) -> None:
    body = {"alternatives": [{"commands": [errand("sell"), END_TURN]}]}
    answer = await planning.planner.put(f"/games/{planning.game}/plans", body)
    assert refusal(answer, 422, "illegal-move")["index"] == 1
    after_reveal = {"alternatives": [{"commands": [errand("draw"), errand("sell")]}]}
    answer = await planning.planner.put(f"/games/{planning.game}/plans", after_reveal)
    assert refusal(answer, 422, "illegal-move")["reason"] == "after_reveal"


async def test_a_plan_may_end_with_what_reveals_and_then_asks(planning: Planning) -> None:
    await planning.plan([errand("sell"), errand("draw")])
    await planning.end_turn()
    assert (await planning.attempt()).outcome == "played"
    seen = await planning.planner.seen(f"/games/{planning.game}")
    assert seen["to_act"] == [seen["you"]], "the rest of the turn is the player's"


async def test_a_preview_of_a_plan_offers_what_the_turn_will(planning: Planning) -> None:
    path = f"/games/{planning.game}/plans/preview"
    async with planning.site.writes_nothing():
        seen = await planning.planner.done(path, {"commands": [errand("sell"), errand("sell")]})
    assert [option["command"] for option in seen["options"]] == [END_TURN, {"type": "Tip"}]
    refusal(await planning.acting.post(path, {"commands": []}), 409, "not-now")


async def test_two_tabs_do_not_overwrite_each_other(planning: Planning) -> None:
    first = await planning.plan(revision="")
    second = await planning.plan(TIPPING, revision=first["revision"])
    body = {**BODY, "revision": first["revision"]}
    answer = await planning.planner.put(f"/games/{planning.game}/plans", body)
    assert refusal(answer, 409, "not-now")["reason"] == "plan_changed"
    assert (await planning.kept())["revision"] == second["revision"]


async def test_what_is_being_played_is_not_changed(planning: Planning) -> None:
    await planning.plan()
    await planning.set_state("playing")
    for answer in (
        await planning.planner.put(f"/games/{planning.game}/plans", BODY),
        await planning.planner.delete(f"/games/{planning.game}/plans"),
    ):
        assert refusal(answer, 409, "not-now")["reason"] == "plan_playing"


async def test_the_second_alternative_is_played_if_the_first_would_bring_something_else(planning: Planning) -> None:
    await planning.plan(TURN, TIPPING)
    await planning.spoil(0, outcome="[]")
    await planning.end_turn()
    assert (await planning.attempt()).outcome == "played"
    assert "PointsScored" in (await planning.types())[-12:], "the tip"


async def test_a_plan_that_lapsed_says_why_and_the_table_waits(planning: Planning) -> None:
    await planning.plan()
    await planning.spoil(0, outcome="[]")
    await planning.end_turn()
    async with planning.site.writes_nothing():
        assert (await planning.attempt()).outcome == "lapsed"
        assert (await planning.attempt()).outcome == "nothing"
    kept = await planning.kept()
    assert kept["state"] == "lapsed"
    assert kept["alternatives"][0]["lapsed"] == "Step 1 would no longer cost or bring what it did when you planned it."


async def test_a_plan_made_by_other_rules_lapses(planning: Planning) -> None:
    await planning.plan()
    plan = await planning.stored()
    await planning.put_back(msgspec.structs.replace(plan, rules=(0, "")))
    await planning.end_turn()
    assert (await planning.attempt()).outcome == "lapsed"
    assert (await planning.kept())["alternatives"][0]["lapsed"] == "The rules have changed since you made it."


async def test_time_to_think_again_is_left_and_ends_with_the_turn(planning: Planning) -> None:
    await planning.plan(wait_seconds=900)
    await planning.end_turn()
    made = await planning.attempt()
    assert made.outcome == "waits"
    assert made.until - planning.site.services.tables.now() <= 900_000
    assert (await planning.attempt(hurry=True)).outcome == "played"


async def test_whoever_plays_by_hand_has_no_plan_any_more(planning: Planning) -> None:
    await planning.plan(wait_seconds=900)
    await planning.end_turn()
    await planning.end_turn(planning.planner)
    assert (await planning.attempt(hurry=True)).outcome == "nothing"
    refusal(await planning.planner.get(f"/games/{planning.game}/plans"), 404, "not-found")


async def test_an_undo_of_what_was_played_does_not_play_it_again(planning: Planning) -> None:
    await planning.plan([errand("sell"), errand("sell")])
    await planning.end_turn()
    assert (await planning.attempt()).outcome == "played"
    refusal(await planning.acting.post(f"/games/{planning.game}/undo", {}), 409, "undo-barred")
    await planning.planner.done(f"/games/{planning.game}/undo", {})
    for _ in range(2):
        assert (await planning.attempt(hurry=True)).outcome == "nothing"
    assert (await planning.kept())["state"] == "played"
    seen = await planning.planner.seen(f"/games/{planning.game}")
    assert seen["to_act"] == [seen["you"]]


async def test_another_players_undo_within_the_turn_does_not_matter(planning: Planning) -> None:
    await choose(planning.acting, planning.game, errand("sell"))
    await planning.plan()
    await planning.acting.done(f"/games/{planning.game}/undo", {})
    await planning.end_turn()
    assert (await planning.attempt()).outcome == "played"


async def test_the_plan_of_somebody_who_left_is_gone(planning: Planning) -> None:
    await planning.plan()
    await planning.planner.done(f"/games/{planning.game}/resign")
    assert (await planning.attempt(hurry=True)).outcome == "nothing"
    assert planning.game not in await planning.site.services.people.plans.games()


async def test_who_dies_after_writing_has_played_it(planning: Planning) -> None:
    """The worker dies between the log and the plan; the next one finds what it wrote."""
    await planning.plan([errand("sell"), errand("sell")])
    await planning.end_turn()
    plan = await planning.stored()
    assert (await planning.attempt()).outcome == "played"
    await planning.put_back(msgspec.structs.replace(plan, state="playing"))
    length = len(await planning.types())
    await planning.planner.done(f"/games/{planning.game}/undo", {})
    assert (await planning.attempt()).outcome == "nothing"
    assert (await planning.kept())["state"] == "played"
    assert (await planning.types())[length:] == ["ChoicesUndone"]
