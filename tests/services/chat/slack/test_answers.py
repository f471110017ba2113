"""Whoever asks is answered: alone, in their language, whether Acta knows them or not."""

import pytest

from services.chat import message as said
from services.chat.core import ChatCore
from services.chat.reference import Reference
from services.chat.requests import ChatCommand, ChatRequest, Press
from services.chat.slack.mrkdwn import unescaped
from services.outbound.slack import limits
from services.store.chat.places import ChatAccount
from tests.kit.slack import TEAM, OpenView, Shown
from tests.kit.slack.api import Fault
from tests.kit.slack.people import Seen, buttons, options, selects
from tests.services.chat.slack.conftest import Workspace

LANGUAGES = {"de-DE": "Konto", "fr-FR": "compte", "ru-RU": "учётн", "en-GB": "account", "ja-JP": "account"}


def private(seen: Seen, user: str) -> Shown:
    assert isinstance(seen, Shown)
    assert seen.private_to == user
    return seen


@pytest.fixture
def answers(workspace: Workspace, monkeypatch: pytest.MonkeyPatch) -> dict[str, said.Answer]:
    """Answers of the core, by action: what the adapter makes of each is what is tested."""
    planned: dict[str, said.Answer] = {}
    real = ChatCore.answer

    async def answer(core: ChatCore, request: ChatRequest) -> said.Answer:
        what = request.what
        name = what.name if isinstance(what, ChatCommand) else what.reference.action if isinstance(what, Press) else ""
        return planned.get(name) or await real(core, request)

    monkeypatch.setattr(ChatCore, "answer", answer)
    del workspace
    return planned


def line(text: str) -> said.ChatLine:
    return said.ChatLine((said.Plain(text),))


def menu(action: str = "pick", count: int = 7) -> said.Menu:
    choices = tuple(said.MenuChoice(f"City {number}", str(number)) for number in range(count))
    reference = Reference(action=action, game="k3f9", seat=0, version=7, draft="0a")
    return said.Menu("City", (said.ChoiceGroup("", choices),), reference)


@pytest.mark.parametrize("locale", LANGUAGES)
async def test_somebody_unknown_is_told_what_to_do_in_their_language(workspace: Workspace, locale: str) -> None:
    livia = workspace.person("Livia", locale=locale)
    seen = private(await livia.command(""), livia.id)
    assert LANGUAGES[locale] in seen.words
    assert workspace.world.visible(livia.channel) == []


async def test_somebody_gets_a_code_to_confirm_on_the_page(workspace: Workspace) -> None:
    livia = workspace.person("Livia")
    shown = private(await livia.command("link"), livia.id)
    code = next(word for word in shown.words.replace("*", " ").split() if "-" in word and word.isupper())
    links = workspace.site.services.chat.links
    offer = await links.offered(code)
    assert offer is not None
    assert offer.account == ChatAccount("slack", TEAM, livia.id)
    assert offer.called == "livia"


async def test_a_person_of_another_workspace_is_another_person(
    workspace: Workspace, answers: dict[str, said.Answer]
) -> None:
    livia, account = await workspace.linked("Livia")
    link = said.Button("Link", Reference(action="link"))
    answers["board"] = said.Message(lines=(line("Board"),), buttons=(link,))
    board = await livia.command("board")
    assert account.name in (await livia.press(board, "Link")).words
    livia.team = "T9"
    seen = private(await livia.press(board, "Link"), livia.id)
    assert account.name not in seen.words
    assert "-" in seen.words, "a code, as for anybody who is not known"


async def test_a_menu_is_a_modal_and_every_step_changes_it(
    workspace: Workspace, answers: dict[str, said.Answer]
) -> None:
    livia, _ = await workspace.linked("Livia")
    answers["move"] = said.Message(lines=(line("Where to?"),), menus=(menu(),), private=True)
    opened = await livia.command("move")
    assert isinstance(opened, OpenView)
    assert opened.user == livia.id
    assert workspace.world.visible(livia.channel, livia.id) == [], "a modal leaves nothing in the channel"
    answers["pick"] = said.Message(lines=(line("Chosen"),), private=True, replaces=True)
    calls = len(workspace.api.calls)
    assert await livia.choose(opened, "City 3") is opened
    assert opened.words == "Chosen"
    assert workspace.api.calls[calls:] == ["views.update"]


async def test_a_late_trigger_gives_an_ephemeral_message_with_the_same_menu(
    workspace: Workspace, answers: dict[str, said.Answer]
) -> None:
    livia, _ = await workspace.linked("Livia")
    workspace.api.faults.append(Fault("views.open", "expired_trigger_id"))
    answers["move"] = said.Message(lines=(line("Where to?"),), menus=(menu(),), private=True)
    answers["pick"] = said.Message(lines=(line("Chosen"),), private=True, replaces=True)
    seen = private(await livia.command("move"), livia.id)
    assert len(options(selects(seen)[0])) == 7
    assert await livia.choose(seen, "City 3") is seen
    assert seen.words == "Chosen"


