"""Tables are opened, joined, looked at and agreed upon in a chat."""

import pytest
from msgspec.structs import replace

from domain.kernel.ids import GameId, UserId
from domain.kernel.languages import LANGUAGES
from services.chat.actions import ACTIONS, commands
from services.chat.message import Button, ChatForm, Message
from services.chat.reference import Reference
from services.chat.requests import ChatCommand, Press
from tests.kit.chatting import Chatter, chatter, message_of, reference, stranger, text_of
from tests.kit.http import Site
from tests.services.api.tables import dealt, started


async def opened(host: Chatter, *, private: bool = False) -> Message:
    form = await host.say("new", "taberna 2 0")
    form = await host.press(form, "newdoor", "yes" if private else "no")
    return await host.press(form, "newopen")


async def test_a_form_sent_twice_opens_one_table(site: Site) -> None:
    host = await chatter(site, channel="twice")
    form = await host.say("new", "taberna 2 0")
    one, other = [await host.press(form, "newopen") for _ in range(2)]
    assert reference(one, "join").game == reference(other, "join").game
    assert not one.private


@pytest.mark.parametrize("private", [False, True])
async def test_people_of_the_channel_sit_down_and_the_game_begins(site: Site, private: bool) -> None:
    channel = f"together {private}"
    host, guest = await chatter(site, channel=channel), await chatter(site, "Marcus", channel=channel)
    lobby = await opened(host, private=private)
    joined = await guest.press(lobby, "join")
    assert not joined.private
    assert joined.replaces
    assert guest.account.name in text_of(joined)
    assert "has begun" in text_of(joined)
    turn = await guest.say("move")
    assert turn.private
    assert turn.menus


async def test_a_private_table_stays_closed_to_other_channels(site: Site) -> None:
    host, other = await chatter(site, channel="inside"), await chatter(site, "Marcus", channel="outside")
    lobby = await opened(host, private=True)
    told = await other.press(lobby, "join")
    assert told.private
    assert "no such thing" in text_of(told)


async def test_only_the_host_seats_bots_and_begins(site: Site) -> None:
    host, guest = await chatter(site, channel="bots"), await chatter(site, "Marcus", channel="bots")
    lobby = await opened(host)
    told = await guest.press(lobby, "seatbot", "random")
    assert told.private
    assert not told.replaces
    begun = await host.press(lobby, "seatbot", "random")
    assert "has begun" in text_of(begun)


async def test_the_board_is_everybodys_where_the_table_lives_and_private_elsewhere(site: Site) -> None:
    host, guest = await chatter(site, channel="home"), await chatter(site, "Marcus", channel="home")
    game = reference(await opened(host), "join").game
    await guest.say("join")
    here = await host.say("board")
    assert not here.private
    assert here.picture is not None
    assert here.picture.source.viewer is None
    elsewhere = await (await chatter(site, "Octavia", channel="away")).say("board", game)
    assert elsewhere.private
    mine = await host.press(here, "hand")
    assert mine.private
    assert mine.picture is not None
    assert mine.picture.source.viewer == host.account.user_id


async def test_several_tables_are_asked_for_by_a_menu(site: Site) -> None:
    player = await chatter(site, channel="several")
    others = [await site.person("Marcus") for _ in range(2)]
    games = [await started(player.account, other, title=f"Table {number}") for number, other in enumerate(others)]
    await site.project()
    which = await player.say("move")
    assert {one.value for one in which.menus[0].choices} == set(games)
    turn = await player.press(which, "at", games[1])
    assert turn.replaces
    assert "Table 1" in text_of(turn)
    assert "Table 0" in text_of(await player.say("move", table="table 0"))
    assert {one.label for one in await player.search("board", "table", "0")} == {"Table 0 · Taberna"}


async def test_a_menu_of_tables_turns_its_pages(site: Site) -> None:
    player = await chatter(site, channel="pages")
    for _ in range(2):
        await dealt(player.account, await site.person("Marcus"))
    await site.project()
    menu = (await player.say("hand")).menus[0]
    turned = message_of(await player.ask(Press(replace(menu.reference, page=1))))
    assert turned.replaces
    assert turned.menus[0].reference == replace(menu.reference, page=1)
    assert turned.menus[0].choices == menu.choices
    nothing = message_of(await player.ask(Press(Reference(action="at", part="nothing"))))
    assert "out of date" in text_of(nothing)


