"""Whoever planned a turn is not called while it is about to be played, and is told why if it was not."""

from msgspec.structs import replace

from domain.kernel.ids import GameId, UserId
from services.tables.planned_turns import attempt
from tests.kit.http import Person
from tests.kit.mail_site import MailSite, address
from tests.services.api.tables import END_TURN, dealt, errand
from tests.services.api.test_plans import choose_all

TURN = [errand("sell"), errand("sell"), END_TURN]


async def planned(mail_site: MailSite, anna: Person, brutus: Person, *, spoilt: bool) -> tuple[GameId, Person]:
    """A game in which the turn has begun that somebody had planned, perhaps in vain."""
    game, acting = await dealt(anna, brutus)
    planner = brutus if acting is anna else anna
    body = {"alternatives": [{"commands": TURN}]}
    assert (await planner.put(f"/games/{game}/plans", body)).status_code == 200
    plans, user = mail_site.services.people.plans, UserId(planner.user_id)
    plan = await plans.get(GameId(game), user)
    assert plan is not None
    if spoilt:
        await plans.forget(GameId(game), user, plan)
        first, *others = plan.alternatives[0]
        await plans.keep(GameId(game), user, replace(plan, alternatives=((replace(first, outcome="[]"), *others),)), "")
    await mail_site.read_feed()
    await mail_site.deliver_all()
    await choose_all(acting, game, TURN)
    await mail_site.read_feed()
    return GameId(game), planner


async def test_nobody_is_called_for_a_turn_that_is_played_as_planned(
    mail_site: MailSite, anna: Person, brutus: Person
) -> None:
    game, planner = await planned(mail_site, anna, brutus, spoilt=False)
    before = mail_site.letters(planner)
    await mail_site.deliver_due()
    assert mail_site.letters(planner) == before
    assert (await attempt(mail_site.tables, mail_site.services.people.plans, game)).outcome == "played"
    await mail_site.deliver_all()
    assert mail_site.letters(planner) == before
    assert {one["state"] for one in await mail_site.deliveries(planner)} <= {"waiting", "suppressed"}


async def test_the_call_for_a_turn_says_why_its_plan_was_not_played(
    mail_site: MailSite, anna: Person, brutus: Person
) -> None:
    game, planner = await planned(mail_site, anna, brutus, spoilt=True)
    assert (await attempt(mail_site.tables, mail_site.services.people.plans, game)).outcome == "lapsed"
    await mail_site.deliver_all()
    text = mail_site.mail.messages[-1].get_content().replace("\r\n", "\n")
    assert mail_site.mail.messages[-1]["To"] == address(planner)
    assert "It is your turn" in text
    assert "Your plan was not played.\n- Step 1 would no longer cost or bring what it did when you planned it." in text
