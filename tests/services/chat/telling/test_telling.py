"""What is said where a table lives reads well: short at the beginning, whole at the end, never without its point."""

import re

import pytest

from domain.concordia import GAME as CONCORDIA
from domain.kernel import lifecycle as life
from domain.kernel.envelope import Codec, Record
from domain.kernel.game import AnyGame
from domain.kernel.ids import Version
from domain.kernel.languages import LANGUAGES, Language
from domain.kernel.signed_note import SignedHead, Signer, read_head
from domain.registry import GAMES
from projections.followed_match import FollowedMatch
from services.chat.discord.formatter import message_body as discord_body
from services.chat.message import Bold, Button, Message
from services.chat.slack.formatter import message_body as slack_body
from services.chat.telling import news as telling
from services.chat.telling.news import ChannelTable
from services.store.chat.bindings import ChannelSettings
from services.store.head_key import SignedHeads
from tests.kit.chatting import text_of
from tests.kit.logged_match import LoggedMatch, played

LONG_NAMES = [f"Gnaeus Lentulus_Marcellinus {number}" for number in "ABCDE"]


def told_at(records: list[Record], game: AnyGame, lang: Language = "en") -> ChannelTable:
    """A table as it is told where everybody has an account."""
    followed = FollowedMatch(records[0].envelope().game, Codec(game), records[0].envelope().at)
    assert followed.add(records)
    chairs = followed.match.table.chairs
    users = [chair.user for chair in chairs if chair.user is not None]
    known = dict(zip(users, LONG_NAMES, strict=False))
    accounts = {user: str(1000 + number) for number, user in enumerate(users)}
    return ChannelTable(followed, ChannelSettings(language=lang), known, accounts, "https://acta.example")


def said(records: list[Record], game: AnyGame, since: int = 0, lang: Language = "en") -> Message:
    told = told_at(records, game, lang)
    return telling.news(told, records, Version(since), told.followed.version, [*told.followed.waiting])


def until_started(logged: LoggedMatch) -> list[Record]:
    """The log up to the end of the batch with which the game began."""
    envelopes = [record.envelope() for record in logged.records]
    began = next(one.command_id for one in envelopes if one.type == life.GameStarted.__name__)
    return logged.records[: max(one.version for one in envelopes if one.command_id == began)]


def actions(message: Message) -> list[str]:
    return [button.reference.action for button in message.buttons if isinstance(button, Button)]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.meta.slug)
def test_a_game_that_begins_is_told_in_a_few_words(game: AnyGame) -> None:
    records = until_started(played(game, max(game.meta.players), seed=1))
    message = said(records, game)
    assert "The game began" in text_of(message)
    assert len(text_of(message)) < 1000, "what was laid out is seen on the board"
    assert "A round is over" not in text_of(message)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_head_at_the_end_is_told_with_what_the_server_signed(lang: Language) -> None:
    """The note that a player puts together of what the channel was told."""
    logged, signer = played(CONCORDIA, 2, seed=1), Signer("acta.example", bytes(32))
    told = told_at(logged.records, CONCORDIA, lang)._replace(signed=SignedHeads(signer))
    text = text_of(
        telling.news(told, logged.records, Version(len(logged.records) - 5), Version(len(logged.records)), [])
    )
    (signature,) = re.findall(r"[\w+/]{90,}=*", text)
    said_of = SignedHead(told.game, len(logged.records), logged.records[-1].hash())
    note = f"acta/head\n{said_of.game}\n{said_of.version}\n{said_of.head}\n\n— acta.example {signature}\n"
    assert read_head(note, signer.verifier) == said_of
    assert all(part in text for part in (said_of.head, str(said_of.version)))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_largest_final_table_is_told_with_its_result_on_both_platforms(lang: Language) -> None:
    logged = played(CONCORDIA, 5, seed=1)
    message = said(logged.records, CONCORDIA, len(logged.records) - 60, lang)
    scores = logged.match.scores()
    results = [f"{name} {score}" for name, score in zip(LONG_NAMES, scores, strict=True)]
    [_, result] = [piece.text for line in message.lines for piece in line.pieces if isinstance(piece, Bold)]
    assert all(one in result for one in results), "the table's name stands out, and the result"
    on_discord = discord_body(message).body
    shown = "\n".join(part.content for part in on_discord.components if hasattr(part, "content"))
    on_slack = slack_body(message)
    for text in (shown, "".join(block.text.text for block in on_slack.blocks if hasattr(block, "text"))):
        assert all(one in text.replace("\\", "") for one in results)
        assert all(f"<@{1000 + number}>" in text for number in range(5)), "everybody hears that it is over"
    assert on_discord.allowed_mentions.users == tuple(str(1000 + number) for number in range(5))
    assert actions(message) == ["rematch", "scores", "verify"]


def test_however_much_happened_whoever_is_next_is_mentioned() -> None:
    logged = played(CONCORDIA, 5, seed=1)
    turns = [record.envelope().version for record in logged.records if record.envelope().type == "TurnBegan"]
    records = logged.records[: turns[-20]]
    message = said(records, CONCORDIA)
    [seat] = told_at(records, CONCORDIA).followed.waiting
    [text] = [part.content for part in discord_body(message).body.components if hasattr(part, "content")]
    assert text.endswith(f"<@{1000 + seat}>")
    assert "more before that" in text


def test_a_scoring_has_a_line_for_each_thing_that_scores() -> None:
    logged = played(CONCORDIA, 2, seed=1)
    message = said(logged.records, CONCORDIA, len(logged.records) - 30)
    lines = text_of(message).splitlines()
    for god in ("Vesta", "Jupiter", "Saturnus"):
        [line] = [line for line in lines if f"({god})" in line]
        assert all(other not in line for other in ({"(Vesta)", "(Jupiter)", "(Saturnus)"} - {f"({god})"}))


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.meta.slug)
def test_a_final_scoring_is_a_few_lines(game: AnyGame) -> None:
    """In the order in which the game counts: for each thing, or for each player."""
    logged = played(game, 3, seed=1)
    message = said(logged.records, game, len(logged.records) - 40)
    scored = [line for line in text_of(message).splitlines() if "(" in line and "point" in line]
    assert 0 < len(scored) < 12
    assert "no points" not in text_of(message)


def test_a_lobby_offers_a_chair_and_a_game_the_turn() -> None:
    records = until_started(played(CONCORDIA, 3, seed=1))
    joined = [one.envelope().version for one in records if one.envelope().type == life.SeatTaken.__name__]
    assert actions(said(records[: joined[0]], CONCORDIA)) == ["join", "table"]
    assert actions(said(records, CONCORDIA)) == ["move", "table"]
