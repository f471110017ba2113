"""What is not sent although it happened: because of what its person did, does or wants, asked at the last moment."""

from collections.abc import Awaitable, Callable

import pytest

from domain.kernel.ids import GameId, UserId
from tests.kit.http import Person
from tests.kit.post_office import PostOffice
from tests.kit.timed import HOUR
from tests.services.api.scenes import END_TURN, choose, dealt, errand, options, started
from workers.relevance import LOOK_AGAIN

Act = Callable[[PostOffice, Person, Person, str], Awaitable[object]]


async def acts(_office: PostOffice, anna: Person, _brutus: Person, game: str) -> None:
    await choose(anna, game)


async def mutes(_office: PostOffice, anna: Person, _brutus: Person, game: str) -> None:
    assert (await anna.put(f"/games/{game}/mute", None)).status_code == 204


async def turns_it_off(_office: PostOffice, anna: Person, _brutus: Person, _game: str) -> None:
    assert (await anna.patch("/me/settings", {"kinds": {"turn": False}})).status_code == 200


async def turns_all_off(_office: PostOffice, anna: Person, _brutus: Person, _game: str) -> None:
    assert (await anna.patch("/me/settings", {"mail": False})).status_code == 200


async def has_no_address(office: PostOffice, anna: Person, _brutus: Person, _game: str) -> None:
    await office.site.accounts.stored.set_email(UserId(anna.user_id), "")


async def game_ends(_office: PostOffice, anna: Person, brutus: Person, game: str) -> None:
    for person in (anna, brutus):
        await person.done(f"/games/{game}/votes", {"motion": "abandon"})


@pytest.mark.parametrize(
    ("act", "reason"),
    [
        (acts, "You had acted by then."),
        (mutes, "You have muted the game."),
        (turns_it_off, "You do not want mail of this kind."),
        (turns_all_off, "You do not want mail of this kind."),
        (has_no_address, "Your account has no mail address."),
        (game_ends, "You no longer play at that table."),
    ],
)
async def test_your_turn_is_not_sent(office: PostOffice, anna: Person, brutus: Person, act: Act, reason: str) -> None:
    game = await started(anna, brutus)
    await office.collect()
    await act(office, anna, brutus, game)
    await office.carry()
    assert office.letters(anna) == []
    [told] = await office.deliveries(anna)
    assert (told["kind"], told["state"], told["reason"]) == ("turn", "suppressed", reason)


async def test_who_has_begun_his_turn_needs_not_be_told_of_it(office: PostOffice, anna: Person, brutus: Person) -> None:
    game, actor = await dealt(anna, brutus)
    other = brutus if actor is anna else anna
    while not await options(other, game):
        await choose(actor, game, END_TURN if END_TURN in await options(actor, game) else errand("sell"))
    await office.collect()
    await choose(other, game, errand("sell"))
    assert await options(other, game), "it is still his turn"
    await office.carry()
    assert office.letters(other) == []
    assert (await office.deliveries(other))[0]["reason"] == "You had acted by then."


async def test_a_turn_that_came_again_is_told_once(office: PostOffice, anna: Person, brutus: Person) -> None:
    """The notifier was away: of the turns that it missed only the one that lasts is told."""
    game, actor = await dealt(anna, brutus)
    other = brutus if actor is anna else anna
    await choose(actor, game, END_TURN if END_TURN in await options(actor, game) else errand("sell"))
    while not await options(other, game):
        await choose(actor, game)
    await office.work()
    assert office.letters(other).count("Your turn: Taberna") == 1
    assert office.letters(actor) == []


async def test_who_looks_on_is_told_once_when_he_has_left_without_acting(
    office: PostOffice, anna: Person, brutus: Person
) -> None:
    game, user = GameId(await started(anna, brutus)), UserId(anna.user_id)
    await office.services.presence.mark(game, user)
    await office.work()
    for _ in range(2):
        [told] = await office.deliveries(anna)
        assert (told["state"], told["reason"]) == ("waiting", "You were looking at the game.")
        assert office.letters(anna) == []
        office.pass_time(LOOK_AGAIN)
        await office.carry()
    await office.services.presence.clear(game, user)
    for _ in range(2):
        office.pass_time(LOOK_AGAIN)
        await office.carry()
    assert len(office.letters(anna)) == 1


async def test_who_looks_on_and_acts_is_told_nothing(office: PostOffice, anna: Person, brutus: Person) -> None:
    game, user = GameId(await started(anna, brutus)), UserId(anna.user_id)
    await office.services.presence.mark(game, user)
    await office.work()
    await choose(anna, game)
    office.pass_time(LOOK_AGAIN)
    await office.carry()
    assert office.letters(anna) == []
    [told] = await office.deliveries(anna)
    assert (told["state"], told["reason"]) == ("suppressed", "You had acted by then.")


