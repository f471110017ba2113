"""Mail between people of a table: invitations by name, votes, seats that opened."""

from domain.kernel.ids import GameId
from tests.kit.http import Person
from tests.kit.mail_site import MailSite, address
from tests.kit.timed_match import HOUR
from tests.services.api.tables import choose, opened, started
from workers.deadlines import expire

REPLACES = {"turn_seconds": 3600, "on_timeout": "replace"}


def newest(mail_site: MailSite, person: Person) -> str:
    text: str = [mail.get_content() for mail in mail_site.mail.messages if mail["To"] == address(person)][-1]
    return text


async def test_who_is_invited_by_name_is_told_by_whom(mail_site: MailSite, anna: Person, brutus: Person) -> None:
    carus = await mail_site.person("Carus")
    game = await opened(anna, 3, private=True, title="Ides", invite=[brutus.name.upper()])
    await anna.done(f"/games/{game}/invited", {"name": carus.name})
    await mail_site.deliver_all()
    for person in (brutus, carus):
        assert mail_site.letters(person) == ["You are invited: Taberna “Ides”"]
        assert f"{anna.name} invites you" in newest(mail_site, person)
        await person.done(f"/games/{game}/seats", {})


async def test_a_vote_names_whoever_asked_for_it(mail_site: MailSite, anna: Person, brutus: Person) -> None:
    game = await started(anna, brutus)
    await anna.done(f"/games/{game}/votes", {"motion": "abandon"})
    await mail_site.deliver_all()
    assert f"{anna.name} wants to abandon Taberna." in newest(mail_site, brutus)


async def test_a_seat_that_opened_is_told_to_those_who_play_on(
    mail_site: MailSite, anna: Person, brutus: Person
) -> None:
    carus = await mail_site.person("Carus")
    game = await started(anna, brutus, carus, clock=REPLACES)
    for person in (anna, brutus):
        await choose(person, game)
    mail_site.pass_time(HOUR)
    await expire(mail_site.tables, GameId(game))
    await mail_site.deliver_all()
    assert "A seat is open: Taberna" not in mail_site.letters(carus), "who vanished is told of the time instead"
    assert "You are the host" in newest(mail_site, anna)
    assert f"The host ({anna.name})" in newest(mail_site, brutus)
    await anna.delete(f"/games/{game}/seats/2")
    seats = (await brutus.seen(f"/games/{game}"))["seats"]
    assert (seats[2]["kind"], seats[2]["bot"]) == ("bot", "greedy")


async def test_who_wants_no_word_of_open_seats_gets_none_and_a_seat_that_was_filled_is_no_news(
    mail_site: MailSite, anna: Person
) -> None:
    brutus = await mail_site.person("Brutus", kinds={"seat": False})
    carus = await mail_site.person("Carus")
    game = await started(anna, brutus, carus, clock=REPLACES)
    for person in (anna, brutus):
        await choose(person, game)
    mail_site.pass_time(HOUR)
    await expire(mail_site.tables, GameId(game))
    await mail_site.read_feed()
    await carus.done(f"/games/{game}/seats", {})
    await mail_site.deliver_due()
    assert "A seat is open: Taberna" not in mail_site.letters(anna) + mail_site.letters(brutus)
    [told] = [told for told in await mail_site.deliveries(anna) if told["kind"] == "seat"]
    assert told["reason"] == "The seat was not open any more by then."