async def test_rare_things_are_asked_once_more(site: Site) -> None:
    player, other = await chatter(site), await site.person("Marcus")
    game = await started(player.account, other)
    table = await player.say("table", game)
    sure = await player.press(table, "life", "resign")
    assert (await player.account.seen(f"/games/{game}"))["status"] == "active"
    assert "resigned" in text_of(await player.press(sure, "resignyes"))
    assert (await player.account.seen(f"/games/{game}"))["status"] == "finished"


async def test_clocks_votes_time_and_talk(site: Site) -> None:
    player, other = await chatter(site), await chatter(site, "Marcus")
    game = await started(player.account, other.account, clock={"turn_seconds": 3600, "bank_seconds": 60})
    await site.project()
    assert player.account.name in text_of(await player.say("clock", game))
    for one in (player, other):
        assert "counted" in text_of(await one.say("pause", game))
    assert "are stopped" in text_of(await player.say("clock", game))
    assert "salvete" in text_of(await player.say("say", "salvete"))
    assert "salvete" in text_of(await other.say("talk", table=game))
    form = await player.ask(ChatCommand("vacation"))
    assert isinstance(form, ChatForm)
    assert "2027" in text_of(await player.send(form, "2027-01-02", "2027-01-09"))
    assert "2027-05-01" in text_of(await player.send(form, "soon", ""))


@pytest.mark.parametrize("lang", LANGUAGES)
async def test_every_command_is_answered_in_every_language(site: Site, lang: str) -> None:
    player, other = await chatter(site, language=lang), await site.person("Marcus")
    game, _ = await dealt(player.account, other)
    for name, action in commands().items():
        arguments = action.command or ()
        assert 0 < len(action.described(lang)) <= 100
        assert all(0 < len(argument.described(lang)) <= 100 for argument in arguments)
        given = {"table": game} if any(argument.name == "table" for argument in arguments) else {}
        if name not in {"unlink", "say", "vacation"}:
            assert (await player.say(name, **given)).lines


async def test_every_button_of_help_and_table_is_answered(site: Site) -> None:
    player, other = await chatter(site), await site.person("Marcus")
    game, _ = await dealt(player.account, other)
    for message in (await player.say("help"), await player.say("table", game), await player.say("board", game)):
        for button in message.buttons:
            if isinstance(button, Button):
                assert button.reference.action in ACTIONS
                answer = await player.press(message, button.reference.action)
                assert "no command" not in text_of(answer)


async def test_strangers_are_asked_to_link_before_they_play(site: Site) -> None:
    player, other = await chatter(site), await site.person("Marcus")
    game, _ = await dealt(player.account, other)
    unknown = stranger(site, language="fr")
    for action in ("move", "hand", "new", "games", "undo", "vacation", "join", "resign", "rematch", "say"):
        told = await unknown.say(action, table=game)
        assert told.private
        reference(told, "link")
    assert "compte" in text_of(await unknown.say("move", table=game))
    assert (await unknown.say("board", table=game)).picture is not None, "an open table may be watched by anybody"


async def test_the_host_lets_a_table_live_here_and_chooses_what_is_told(site: Site) -> None:
    player, other = await chatter(site, channel="moved in"), await chatter(site, "Marcus", channel="moved in")
    game, _ = await dealt(player.account, other.account)
    bindings = site.services.chat.bindings
    assert (await other.say("channel", game)).menus == ()
    assert await bindings.at(player.place) == []
    shown = await player.press(await player.say("channel", game), "settlehere")
    assert await bindings.at(player.place) == [game]
    shown = await player.press(shown, "tell", "turns")
    shown = await player.press(shown, "tellpicture", "round")
    kept = await bindings.find(GameId(game), player.place)
    assert kept is not None
    assert (kept.settings.turns, kept.settings.scorings, kept.settings.pictures) == (False, True, "round")
    await player.press(shown, "leavehere")
    assert await bindings.at(player.place) == []


async def test_notes_that_no_form_holds_are_left_alone(site: Site) -> None:
    player, other = await chatter(site, channel="notes"), await chatter(site, "Marcus", channel="notes")
    lobby = await opened(player)
    await other.press(lobby, "join")
    game, notes = GameId(reference(lobby, "join").game), site.services.people.notes
    written = "a" * 3001
    await notes.put(game, UserId(player.account.user_id), written)
    told = await player.ask(Press(Reference(action="notes", game=game), ("only a part",)))
    assert isinstance(told, Message)
    assert "too long" in text_of(told)
    assert await notes.get(game, UserId(player.account.user_id)) == written
