"""Mail between people of a table: invitations by name, votes, seats that opened."""

import pytest

from domain.kernel.ids import GameId
from services.chat.requests import ChatCommand
from services.notices.notices import TALK_WAITS
from tests.kit.chatting import chatter
from tests.kit.http import Person
from tests.kit.mail_site import MailSite, address
from tests.kit.timed_match import HOUR
from tests.services.api.tables import choose, on_turn, opened, started
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
    assert "A seat is free: Taberna" not in mail_site.letters(carus), "who vanished is told of the time instead"
    assert "You are the host" in newest(mail_site, anna)
    assert f"The host ({anna.name})" in newest(mail_site, brutus)
    await anna.delete(f"/games/{game}/seats/2")
    seats = (await brutus.seen(f"/games/{game}"))["seats"]
    assert (seats[2]["kind"], seats[2]["bot"]) == ("bot", "centurio")


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
    assert "A seat is free: Taberna" not in mail_site.letters(anna) + mail_site.letters(brutus)
    [told] = [told for told in await mail_site.deliveries(anna) if told["kind"] == "seat"]
    assert told["reason"] == "The seat was no longer free by then."


async def test_whoever_wants_it_hears_of_talk_once_an_hour(mail_site: MailSite, anna: Person, brutus: Person) -> None:
    carus, dama = [await mail_site.person(name, kinds={"talk": True}) for name in ("Carus", "Dama")]
    game = await started(anna, brutus, carus, dama)
    await mail_site.deliver_all()
    assert (await dama.put(f"/me/muted/{anna.user_id}", None)).status_code == 204
    for text in ("Salvete", "Is anybody here?"):
        await anna.done(f"/games/{game}/talk", {"text": text})
    mail_site.pass_time(TALK_WAITS)
    await mail_site.deliver_all()
    told = {
        person.name: mail_site.letters(person).count("New chat message: Taberna") for person in (brutus, carus, dama)
    }
    assert told == {brutus.name: 0, carus.name: 1, dama.name: 0}
    assert f"{anna.name} wrote in the chat at Taberna." in newest(mail_site, carus)
    assert "Salvete" not in newest(mail_site, carus)


@pytest.mark.parametrize("door", ["page", "chat"])
async def test_what_is_said_by_page_or_chat_is_told_too(mail_site: MailSite, door: str) -> None:
    dama = await mail_site.person("Dama", kinds={"talk": True})
    livia = await chatter(mail_site.site)
    game = await started(livia.account, dama)
    await mail_site.deliver_all()
    if door == "chat":
        await livia.ask(ChatCommand("say", "", {"text": "Salve", "table": game}))
    else:
        bearer = {"Authorization": f"Bearer {livia.account.token}"}
        said = await livia.account.http.post(f"/games/{game}/say", data={"text": "Salve"}, headers=bearer)
        assert said.status_code < 400, said.text
    await mail_site.site.app.state.api.acts.afterwards.finish()
    mail_site.pass_time(TALK_WAITS)
    await mail_site.deliver_all()
    assert mail_site.letters(dama).count("New chat message: Taberna") == 1


async def test_whoever_wants_it_hears_of_being_next(mail_site: MailSite, anna: Person) -> None:
    people = (anna, *[await mail_site.person(name, kinds={"next": True}) for name in ("Brutus", "Carus")])
    game: str = (await anna.done("/games", {"game": "concordia", "players": 3}))["game_id"]
    for guest in people[1:]:
        await guest.done(f"/games/{game}/seats", {})
    first = people.index(await on_turn(game, people))
    while await on_turn(game, people) is people[first]:
        await choose(people[first], game)
    await mail_site.deliver_all()
    told = [person for person in people if "You are next: Concordia" in mail_site.letters(person)]
    following = people[(first + 2) % 3]
    assert told == ([] if following is anna else [following]), "who wants it, and only whoever is next"
