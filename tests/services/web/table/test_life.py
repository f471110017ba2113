"""Beside the game: what the table agrees on, what people say, and what each of them notes down."""

from tests.kit.http import Site
from tests.services.web.table.players import Player, hooks, sitting


async def ask(player: Player, what: str, **fields: str) -> str:
    """Send the form of a dialog; what the page says then."""
    page = await player.look()
    token = page.one("main").attrib["data-token"]
    address = f"{player.address}/life"
    answer = await player.browser.post(address, {"token": token, "what": what, **fields})
    assert answer.status in {200, 409}
    return answer.text


async def test_a_player_resigns(site: Site) -> None:
    async with sitting(site, "concordia") as (player, other):
        await ask(player, "resign")
        assert hooks(await other.look())["status"] == "finished"


async def test_a_game_is_given_up_once_everybody_agrees(site: Site) -> None:
    async with sitting(site, "concordia") as (player, other):
        await ask(player, "abandon")
        assert hooks(await other.look())["status"] == "active"
        await ask(other, "abandon")
        assert hooks(await other.look())["turn"] == "over"


async def test_what_the_table_does_not_allow_is_told_in_words(site: Site) -> None:
    async with sitting(site, "concordia") as (player, _):
        async with site.writes_nothing():
            told = await ask(player, "pause")
        assert "clock" in told


async def test_after_the_end_the_same_people_can_play_again(site: Site) -> None:
    async with sitting(site, "concordia") as (player, other):
        await ask(player, "resign")
        page = await other.look()
        again = await other.browser.post(
            f"{other.address}/life", {"token": page.one("main").attrib["data-token"], "what": "rematch"}
        )
        assert again.status == 200
        assert again.path not in {other.address, f"{other.address}/life"}


async def test_talk_is_heard_by_everyone_and_notes_by_nobody_else(site: Site) -> None:
    async with sitting(site, "concordia") as (player, other):
        await player.act("say", text="Salvete <b>omnes</b>")
        await player.act("notes", text="Marcus wants the vintner")
        heard = await other.look()
        assert "Salvete <b>omnes</b>" in heard.text
        assert "Marcus wants the vintner" not in heard.answer.text
        assert "Marcus wants the vintner" in (await player.look()).text


async def test_the_page_knows_after_which_line_its_stream_begins(site: Site) -> None:
    async with sitting(site, "concordia") as (player, other):
        assert (await other.look()).one("ol", id="talk-lines").get("data-line") == "0"
        await player.act("say", text="Salvete")
        assert (await other.look()).one("ol", id="talk-lines").get("data-line") == "1"
