"""A request that comes twice is carried out once, whatever was remembered of it: its id is a part of what it writes."""

import secrets

import pytest

from domain.kernel.ids import GameId, UserId
from services.chat.message import ChatForm, Menu, Message
from services.chat.requests import ChatCommand, ChatRequest, Press, What
from tests.kit.chatting import Chatter, chatter, reference, text_of
from tests.kit.http import Site
from tests.services.api.tables import dealt, started


async def twice(person: Chatter, what: What) -> list[Message]:
    """The same request two times; what each was answered."""
    request = ChatRequest(f"request-{secrets.token_hex(6)}", person.person, person.place, what)
    answers = [await person.core.answer(request) for _ in range(2)]
    assert all(isinstance(answer, Message) for answer in answers), answers
    return [answer for answer in answers if isinstance(answer, Message)]


async def lobby_of(host: Chatter, players: int = 4) -> tuple[Message, str]:
    form = await host.say("new", f"concordia {players} 0")
    lobby = await host.press(form, "newopen")
    return lobby, reference(lobby, "join").game


async def versions(site: Site, game: str) -> int:
    return len(await site.log(game))


async def test_a_chair_is_given_to_one_bot(site: Site) -> None:
    host = await chatter(site, channel="one bot")
    lobby, game = await lobby_of(host)
    before = await versions(site, game)
    await twice(host, Press(reference(lobby, "seatbot"), ("random",)))
    assert await versions(site, game) == before + 1
    seats = (await host.account.seen(f"/games/{game}"))["seats"]
    assert [seat["kind"] for seat in seats] == ["human", "bot", "open", "open"]
    again = await twice(host, Press(reference(lobby, "seatbot"), ("random",)))
    seats = (await host.account.seen(f"/games/{game}"))["seats"]
    assert [seat["kind"] for seat in seats] == ["human", "bot", "bot", "open"], "another request is another bot"
    assert text_of(again[0]) == text_of(again[1])


@pytest.mark.parametrize("action", ["join", "leave"])
async def test_a_repeat_is_answered_as_the_first_was(site: Site, action: str) -> None:
    """And not refused, because it was carried out before."""
    host, guest = await chatter(site, channel=f"to {action}"), await chatter(site, "Marcus", channel=f"to {action}")
    lobby, game = await lobby_of(host)
    if action == "leave":
        await guest.press(lobby, "join")
    before = await versions(site, game)
    first, second = await twice(guest, Press(reference(lobby, action)))
    assert text_of(first) == text_of(second)
    assert "1. " in text_of(second)
    assert await versions(site, game) == before + (2 if action == "join" else 1), "whoever joins brings a word"
    assert ("Your word for the shuffle" in text_of(second)) == (action == "join")


async def test_a_word_is_said_once(site: Site) -> None:
    player, other = await chatter(site), await chatter(site, "Marcus")
    game = await started(player.account, other.account)
    await twice(player, ChatCommand("say", options={"text": "salvete", "table": game}))
    assert [line.text for line in await site.services.talk.lines.read(GameId(game), 0)] == ["salvete"]


async def test_a_vote_is_counted_once_and_not_turned_round(site: Site) -> None:
    """The second of two votes stops the clocks; its repeat must not begin to let them run again."""
    player, other = await chatter(site), await chatter(site, "Marcus")
    game = await started(player.account, other.account, clock={"turn_seconds": 3600, "bank_seconds": 60})
    await player.say("pause", game)
    await twice(other, ChatCommand("pause", options={"table": game}))
    before = await versions(site, game)
    assert "are stopped" in text_of(await player.say("clock", game))
    votes = [one for one in await site.log(game) if one.type == "VoteCast"]
    assert len(votes) == 2
    assert await versions(site, game) == before


async def test_time_is_given_once(site: Site) -> None:
    player, other = await chatter(site), await chatter(site, "Marcus")
    game, acting = await dealt(player.account, other.account, clock={"turn_seconds": 3600, "bank_seconds": 60})
    giver = next(one for one in (player, other) if one.account != acting)
    table = await giver.say("table", game)
    extend = next(one.value for one in _life(table).choices if one.value.startswith("extend"))
    await twice(giver, Press(reference(table, "life"), (extend,)))
    assert [one.type for one in await site.log(game)].count("TimeGranted") == 1


def _life(table: Message) -> Menu:
    return next(menu for menu in table.menus if menu.reference.action == "life")


async def test_an_option_that_was_typed_is_one_step(site: Site) -> None:
    player, other = await chatter(site), await chatter(site, "Marcus")
    game, acting = await dealt(player.account, other.account)
    player = next(one for one in (player, other) if one.account == acting)
    turn = await player.say("move", table=game)
    option = turn.menus[-1].choices[0].value
    first, second = await twice(player, ChatCommand("move", options={"option": option, "table": game}))
    draft = await site.services.people.drafts.get(GameId(game), UserId(player.account.user_id))
    assert draft is not None
    assert len(draft.commands) == 1
    assert reference(first, "confirm") == reference(second, "confirm")


async def test_what_is_told_here_is_not_turned_round(site: Site) -> None:
    player, other = await chatter(site, channel="told"), await chatter(site, "Marcus", channel="told")
    game, _ = await dealt(player.account, other.account)
    shown = await player.press(await player.say("channel", game), "settlehere")
    telling = next(menu for menu in shown.menus if menu.reference.action == "tell")
    turns = next(one.value for one in telling.choices if one.value.startswith("turns"))
    await twice(player, Press(telling.reference, (turns,)))
    kept = await site.services.chat.bindings.find(GameId(game), player.place)
    assert kept is not None
    assert not kept.settings.turns


async def test_notes_are_kept(site: Site) -> None:
    player, other = await chatter(site), await chatter(site, "Marcus")
    game = await started(player.account, other.account)
    form = await player.ask(Press(reference(await player.say("table", game), "life"), ("notes",)))
    assert isinstance(form, ChatForm)
    await twice(player, Press(form.reference, ("buy wine",)))
    assert await site.services.people.notes.get(GameId(game), UserId(player.account.user_id)) == "buy wine"