async def test_of_two_quick_clicks_the_newer_modal_stays(workspace: Workspace, answers: dict[str, said.Answer]) -> None:
    livia, _ = await workspace.linked("Livia")
    answers["move"] = said.Message(lines=(line("Where to?"),), menus=(menu(),), private=True)
    opened = await livia.command("move")
    assert isinstance(opened, OpenView)
    answers["pick"] = said.Message(lines=(line("First"),), menus=(menu(),), private=True, replaces=True)
    stale = opened.hash
    await livia.choose(opened, "City 3")
    fresh, opened.hash = opened.hash, stale
    answers["pick"] = said.Message(lines=(line("Second"),), private=True, replaces=True)
    payload = livia.action(opened, {"type": "static_select", "action_id": selects(opened)[0].action_id, "value": "3"})
    opened.hash = fresh
    await livia._interact(payload)  # noqa: SLF001 - a click on what the person saw before
    assert "First" in opened.words


async def test_what_is_for_all_is_said_in_the_channel_and_its_menu_changes_there(
    workspace: Workspace, answers: dict[str, said.Answer]
) -> None:
    livia, _ = await workspace.linked("Livia")
    gaius, _ = await workspace.linked("Gaius", channel=livia.channel)
    join = said.Button("Join", Reference(action="join", game="k3f9", part="open"))
    answers["new"] = said.Message(lines=(line("A table"),), buttons=(join,))
    answers["join"] = said.Message(lines=(line("A table with Gaius"),), buttons=(join,), replaces=True)
    seen = await livia.command("new trajan")
    assert isinstance(seen, Shown)
    assert seen.private_to is None
    assert await gaius.press(seen, "Join") is seen
    assert "with Gaius" in seen.words
    answers["join"] = said.Message(lines=(line("You sit there already"),), private=True, replaces=True)
    private(await gaius.press(seen, "Join"), gaius.id)
    assert "with Gaius" in seen.words, "a private answer never takes the place of a public message"


async def test_a_form_is_a_modal_whose_answer_takes_its_place(
    workspace: Workspace, answers: dict[str, said.Answer]
) -> None:
    livia, _ = await workspace.linked("Livia")
    fields = (said.FormField("Note"), said.FormField("More", required=False))
    reference = Reference(action="noted", game="k3f9")
    answers["note"] = said.ChatForm(title="Note", submit="Keep", fields=fields, reference=reference)
    opened = await livia.command("note")
    assert isinstance(opened, OpenView)
    answers["noted"] = said.Message(lines=(line("Kept"),), private=True)
    assert await livia.fill_in(opened, "Ave", "") is opened
    assert opened.words == "Kept"


async def test_a_public_answer_to_a_modal_is_posted_and_the_modal_says_so(
    workspace: Workspace, answers: dict[str, said.Answer]
) -> None:
    livia, _ = await workspace.linked("Livia")
    answers["new"] = said.Message(lines=(line("Which game?"),), menus=(menu("wish"),), private=True)
    answers["wish"] = said.Message(lines=(line("A table"),))
    opened = await livia.command("new")
    await livia.choose(opened, "City 1")
    assert [it.words for it in workspace.world.visible(livia.channel)] == ["A table"]
    assert opened.words == "Done: it is in the channel."


@pytest.mark.parametrize("spent", [{"ahead": limits.RESPONSE_URL_SECONDS + 1}, {"uses": limits.RESPONSE_URL_USES}])
async def test_a_modal_that_was_open_for_too_long_still_posts(
    workspace: Workspace, answers: dict[str, said.Answer], spent: dict[str, int]
) -> None:
    livia, _ = await workspace.linked("Livia")
    answers["new"] = said.Message(lines=(line("Which game?"),), menus=(menu("wish"),), private=True)
    answers["wish"] = said.Message(lines=(line("A table"),))
    opened = await livia.command("new")
    for url in workspace.world.response_urls.values():
        url.uses, url.at = spent.get("uses", url.uses), url.at - spent.get("ahead", 0)
    await livia.choose(opened, "City 1")
    assert [it.words for it in workspace.world.visible(livia.channel)] == ["A table"]
    assert opened.words == "Done: it is in the channel."


async def test_a_modal_says_when_nothing_could_be_posted(workspace: Workspace, answers: dict[str, said.Answer]) -> None:
    livia, _ = await workspace.linked("Livia")
    answers["new"] = said.Message(lines=(line("Which game?"),), menus=(menu("wish"),), private=True)
    answers["wish"] = said.Message(lines=(line("A table"),))
    opened = await livia.command("new")
    workspace.api.faults += [Fault("respond", "used_url", 404), Fault("chat.postMessage", "not_in_channel")]
    await livia.choose(opened, "City 1")
    assert "Something went wrong" in opened.words


