"""The board of a message is drawn for its viewer, with the viewer's draft, and for nobody else."""

import msgspec

from services.chat.message import BoardWanted, Message
from services.queries.board_pictures import board_picture, ordered_board
from services.queries.drawing_processes import DrawingProcesses
from tests.kit.chatting import chatter
from tests.kit.http import Site
from tests.services.api.tables import dealt


def wanted(message: Message) -> BoardWanted:
    assert message.picture is not None
    return message.picture.source


async def test_a_draft_is_previewed_until_it_is_another_one(site: Site) -> None:
    people = [await chatter(site, name) for name in ("Livia", "Marcus")]
    game, acting = await dealt(*(one.account for one in people))
    player = next(one for one in people if one.account == acting)
    sources = site.app.state.api.acts
    empty = await player.say("move", table=game)
    before = await ordered_board(sources, wanted(empty))
    turn = await player.press(empty, "pick", empty.menus[-1].choices[0].value)
    asked = wanted(turn)
    assert asked.draft
    after = await ordered_board(sources, asked)
    assert before is not None
    assert after is not None
    assert before.order != after.order
    other = next(one for one in people if one is not player)
    assert await ordered_board(sources, msgspec.structs.replace(asked, viewer=other.account.user_id)) is None
    assert await ordered_board(sources, msgspec.structs.replace(asked, viewer=None)) is None
    await player.press(turn, "discard")
    assert await ordered_board(sources, asked) is None


async def test_a_picture_is_a_png(site: Site) -> None:
    people = [await chatter(site, name) for name in ("Livia", "Marcus")]
    game, _ = await dealt(*(one.account for one in people))
    drawing = DrawingProcesses(("tests.kit.taberna:GAME",))
    async with drawing.running():
        drawn = await board_picture(site.app.state.api.acts, drawing, wanted(await people[0].say("hand", table=game)))
    assert drawn is not None
    assert drawn.startswith(b"\x89PNG")
