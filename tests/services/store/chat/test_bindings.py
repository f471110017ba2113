"""Tables at places: both ends agree, settings and what was posted stay apart, nothing is left behind."""

from uuid import uuid4

from domain.kernel.ids import GameId, UserId, Version
from services.store.chat import bindings as module
from services.store.chat.bindings import Binding, Bindings, BoardMessage, ChannelSettings, ToldSoFar
from services.store.chat.places import ChatPlace
from services.store.client import Client

LIVIA = UserId(f"2a{'0' * 30}")
BOARD = BoardMessage(message="17", version=Version(12), at=5)
TOLD = ToldSoFar(version=Version(12), posted="18")
QUIET = ChannelSettings(turns=False, pictures="none", language="ru")


def a_game() -> GameId:
    return GameId(uuid4().hex[:20])


def a_place(workspace: str = "5", thread: str = "") -> ChatPlace:
    return ChatPlace("discord", workspace, uuid4().hex, thread)


def bound(game: GameId, place: ChatPlace, settings: ChannelSettings | None = None) -> Binding:
    return Binding(game=game, place=place, by=LIVIA, settings=settings or ChannelSettings())


async def test_a_place_holds_tables_and_a_table_lives_in_places(client: Client) -> None:
    bindings, game, other, place, thread = Bindings(client), a_game(), a_game(), a_place(), a_place(thread="7")
    for each, where in ((game, place), (other, place), (game, thread)):
        assert await bindings.bind(bound(each, where))
    assert await bindings.at(place) == [game, other]
    assert {one.place for one in await bindings.of_table(game)} == {place, thread}
    assert await bindings.find(other, thread) is None
    assert [await bindings.unbind(game, place) for _ in range(2)] == [True, False]
    assert (await bindings.at(place), await bindings.at(thread)) == ([other], [game])
    assert await bindings.of_table(game) == [bound(game, thread)]


async def test_settings_change_and_what_was_posted_stays(client: Client) -> None:
    bindings, game, place = Bindings(client), a_game(), a_place()
    assert await bindings.bind(bound(game, place))
    assert await bindings.keep_board(game, place, BOARD)
    assert await bindings.keep_told(game, place, TOLD)
    quiet = bound(game, place, QUIET)
    assert await bindings.bind(quiet)
    assert await bindings.find(game, place) == quiet
    assert await bindings.at(place) == [game]
    assert (await bindings.board(game, place), await bindings.told(game, place)) == (BOARD, TOLD)


async def test_nothing_is_remembered_of_a_table_that_left(client: Client) -> None:
    bindings, game, place = Bindings(client), a_game(), a_place()
    assert await bindings.bind(bound(game, place))
    assert await bindings.keep_board(game, place, BOARD)
    assert await bindings.keep_told(game, place, TOLD)
    await bindings.unbind(game, place)
    assert not await bindings.keep_board(game, place, BOARD)
    assert not await bindings.keep_told(game, place, TOLD)
    assert await bindings.bind(bound(game, place))
    assert (await bindings.board(game, place), await bindings.told(game, place)) == (BoardMessage(), ToldSoFar())


async def test_neither_end_grows_without_bounds(client: Client) -> None:
    bindings, game, place = Bindings(client), a_game(), a_place()
    for _ in range(module.MOST_PLACES):
        assert await bindings.bind(bound(game, a_place()))
    assert not await bindings.bind(bound(game, place))
    for _ in range(module.MOST_TABLES):
        assert await bindings.bind(bound(a_game(), place))
    assert not await bindings.bind(bound(a_game(), place))
    (first, *_) = await bindings.at(place)
    assert await bindings.bind(bound(first, place, QUIET)), "what is bound can always be changed"


async def test_a_workspace_that_throws_us_out_keeps_no_table(client: Client) -> None:
    bindings, game, workspace = Bindings(client), a_game(), uuid4().hex
    here, there = a_place(workspace), a_place(uuid4().hex)
    for place in (here, there):
        assert await bindings.bind(bound(game, place))
    assert await bindings.leave_workspace("slack", workspace) == 0
    assert [await bindings.leave_workspace("discord", workspace) for _ in range(2)] == [1, 0]
    assert [one.place for one in await bindings.of_table(game)] == [there]
