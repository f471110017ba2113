"""What is not sent although it happened: because of what its person did, does or wants, asked at the last moment."""

from collections.abc import Awaitable, Callable

import pytest

from domain.kernel.ids import GameId, UserId
from services.notices.relevance import LOOK_AGAIN
from tests.kit.http import Person
from tests.kit.mail_site import MailSite
from tests.kit.timed_match import HOUR
from tests.services.api.tables import END_TURN, choose, dealt, errand, options, started

Act = Callable[[MailSite, Person, Person, str], Awaitable[object]]


async def acts(_office: MailSite, anna: Person, _brutus: Person, game: str) -> None:
    await choose(anna, game)


async def mutes(_office: MailSite, anna: Person, _brutus: Person, game: str) -> None:
    assert (await anna.put(f"/games/{game}/mute", None)).status_code == 204


async def turns_it_off(_office: MailSite, anna: Person, _brutus: Person, _game: str) -> None:
    assert (await anna.patch("/me/settings", {"kinds": {"turn": False}})).status_code == 200


async def turns_all_off(_office: MailSite, anna: Person, _brutus: Person, _game: str) -> None:
    assert (await anna.patch("/me/settings", {"mail": False})).status_code == 200


async def has_no_address(mail_site: MailSite, anna: Person, _brutus: Person, _game: str) -> None:
    await mail_site.site.accounts.stored.set_email(UserId(anna.user_id), "")


async def game_ends(_office: MailSite, anna: Person, brutus: Person, game: str) -> None:
    for person in (anna, brutus):
        await person.done(f"/games/{game}/votes", {"motion": "abandon"})


@pytest.mark.parametrize(
    ("act", "reason"),
    [
        (acts, "You had already played by then."),
        (mutes, "You have muted the game."),
        (turns_it_off, "You have turned off notifications of this kind."),
        (turns_all_off, "You have turned off notifications of this kind."),
        (has_no_address, "Your account has no confirmed e-mail address."),
        (game_ends, "You are no longer playing at that table."),
    ],
)
async def test_your_turn_is_not_sent(mail_site: MailSite, anna: Person, brutus: Person, act: Act, reason: str) -> None:
    game = await started(anna, brutus)
    await mail_site.read_feed()
    await act(mail_site, anna, brutus, game)
    await mail_site.deliver_due()
    assert mail_site.letters(anna) == []
    [told] = await mail_site.deliveries(anna)
    assert (told["kind"], told["state"], told["reason"]) == ("turn", "suppressed", reason)


async def test_a_turn_that_was_begun_is_not_mailed(mail_site: MailSite, anna: Person, brutus: Person) -> None:
    game, actor = await dealt(anna, brutus)
    other = brutus if actor is anna else anna
    while not await options(other, game):
        await choose(actor, game, END_TURN if END_TURN in await options(actor, game) else errand("sell"))
    await mail_site.read_feed()
    await choose(other, game, errand("sell"))
    assert await options(other, game), "it is still his turn"
    await mail_site.deliver_due()
    assert mail_site.letters(other) == []
    assert (await mail_site.deliveries(other))[0]["reason"] == "You had already played by then."


async def test_a_turn_that_came_again_is_told_once(mail_site: MailSite, anna: Person, brutus: Person) -> None:
    """The notifier was away: of the turns that it missed only the one that lasts is told."""
    game, actor = await dealt(anna, brutus)
    other = brutus if actor is anna else anna
    await choose(actor, game, END_TURN if END_TURN in await options(actor, game) else errand("sell"))
    while not await options(other, game):
        await choose(actor, game)
    await mail_site.deliver_all()
    assert mail_site.letters(other).count("Your turn: Taberna") == 1
    assert mail_site.letters(actor) == []


async def test_who_looks_on_is_told_once_when_he_has_left_without_acting(
    mail_site: MailSite, anna: Person, brutus: Person
) -> None:
    game, user = GameId(await started(anna, brutus)), UserId(anna.user_id)
    await mail_site.services.people.presence.mark(game, user)
    await mail_site.deliver_all()
    for _ in range(2):
        [told] = await mail_site.deliveries(anna)
        assert (told["state"], told["reason"]) == ("waiting", "You were looking at the game.")
        assert mail_site.letters(anna) == []
        mail_site.pass_time(LOOK_AGAIN)
        await mail_site.deliver_due()
    await mail_site.services.people.presence.clear(game, user)
    for _ in range(2):
        mail_site.pass_time(LOOK_AGAIN)
        await mail_site.deliver_due()
    assert len(mail_site.letters(anna)) == 1


async def test_who_looks_on_and_acts_is_told_nothing(mail_site: MailSite, anna: Person, brutus: Person) -> None:
    game, user = GameId(await started(anna, brutus)), UserId(anna.user_id)
    await mail_site.services.people.presence.mark(game, user)
    await mail_site.deliver_all()
    await choose(anna, game)
    mail_site.pass_time(LOOK_AGAIN)
    await mail_site.deliver_due()
    assert mail_site.letters(anna) == []
    [told] = await mail_site.deliveries(anna)
    assert (told["state"], told["reason"]) == ("suppressed", "You had already played by then.")


