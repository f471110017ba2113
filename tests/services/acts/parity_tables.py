"""The rows of what is done at tables."""

import re

from services.chat.reference import Reference
from services.chat.requests import Press
from tests.kit.browser import HTML
from tests.kit.chatting import text_of
from tests.services.acts.doors import Member, Send, posted
from tests.services.acts.rows import Door, Row, Scene

WHOLE = "a program sends the whole turn by turns.play"
COMPOSED = "people compose a turn step by step and confirm it by turns.confirm"
STORED = "each step of turns.pick stores the draft"
NO_PLANS_IN_CHATS = "a turn is planned on the page, to which each of the chat's messages leads"
COMPOSED_PLAN = "people compose a turn step by step and keep it by plans.keep_composed"
WHOLE_PLAN = "a program sends the whole plan by plans.keep"
BY_BUTTON = "people take back by turns.take_back, which knows what they were shown"
ON_PAGE = "the chat's answer leads to the page, which offers it"
IN_CHATS = "only in a chat is somebody at the channel that is meant"
LINKS = "a chat makes the link of a private table when it opens it"


def call(method: str, path: str, body: object = None) -> Door:
    """A call of the API below the table."""
    return lambda scene: scene.actor.api(method, f"/games/{scene.game}{path}", body)


def lobby(do: str, **fields: str) -> Door:
    """A button of the lobby's page."""
    return lambda scene: scene.actor.page(scene.game, "lobby", do=do, **fields)


def form(action: str, **fields: str) -> Door:
    """A form of the table's page."""
    return lambda scene: scene.actor.page(scene.game, action, **fields)


def say(name: str, **options: str) -> Door:
    """A command of a chat, at the table."""
    return lambda scene: scene.actor.say(name, table=scene.game, **options)


def sent(action: str, *values: str) -> Door:
    """A form or a menu of a chat, as it is sent."""
    return lambda scene: scene.actor.ask(Press(Reference(action=action, game=scene.game), values))


def pressed(action: str) -> Door:
    """A button of the turn in a chat."""
    return lambda scene: scene.actor.press(scene.game, action)


async def pick_on_page(scene: Scene) -> Send:
    shown = (await scene.actor.browser.http.get(f"/games/{scene.game}", headers=HTML)).text
    found = re.search(r'class="choice" name="path" value="([^"]+)"', shown)
    assert found is not None
    return await scene.actor.page(scene.game, "pick", path=found[1])


async def pick_in_chat(scene: Scene) -> Send:
    shown = await scene.actor.chat.say("move", table=scene.game)
    menu = next(one for one in shown.menus if one.reference.action == "pick")
    assert text_of(shown)
    return scene.actor.ask(Press(menu.reference, (menu.choices[0].value,)))


async def play(scene: Scene) -> Send:
    option = (await scene.actor.person.seen(f"/games/{scene.game}/options"))["options"][0]
    return scene.actor.api("POST", f"/games/{scene.game}/commands", {"command": option["command"]})


async def draft_of(member: Member, game: str) -> dict[str, object]:
    """A draft of one step."""
    found = await member.person.seen(f"/games/{game}/options")
    return {"version": found["version"], "commands": [found["options"][0]["command"]]}


async def keep_draft(scene: Scene) -> Send:
    body = await draft_of(scene.actor, scene.game)
    return scene.actor.api("PUT", f"/games/{scene.game}/draft", body)


async def preview(scene: Scene) -> Send:
    body = {"commands": (await draft_of(scene.actor, scene.game))["commands"]}
    return scene.actor.api("POST", f"/games/{scene.game}/preview", body)


async def plan_of(member: Member, game: str) -> dict[str, object]:
    """A plan of one choice."""
    found = await member.person.done(f"/games/{game}/plans/preview", {"commands": []})
    return {"alternatives": [{"commands": [found["options"][0]["command"]]}]}


async def make_plan(member: Member, game: str) -> None:
    """Let there be a plan."""
    answer = await member.person.put(f"/games/{game}/plans", await plan_of(member, game))
    assert answer.status_code == 200, answer.text


def plan_form(action: str, *, composed: bool = True, **fields: str) -> Door:
    """A form of the page on which a turn is planned, after a first step."""

    async def door(scene: Scene) -> Send:
        page, member = f"/games/{scene.game}/plan", scene.actor
        if composed:
            await (await posted(member.browser, f"{page}/pick", "/settings", {"path": "do:sell"}))()
        return await posted(member.browser, f"{page}/{action}", "/settings", fields)

    return door


async def keep_plan(scene: Scene) -> Send:
    return scene.actor.api("PUT", f"/games/{scene.game}/plans", await plan_of(scene.actor, scene.game))


async def preview_plan(scene: Scene) -> Send:
    return scene.actor.api("POST", f"/games/{scene.game}/plans/preview", {"commands": []})


