"""A turn is composed from menus: shared with the page, confirmed once, and never on a board that has moved on."""

import asyncio
import secrets

import pytest

from domain.registry import GAMES
from services.chat.message import Message
from services.chat.reference import parse_key
from tests.kit.chatting import Chatter, chatter, reference, stranger, text_of
from tests.kit.http import Site
from tests.services.api.tables import choose, dealt, started

MOVED_ON = "The board has moved on"


async def on_turn(site: Site) -> tuple[str, Chatter, Chatter]:
    """A game in which one of two chatters is to choose; that one first."""
    people = [await chatter(site, name) for name in ("Livia", "Marcus")]
    game, acting = await dealt(*(one.account for one in people))
    first, second = sorted(people, key=lambda one: one.account != acting)
    return game, first, second


async def drafted(player: Chatter, game: str) -> tuple[Message, Message]:
    """The turn before and after the first line of its menu was chosen."""
    empty = await player.say("move", table=game)
    return empty, await player.press(empty, "pick", empty.menus[-1].choices[0].value)


async def length(site: Site, game: str) -> int:
    return len(await site.log(game))


async def test_a_press_on_what_was_shown_before_changes_nothing(site: Site) -> None:
    game, player, _ = await on_turn(site)
    empty, _ = await drafted(player, game)
    await player.press(await player.say("move", table=game), "discard")
    await choose(player.account, game)
    before = await length(site, game)
    told = await player.press(empty, "pick", empty.menus[-1].choices[-1].value)
    assert MOVED_ON in text_of(told)
    assert told.private
    assert told.replaces
    assert (await player.account.get(f"/games/{game}/draft")).status_code == 404
    assert await length(site, game) == before


async def test_a_draft_that_was_composed_on_elsewhere_is_not_confirmed(site: Site) -> None:
    game, player, _ = await on_turn(site)
    _, turn = await drafted(player, game)
    await player.account.delete(f"/games/{game}/draft")
    before = await length(site, game)
    assert MOVED_ON in text_of(await player.press(turn, "confirm"))
    assert await length(site, game) == before


async def test_two_clicks_on_confirm_are_one(site: Site) -> None:
    game, player, _ = await on_turn(site)
    _, turn = await drafted(player, game)
    told = await asyncio.gather(*(player.press(turn, "confirm") for _ in range(3)))
    assert all("on record" in text_of(one) for one in told)
    confirmed = [one for one in await site.log(game) if one.command_id == (await site.log(game))[-1].command_id]
    again = await player.press(turn, "confirm")
    assert "on record" in text_of(again)
    assert (await site.log(game))[-1].version == confirmed[-1].version


async def test_a_draft_begun_in_the_chat_is_finished_through_the_api(site: Site) -> None:
    game, player, _ = await on_turn(site)
    await drafted(player, game)
    stored = await player.account.seen(f"/games/{game}/draft")
    assert len(stored["commands"]) == 1
    body = {"commands": stored["commands"], "expected_version": stored["version"]}
    await player.account.done(f"/games/{game}/commands", body)


async def test_a_draft_begun_through_the_api_is_finished_in_the_chat(site: Site) -> None:
    game, player, _ = await on_turn(site)
    answer = await player.account.seen(f"/games/{game}/options")
    option = answer["options"][0]
    await player.account.put(f"/games/{game}/draft", {"version": answer["version"], "commands": [option["command"]]})
    turn = await player.say("move", table=game)
    assert option["label"] in text_of(turn)
    assert "on record" in text_of(await player.press(turn, "confirm"))
    assert (await player.account.get(f"/games/{game}/draft")).status_code == 404


async def test_back_takes_back_a_step_and_discard_all_of_them(site: Site) -> None:
    game, player, _ = await on_turn(site)
    empty, turn = await drafted(player, game)
    assert text_of(await player.press(turn, "back")) == text_of(empty)
    _, turn = await drafted(player, game)
    assert text_of(await player.press(turn, "discard")) == text_of(empty)


