"""Reminders at half and at nine tenths of a turn's time: each once, and only while they are due."""

import msgspec

from domain.kernel.clock import DAY, SECOND
from domain.kernel.ids import GameId, UserId
from services.notices.relevance import LOOK_AGAIN
from services.store.events import CommandKey
from services.tables import choices
from services.tables.hot_tables import Request, Tables
from tests.kit.http import Person
from tests.kit.mail_site import MailSite
from tests.kit.timed_match import HOUR
from tests.services.api.tables import choose, dealt, started
from workers.deadlines import expire

CLOCK = {"turn_seconds": 10 * 3600, "extension_seconds": 10 * 3600, "on_timeout": "wait"}
REMINDED = "The others are waiting for you: Taberna"


async def test_who_sleeps_is_reminded_twice(mail_site: MailSite, anna: Person, brutus: Person) -> None:
    await started(anna, brutus, clock=CLOCK)
    await mail_site.deliver_all()
    told = []
    for _ in range(12):
        mail_site.pass_time(HOUR)
        await mail_site.deliver_all()
        told.append(mail_site.letters(brutus).count(REMINDED))
    assert told == [0] * 4 + [1] * 4 + [2] * 4


async def test_who_has_acted_is_not_reminded_and_nothing_is_left_of_it(
    mail_site: MailSite, anna: Person, brutus: Person
) -> None:
    game = await started(anna, brutus, clock=CLOCK)
    await mail_site.read_feed()
    planned = [told["kind"] for told in await mail_site.deliveries(anna)]
    assert planned.count("reminder") == 2
    await choose(anna, game)
    await mail_site.read_feed()
    assert [told["kind"] for told in await mail_site.deliveries(anna)] == ["turn"]
    mail_site.pass_time(9 * HOUR)
    await mail_site.deliver_all()
    assert REMINDED not in mail_site.letters(anna)
    assert mail_site.letters(brutus).count(REMINDED) == 1, "the later one took the place of the first"
    reasons = {told["reason"] for told in await mail_site.deliveries(brutus) if told["state"] == "suppressed"}
    assert reasons == {"Something more urgent was sent instead."}


async def test_who_acts_while_a_reminder_is_due_does_not_get_it(
    mail_site: MailSite, anna: Person, brutus: Person
) -> None:
    game = await started(anna, brutus, clock=CLOCK)
    await mail_site.read_feed()
    mail_site.pass_time(5 * HOUR)
    await choose(anna, game)
    await mail_site.deliver_due()
    assert REMINDED not in mail_site.letters(anna)
    reasons = {told["reason"] for told in await mail_site.deliveries(anna) if told["state"] == "suppressed"}
    assert reasons == {"You had already played by then."}


async def test_a_reminder_that_comes_after_the_time_is_not_sent(
    mail_site: MailSite, anna: Person, brutus: Person
) -> None:
    """With a short clock it may be the sweeper's turn when all is over, and nobody has noted that yet."""
    await started(anna, brutus, clock={"turn_seconds": 60})
    await mail_site.read_feed()
    mail_site.pass_time(61 * SECOND)
    await mail_site.deliver_due()
    assert REMINDED not in mail_site.letters(anna)
    reasons = [told["reason"] for told in await mail_site.deliveries(anna) if told["kind"] == "reminder"]
    assert reasons == ["Your time had run out by then."] * 2


async def test_a_reminder_that_waits_for_the_morning_outlives_what_others_do(mail_site: MailSite) -> None:
    """Their choices turn the clocks, and the moment of the reminder is past by then."""
    hour = int((mail_site.tables.now() / HOUR) % 24)
    quiet = {"from": f"{hour:02}:00", "to": f"{(hour + 8) % 24:02}:00"}
    anna, brutus = await mail_site.person("Anna", quiet_hours=quiet), await mail_site.person("Brutus")
    game = GameId(await started(anna, brutus, clock=CLOCK))
    await mail_site.read_feed()
    mail_site.pass_time(6 * HOUR)
    await lays(mail_site.tables, game, UserId(brutus.user_id))
    await mail_site.deliver_all()
    assert REMINDED not in mail_site.letters(anna)
    mail_site.pass_time(2 * HOUR)
    await mail_site.deliver_all()
    assert mail_site.letters(anna).count(REMINDED) == 1


async def lays(tables: Tables, game: GameId, user: UserId) -> None:
    """Somebody lays a card at the mail site's time."""
    async with tables.lock(game):
        match = (await tables.current(game)).match
    seat = match.table.seat_of(user)
    assert seat is not None
    request = Request(game, "lays", CommandKey("lays", ""))
    await choices.confirm(tables, request, user, [msgspec.to_builtins(match.choices(seat)[0])])


async def test_who_looked_on_until_he_was_reminded_gets_one_mail_when_he_leaves(
    mail_site: MailSite, anna: Person, brutus: Person
) -> None:
    game, user = GameId(await started(anna, brutus, clock=CLOCK)), UserId(anna.user_id)
    await mail_site.services.people.presence.mark(game, user)
    await mail_site.deliver_all()
    mail_site.pass_time(5 * HOUR)
    await mail_site.deliver_due()
    assert mail_site.letters(anna) == []
    await mail_site.services.people.presence.clear(game, user)
    mail_site.pass_time(LOOK_AGAIN)
    await mail_site.deliver_due()
    assert mail_site.letters(anna) == [REMINDED]