ROWS = [
    Row("tables.start", call("POST", "/start"), lobby("start"), say("start"), "filled", ("GameStarted",)),
    Row(
        "tables.change_terms",
        call("PATCH", "", {"title": "Ludi"}),
        lobby("terms", title="Ludi", clock="none"),
        sent("rename", "Ludi"),
        "lobby",
        ("TermsSet",),
    ),
    Row("tables.resign", call("POST", "/resign"), form("life", what="resign"), sent("resignyes"), "active"),
    Row(
        "tables.vote",
        call("POST", "/votes", {"motion": "abandon", "agree": True}),
        form("life", what="abandon"),
        sent("abandonyes"),
        "active",
    ),
    Row("tables.rematch", call("POST", "/rematch"), form("life", what="rematch"), say("rematch"), "over"),
    Row(
        "seats.sit_down",
        lambda scene: scene.other.api("POST", f"/games/{scene.game}/seats", {}),
        lambda scene: scene.other.page(scene.game, "lobby", do="sit"),
        lambda scene: scene.other.say("join", table=scene.game),
    ),
    Row(
        "seats.seat_bot",
        call("POST", "/seats", {"bot": "random"}),
        lobby("bot", bot="random"),
        sent("seatbot", "random"),
    ),
    Row("seats.free_chair", call("DELETE", "/seats/0"), lobby("leave", seat="0"), sent("leave"), "filled"),
    Row(
        "seats.give_nonce", call("POST", "/nonce", {"nonce": "alea"}), lobby("word", word="alea"), sent("word", "alea")
    ),
    Row(
        "seats.invite_person",
        lambda scene: scene.actor.api("POST", f"/games/{scene.game}/invited", {"name": scene.other.person.name}),
        lambda scene: scene.actor.page(scene.game, "lobby", do="invite", name=scene.other.person.name),
        lambda scene: scene.actor.ask(Press(Reference(action="invite", game=scene.game), (scene.other.person.name,))),
    ),
    Row(
        "invitations.make_invitation",
        call("POST", "/invitations"),
        "the page makes a link that it can show again",
        LINKS,
    ),
    Row("invitations.make_link", "a program gets its code once, by make_invitation", lobby("link"), LINKS),
    Row("turns.play", play, COMPOSED, COMPOSED, "turn"),
    Row("turns.undo", call("POST", "/undo", {}), BY_BUTTON, BY_BUTTON, "played"),
    Row("turns.preview", preview, "each step shows what it would bring", "each step shows what it would bring", "turn"),
    Row("turns.keep_draft", keep_draft, STORED, STORED, "turn"),
    Row("turns.drop_draft", call("DELETE", "/draft"), "turns.discard", "turns.discard", "drafted"),
    Row("plans.keep", keep_plan, COMPOSED_PLAN, NO_PLANS_IN_CHATS, "planning"),
    Row("plans.drop", call("DELETE", "/plans"), plan_form("drop", composed=False), NO_PLANS_IN_CHATS, "planned"),
    Row("plans.preview", preview_plan, "each step shows what it would bring", NO_PLANS_IN_CHATS, "planning"),
    Row("plans.pick", WHOLE_PLAN, plan_form("pick", composed=False, path="do:sell"), NO_PLANS_IN_CHATS, "planning"),
    Row("plans.back", WHOLE_PLAN, plan_form("back"), NO_PLANS_IN_CHATS, "planning"),
    Row("plans.keep_composed", WHOLE_PLAN, plan_form("keep", wait="0"), NO_PLANS_IN_CHATS, "planning"),
    Row("turns.pick", WHOLE, pick_on_page, pick_in_chat, "turn"),
    Row("turns.back", WHOLE, form("back"), pressed("back"), "drafted"),
    Row("turns.discard", "turns.drop_draft", form("discard"), pressed("discard"), "drafted"),
    Row("turns.confirm", WHOLE, form("confirm"), pressed("confirm"), "drafted"),
    Row("turns.take_back", "turns.undo", form("undo"), pressed("undo"), "played"),
    Row(
        "talk.say",
        call("POST", "/talk", {"text": "salvete"}),
        form("say", text="salvete"),
        say("say", text="salvete"),
        "active",
        notices=("talk",),
    ),
    Row("notices.mute_game", call("PUT", "/mute"), "nobody has asked for it there", "nobody has asked for it there"),
    Row(
        "notices.unmute_game",
        call("DELETE", "/mute"),
        lambda scene: scene.actor.form(f"/settings/unmute/{scene.game}"),
        "nobody has asked for it there",
    ),
    Row("channels.bind", IN_CHATS, IN_CHATS, sent("settlehere")),
    Row("channels.unbind", IN_CHATS, IN_CHATS, sent("leavehere")),
    Row(
        "analyses.analyse",
        call("POST", "/analysis"),
        form("analysis"),
        "a chat has no room for it; the page does",
        "over",
    ),
    Row("talk.remove_line", call("DELETE", "/talk/1"), "nobody has asked for it there", ON_PAGE, "said"),
    Row("talk.report_line", call("POST", "/talk/1/report", {}), "nobody has asked for it there", ON_PAGE, "said"),
    Row("talk.keep_notes", call("PUT", "/notes", {"text": "n"}), form("notes", text="n"), sent("notes", "n"), "active"),
    Row(
        "vacations.announce",
        call("POST", "/vacation", {"from": "2027-05-01T00:00:00Z", "until": "2027-05-09T00:00:00Z"}),
        form("life", what="vacation", **{"from": "2027-05-01", "until": "2027-05-09"}),
        "a chat tells all tables at once by vacations.announce_everywhere",
        "active",
    ),
]
"""Acts that begin at a table. What begins elsewhere is tried in test_elsewhere.py."""