async def test_who_looks_away_is_told_the_next_time(office: PostOffice, anna: Person, brutus: Person) -> None:
    game = GameId(await started(anna, brutus))
    user = UserId(anna.user_id)
    await office.services.presence.mark(game, user)
    assert await office.services.presence.is_looking(game, user)
    await office.services.presence.clear(game, user)
    await office.work()
    assert len(office.letters(anna)) == 1


async def test_a_game_that_is_heard_of_again(office: PostOffice, anna: Person, brutus: Person) -> None:
    game = await started(anna, brutus)
    await anna.put(f"/games/{game}/mute", None)
    assert (await anna.seen("/me/settings"))["muted"] == [game]
    assert (await anna.delete(f"/games/{game}/mute")).status_code == 204
    assert (await anna.seen("/me/settings"))["muted"] == []
    await office.work()
    assert len(office.letters(anna)) == 1


async def test_a_what_if_game_concerns_nobody(office: PostOffice, anna: Person, brutus: Person) -> None:
    game = await started(anna, brutus)
    await office.work()
    version = (await anna.seen(f"/games/{game}"))["version"]
    alone = (await anna.done(f"/games/{game}/branch", {"at": version}))["game_id"]
    await choose(anna, alone)
    await office.work()
    assert all(told["game_id"] == game for told in await office.deliveries(anna))
    await anna.done(f"/games/{alone}/resign")
    await office.work()
    assert all(told["game_id"] == game for told in await office.deliveries(anna))


async def test_a_vote_that_is_over_is_not_asked_for(office: PostOffice, anna: Person, brutus: Person) -> None:
    carus = await office.person("Carus")
    game = await started(anna, brutus, carus)
    await office.work()
    await brutus.done(f"/games/{game}/votes", {"motion": "abandon"})
    await office.collect()
    await anna.done(f"/games/{game}/votes", {"motion": "abandon"})
    await office.carry()
    assert "A vote: Taberna" not in office.letters(anna)
    assert "A vote: Taberna" in office.letters(carus)
    assert (await office.deliveries(anna))[0]["reason"] == "The vote was over by then."


async def test_what_comes_in_quiet_hours_is_sent_when_they_are_over(office: PostOffice, brutus: Person) -> None:
    hour = int((office.tables.now() / HOUR) % 24)  # the hour that it is now in UTC
    quiet = {"from": f"{hour:02}:00", "to": f"{(hour + 2) % 24:02}:00"}
    anna = await office.person("Anna", quiet_hours=quiet)
    await started(anna, brutus)
    await office.work()
    assert office.letters(anna) == []
    office.pass_time(2 * HOUR)
    await office.work()
    assert len(office.letters(anna)) == 1
    assert [told["attempts"] for told in await office.deliveries(anna)] == [1]


async def test_quiet_hours_that_were_set_later_hold_too(office: PostOffice, anna: Person, brutus: Person) -> None:
    await started(anna, brutus)
    await office.collect()
    hour = int((office.tables.now() / HOUR) % 24)
    quiet = {"from": f"{hour:02}:00", "to": f"{(hour + 2) % 24:02}:00"}
    await anna.patch("/me/settings", {"quiet_hours": quiet})
    await office.carry()
    [told] = await office.deliveries(anna)
    assert (told["state"], told["attempts"]) == ("waiting", 0)
    office.pass_time(2 * HOUR)
    await office.carry()
    assert len(office.letters(anna)) == 1


async def test_a_digest_gathers_the_turns_of_a_day(office: PostOffice, brutus: Person) -> None:
    hour = int((office.tables.now() / HOUR + 3) % 24)
    anna = await office.person("Anna", digest_hour=hour)
    games = [await started(anna, brutus, title=title) for title in ("Ides", "Nones", "Kalends")]
    await choose(anna, games[2])
    await anna.put(f"/games/{games[1]}/mute", None)
    await office.work()
    assert office.letters(anna) == []
    await office.site.project()
    office.pass_time(3 * HOUR)
    await office.work()
    await office.work()
    assert office.letters(anna) == ["Games that wait for you: 1"]
    text = office.mail.messages[-1].get_content()
    assert "Taberna “Ides”" in text
    assert "Nones" not in text, "it is muted"
    assert "Kalends" not in text, "she has acted there"


async def test_a_digest_of_nothing_is_not_sent(office: PostOffice, brutus: Person) -> None:
    hour = int((office.tables.now() / HOUR + 3) % 24)
    anna = await office.person("Anna", digest_hour=hour)
    game = await started(anna, brutus)
    await office.collect()
    await choose(anna, game)
    await office.site.project()
    office.pass_time(3 * HOUR)
    await office.work()
    [told] = await office.deliveries(anna)
    assert (told["kind"], told["state"], told["reason"]) == (
        "digest",
        "suppressed",
        "No game waited for you any more.",
    )