async def test_who_wants_no_reminders_is_told_of_the_turn_however_late(mail_site: MailSite, brutus: Person) -> None:
    anna = await mail_site.person("Anna", kinds={"reminder": False})
    await started(anna, brutus, clock=CLOCK)
    await mail_site.read_feed()
    mail_site.pass_time(6 * HOUR)
    await mail_site.deliver_due()
    assert mail_site.letters(anna) == ["The game has begun, and it is your turn: Taberna"]


async def test_more_time_moves_what_was_planned(mail_site: MailSite, anna: Person, brutus: Person) -> None:
    game, actor = await dealt(anna, brutus, clock=CLOCK)
    other = brutus if actor is anna else anna
    await mail_site.read_feed()
    seat = (anna, brutus).index(actor)
    await other.done(f"/games/{game}/votes", {"motion": "extend", "seat": seat})
    mail_site.pass_time(6 * HOUR)
    await mail_site.deliver_due()  # the notifier has not heard of it, and nothing is due all the same
    assert REMINDED not in mail_site.letters(actor)
    mail_site.pass_time(5 * HOUR)
    await mail_site.deliver_all()
    assert mail_site.letters(actor).count(REMINDED) == 1
    mail_site.pass_time(6 * HOUR)
    await mail_site.deliver_all()
    assert mail_site.letters(actor).count(REMINDED) == 1
    mail_site.pass_time(2 * HOUR)
    await mail_site.deliver_all()
    assert mail_site.letters(actor).count(REMINDED) == 2


async def test_no_reminder_comes_while_the_clocks_are_paused(mail_site: MailSite, anna: Person, brutus: Person) -> None:
    game = await started(anna, brutus, clock=CLOCK)
    for person in (anna, brutus):
        await person.done(f"/games/{game}/votes", {"motion": "pause"})
    await mail_site.deliver_all()
    mail_site.pass_time(20 * HOUR)
    await mail_site.deliver_all()
    assert REMINDED not in mail_site.letters(anna) + mail_site.letters(brutus)


async def test_a_pause_that_the_notifier_has_not_read_counts(mail_site: MailSite, anna: Person, brutus: Person) -> None:
    game = await started(anna, brutus, clock=CLOCK)
    await mail_site.read_feed()
    for person in (anna, brutus):
        await person.done(f"/games/{game}/votes", {"motion": "pause"})
    mail_site.pass_time(9 * HOUR)
    await mail_site.deliver_due()
    assert REMINDED not in mail_site.letters(anna)
    await mail_site.read_feed()
    kinds = [told["kind"] for told in await mail_site.deliveries(anna)]
    assert "reminder" not in kinds, "they come back when the clocks run again"


async def ran_out(mail_site: MailSite, *people: Person) -> GameId:
    """A game in which everybody's time is over, and which waits."""
    game = GameId(await started(*people, clock=CLOCK))
    await mail_site.deliver_all()
    mail_site.pass_time(10 * HOUR)
    assert await expire(mail_site.tables, game)
    await mail_site.deliver_all()
    return game


async def test_who_is_late_is_reminded_every_day_of_a_week(mail_site: MailSite, anna: Person, brutus: Person) -> None:
    await ran_out(mail_site, anna, brutus)
    assert mail_site.letters(anna).count("Your time ran out: Taberna") == 1
    before, told = mail_site.letters(anna).count(REMINDED), []
    for _ in range(9):
        mail_site.pass_time(DAY)
        for _ in range(2):
            await mail_site.deliver_all()
        told.append(mail_site.letters(anna).count(REMINDED) - before)
    assert told == [1, 2, 3, 4, 5, 6, 7, 7, 7]
    assert "the others are still waiting" in mail_site.mail.messages[-1].get_content()


async def test_who_was_late_and_has_acted_is_left_alone(mail_site: MailSite, anna: Person, brutus: Person) -> None:
    game = await ran_out(mail_site, anna, brutus)
    before = mail_site.letters(anna)
    await lays(mail_site.tables, game, UserId(anna.user_id))
    for _ in range(3):
        mail_site.pass_time(DAY)
        await mail_site.deliver_all()
    assert mail_site.letters(anna) == before


async def test_days_that_the_server_missed_are_made_up_for_by_one_mail(
    mail_site: MailSite, anna: Person, brutus: Person
) -> None:
    await ran_out(mail_site, anna, brutus)
    before = mail_site.letters(anna)
    mail_site.pass_time(3 * DAY)
    await mail_site.deliver_all()
    assert mail_site.letters(anna) == [*before, REMINDED]


async def test_who_wants_a_digest_reads_there_of_the_games_that_wait_for_him(
    mail_site: MailSite, brutus: Person
) -> None:
    hour = int((mail_site.tables.now() / HOUR + 3) % 24)
    anna = await mail_site.person("Anna", digest_hour=hour)
    game = await ran_out(mail_site, anna, brutus)
    await mail_site.site.project()
    before = mail_site.letters(anna)
    for days in range(3):
        mail_site.pass_time(DAY)
        await mail_site.deliver_all()
        assert mail_site.letters(anna) == [*before, *["Games waiting for you: 1"] * days]
    await lays(mail_site.tables, game, UserId(anna.user_id))
    await mail_site.site.project()
    mail_site.pass_time(DAY)
    await mail_site.deliver_all()
    assert len(mail_site.letters(anna)) == len(before) + 2