async def test_what_is_typed_arrives_as_it_was_typed(workspace: Workspace, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = list[str]()
    real = ChatCore.answer

    async def answer(core: ChatCore, request: ChatRequest) -> said.Answer:
        asked.append(request.what.text if isinstance(request.what, ChatCommand) else "")
        return await real(core, request)

    monkeypatch.setattr(ChatCore, "answer", answer)
    livia, _ = await workspace.linked("Livia")
    typed = "R&D <3 &amp; https://acta.example/games?a=1&b=2"
    await livia.command(f"say {typed}")
    assert asked == [typed]
    assert unescaped("<@U012|worf> in <#C1|games> tells <!here> <https://acta.example|acta.example>") == (
        "@worf in #games tells @here acta.example"
    )


async def test_in_a_thread_the_answer_stays_in_the_thread(
    workspace: Workspace, answers: dict[str, said.Answer]
) -> None:
    livia, _ = await workspace.linked("Livia")
    play = said.Button("Hand", Reference(action="hand", game="k3f9"))
    answers["board"] = said.Message(lines=(line("Board"),), buttons=(play,))
    answers["hand"] = said.Message(lines=(line("Your cards"),), private=True)
    parent = await livia.command("board")
    turn = await livia.command("board")
    assert isinstance(parent, Shown)
    assert isinstance(turn, Shown)
    turn.thread = parent.ts
    seen = private(await livia.press(turn, "Hand"), livia.id)
    assert seen.thread == parent.ts


async def test_a_link_that_is_opened_needs_no_answer(workspace: Workspace, answers: dict[str, said.Answer]) -> None:
    livia, _ = await workspace.linked("Livia")
    address = "https://acta.example/games/k3f9"
    answers["board"] = said.Message(lines=(line("Board"),), buttons=(said.LinkButton("Open", address),))
    seen = await livia.command("board")
    shown = len(workspace.world.screens)
    await livia.press_button(seen, buttons(seen)[0])
    assert len(workspace.world.screens) == shown


async def test_what_is_broken_on_our_side_is_said_in_words(
    workspace: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def broken(_core: ChatCore, _request: ChatRequest) -> said.Answer:
        raise RuntimeError("a secret")

    monkeypatch.setattr(ChatCore, "answer", broken)
    livia = workspace.person("Livia", locale="de-DE")
    seen = private(await livia.command("move"), livia.id)
    assert "schiefgegangen" in seen.words
    assert "secret" not in seen.words


async def test_slack_may_ask_for_a_short_wait(workspace: Workspace) -> None:
    livia = workspace.person("Livia")
    workspace.api.faults.append(Fault("respond", "rate_limited", status=429, headers={"Retry-After": "1"}))
    private(await livia.command("help"), livia.id)


async def test_a_button_that_we_never_made_is_answered_kindly(workspace: Workspace) -> None:
    livia, _ = await workspace.linked("Livia")
    seen = await livia.command("help")
    payload = livia.action(seen, {"type": "button", "action_id": "x" * 200, "value": "<!here>"})
    before = len(workspace.world.screens)
    answered, _ = await livia._interact(payload)  # noqa: SLF001 - what a stranger may send
    assert answered.status == 200
    assert len(workspace.world.screens) == before + 1


async def test_the_shortcut_plays_the_turn_where_commands_do_not_reach(
    workspace: Workspace, answers: dict[str, said.Answer]
) -> None:
    livia, _ = await workspace.linked("Livia")
    answers["move"] = said.Message(lines=(line("Where to?"),), menus=(menu(),), private=True)
    assert isinstance(await livia.shortcut("acta_move"), OpenView)
    answers["move"] = said.Message(lines=(line("Nothing to do"),), private=True)
    seen = await livia.shortcut("acta_move")
    assert isinstance(seen, OpenView), "its presser may be written to nowhere else"
    assert "Nothing to do" in seen.words


async def test_the_core_may_take_its_time(
    workspace: Workspace, answers: dict[str, said.Answer], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("services.chat.slack.handler.PATIENCE", 0.0)
    livia, _ = await workspace.linked("Livia")
    answers["move"] = said.Message(lines=(line("Where to?"),), menus=(menu(),), private=True)
    calls = len(workspace.api.calls)
    opened = await livia.command("move")
    assert workspace.api.calls[calls:] in (["views.open"], ["views.open", "views.update"])
    assert opened.words == "Where to?"


async def test_typing_into_the_search_offers_what_the_core_finds(
    workspace: Workspace, answers: dict[str, said.Answer]
) -> None:
    livia, _ = await workspace.linked("Livia")
    answers["move"] = said.Message(lines=(line("Where to?"),), menus=(menu(),), private=True)
    opened = await livia.command("move")
    assert isinstance(opened, OpenView)
    action = next(
        element.action_id
        for block in opened.view.blocks
        for element in getattr(block, "elements", ())
        if type(element).__name__ == "ExternalSelect"
    )
    found = await livia.type(opened, action, "mass")
    assert [option.value for option in found] == []