async def test_undo_takes_back_what_was_confirmed_and_a_second_click_nothing_more(site: Site) -> None:
    people = [await chatter(site, name) for name in ("Livia", "Marcus")]
    game = await started(*(one.account for one in people))
    _, turn = await drafted(people[0], game)
    done = await people[0].press(turn, "confirm")
    assert "on record" in text_of(done)
    before = await length(site, game)
    told = [await people[0].press(done, "undo") for _ in range(2)]
    assert all("Taken back." in text_of(one) for one in told)
    assert [one.type for one in (await site.log(game))[before:]] == ["ChoicesUndone"]


async def test_what_is_typed_is_found_by_its_key_and_by_its_words(site: Site) -> None:
    game, player, _ = await on_turn(site)
    options = (await player.account.seen(f"/games/{game}/options"))["options"]
    owed = [one["label"] for one in options if not one["aside"]]
    everything = await player.search("move", "option", "", table=game)
    assert [one.label for one in everything] == owed[:25]
    word = owed[-1].split()[-1]
    found = await player.search("move", "option", word.lower()[:4], table=game)
    assert owed[-1] in {one.label for one in found}
    for typed in (everything[-1].value, everything[-1].label):
        turn = await player.say("move", option=typed, table=game)
        assert owed[len(everything) - 1] in text_of(turn)
        await player.press(turn, "discard")
    assert "none of your choices" in text_of(await player.say("move", option="fly to the moon", table=game))


async def test_a_search_tells_nothing_to_those_who_may_not_choose(site: Site) -> None:
    game, _, _ = await on_turn(site)
    outsider, unknown = await chatter(site, "Octavia"), stranger(site)
    assert await outsider.search("move", "option", "", table=game) == ()
    assert await unknown.search("move", "option", "", table=game) == ()


async def test_somebody_elses_menu_opens_the_own_one(site: Site) -> None:
    game, player, other = await on_turn(site)
    empty, _ = await drafted(player, game)
    told = await other.press(empty, "pick", empty.menus[-1].choices[0].value)
    assert "somebody else" in text_of(told)
    assert told.private
    assert not told.replaces
    assert reference(told, "move").game == game


@pytest.mark.parametrize("action", ["move", "hand", "undo"])
async def test_who_has_no_seat_may_watch(site: Site, action: str) -> None:
    game, _, _ = await on_turn(site)
    outsider = await chatter(site, "Octavia", language="de")
    told = await outsider.say(action, table=game)
    assert told.private
    assert "keinen Platz" in text_of(told)


async def test_a_hidden_table_is_not_told_of(site: Site) -> None:
    people = [await chatter(site, name) for name in ("Livia", "Marcus")]
    game = await started(*(one.account for one in people), private=True)
    outsider, unknown = await chatter(site, "Octavia"), stranger(site)
    nowhere = secrets.token_hex(10)
    for action in ("board", "log", "scores", "move", "table", "clock", "verify", "recap", "hand", "talk"):
        hidden = [await outsider.say(action, table=one) for one in (game, nowhere)]
        assert text_of(hidden[0]) == text_of(hidden[1])
        told = await unknown.say(action, table=game)
        assert told.private
        assert told.picture is None


async def test_strange_presses_are_answered(site: Site) -> None:
    game, player, _ = await on_turn(site)
    empty, turn = await drafted(player, game)
    before = await length(site, game)
    for value in ("", "0", "0.00000000", "9999.ffffffff", "☃", "x" * 100):
        assert (await player.press(turn, "pick", value)).private
        assert (await player.press(empty, "pick", value)).private
    assert await length(site, game) == before


@pytest.mark.parametrize("slug", [game.meta.slug for game in GAMES])
async def test_every_line_of_a_menu_leads_further(site: Site, slug: str) -> None:
    people = [await chatter(site, name) for name in ("Livia", "Marcus")]
    game = await started(*(one.account for one in people), game=slug)
    to_act = (await people[0].account.seen(f"/games/{game}"))["to_act"]
    player = people[to_act[0]]
    empty = await player.say("move", table=game)
    (menu,) = (one for one in empty.menus if one.reference.action == "pick")
    for choice in menu.choices:
        turn = await player.press(empty, "pick", choice.value)
        assert MOVED_ON not in text_of(turn)
        assert turn.menus != empty.menus
        assert parse_key(choice.value).digest
        if (await player.account.get(f"/games/{game}/draft")).status_code == 200:
            assert choice.label in text_of(turn)
            await player.press(turn, "discard")