async def test_who_looks_away_is_told_the_next_time(mail_site: MailSite, anna: Person, brutus: Person) -> None:
    game = GameId(await started(anna, brutus))
    user = UserId(anna.user_id)
    await mail_site.services.people.presence.mark(game, user)
    assert await mail_site.services.people.presence.is_looking(game, user)
    await mail_site.services.people.presence.clear(game, user)
    await mail_site.deliver_all()
    assert len(mail_site.letters(anna)) == 1


async def test_a_game_that_is_heard_of_again(mail_site: MailSite, anna: Person, brutus: Person) -> None:
    game = await started(anna, brutus)
    await anna.put(f"/games/{game}/mute", None)
    assert (await anna.seen("/me/settings"))["muted"] == [game]
    assert (await anna.delete(f"/games/{game}/mute")).status_code == 204
    assert (await anna.seen("/me/settings"))["muted"] == []
    await mail_site.deliver_all()
    assert len(mail_site.letters(anna)) == 1


async def test_a_what_if_game_concerns_nobody(mail_site: MailSite, anna: Person, brutus: Person) -> None:
    game = await started(anna, brutus)
    await mail_site.deliver_all()
    version = (await anna.seen(f"/games/{game}"))["version"]
    alone = (await anna.done(f"/games/{game}/branch", {"at": version}))["game_id"]
    await choose(anna, alone)
    await mail_site.deliver_all()
    assert all(told["game_id"] == game for told in await mail_site.deliveries(anna))
    await anna.done(f"/games/{alone}/resign")
    await mail_site.deliver_all()
    assert all(told["game_id"] == game for told in await mail_site.deliveries(anna))


async def test_a_vote_that_is_over_is_not_asked_for(mail_site: MailSite, anna: Person, brutus: Person) -> None:
    carus = await mail_site.person("Carus")
    game = await started(anna, brutus, carus)
    await mail_site.deliver_all()
    await brutus.done(f"/games/{game}/votes", {"motion": "abandon"})
    await mail_site.read_feed()
    await anna.done(f"/games/{game}/votes", {"motion": "abandon"})
    await mail_site.deliver_due()
    assert "Please vote: Taberna" not in mail_site.letters(anna)
    assert "Please vote: Taberna" in mail_site.letters(carus)
    assert (await mail_site.deliveries(anna))[0]["reason"] == "The vote was over by then."


async def test_what_comes_in_quiet_hours_is_sent_when_they_are_over(mail_site: MailSite, brutus: Person) -> None:
    hour = int((mail_site.tables.now() / HOUR) % 24)  # the hour that it is now in UTC
    quiet = {"from": f"{hour:02}:00", "to": f"{(hour + 2) % 24:02}:00"}
    anna = await mail_site.person("Anna", quiet_hours=quiet)
    await started(anna, brutus)
    await mail_site.deliver_all()
    assert mail_site.letters(anna) == []
    mail_site.pass_time(2 * HOUR)
    await mail_site.deliver_all()
    assert len(mail_site.letters(anna)) == 1
    assert [told["attempts"] for told in await mail_site.deliveries(anna)] == [1]


async def test_quiet_hours_that_were_set_later_hold_too(mail_site: MailSite, anna: Person, brutus: Person) -> None:
    await started(anna, brutus)
    await mail_site.read_feed()
    hour = int((mail_site.tables.now() / HOUR) % 24)
    quiet = {"from": f"{hour:02}:00", "to": f"{(hour + 2) % 24:02}:00"}
    await anna.patch("/me/settings", {"quiet_hours": quiet})
    await mail_site.deliver_due()
    [told] = await mail_site.deliveries(anna)
    assert (told["state"], told["attempts"]) == ("waiting", 0)
    mail_site.pass_time(2 * HOUR)
    await mail_site.deliver_due()
    assert len(mail_site.letters(anna)) == 1


async def test_a_digest_gathers_the_turns_of_a_day(mail_site: MailSite, brutus: Person) -> None:
    hour = int((mail_site.tables.now() / HOUR + 3) % 24)
    anna = await mail_site.person("Anna", digest_hour=hour)
    games = [await started(anna, brutus, title=title) for title in ("Ides", "Nones", "Kalends")]
    await choose(anna, games[2])
    await anna.put(f"/games/{games[1]}/mute", None)
    await mail_site.deliver_all()
    assert mail_site.letters(anna) == []
    await mail_site.site.project()
    mail_site.pass_time(3 * HOUR)
    await mail_site.deliver_all()
    await mail_site.deliver_all()
    assert mail_site.letters(anna) == ["Games waiting for you: 1"]
    text = mail_site.mail.messages[-1].get_content()
    assert "Taberna “Ides”" in text
    assert "Nones" not in text, "it is muted"
    assert "Kalends" not in text, "she has acted there"


async def test_a_digest_of_nothing_is_not_sent(mail_site: MailSite, brutus: Person) -> None:
    hour = int((mail_site.tables.now() / HOUR + 3) % 24)
    anna = await mail_site.person("Anna", digest_hour=hour)
    game = await started(anna, brutus)
    await mail_site.read_feed()
    await choose(anna, game)
    await mail_site.site.project()
    mail_site.pass_time(3 * HOUR)
    await mail_site.deliver_all()
    [told] = await mail_site.deliveries(anna)
    assert (told["kind"], told["state"], told["reason"]) == (
        "digest",
        "suppressed",
        "No game was waiting for you any more.",
    )
