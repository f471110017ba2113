"""The words of notices, and that they tell nothing that their reader may not know."""

from collections.abc import Sequence

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.kernel import lobby
from domain.kernel.envelope import Record, marks
from domain.kernel.game import AnyGame
from domain.kernel.ids import Seat, UserId
from domain.kernel.rng import KeyedRng
from domain.kernel.visibility import Opening, may_open
from projections.match_follower import MatchFollower
from services.notices.letters import Letter, LetterFrame, context_of, letter
from services.notices.notices import Notice
from tests.kit.lifecycle_match import HOST, LifecycleMatch
from tests.kit.logged_match import position
from tests.kit.taberna import GAME
from tests.kit.timed_match import SELL, TURN, at_errands, user
from tests.projections.logs import GAMES_AND_TOY, REGISTRY, TURN_OF_ANNA, G, Log


class TestLetters:
    @pytest.mark.parametrize("game", GAMES_AND_TOY, ids=lambda game: game.meta.slug)
    @settings(max_examples=10)
    @given(seed=st.integers(0, 10_000), plies=st.integers(0, 25))
    async def test_a_letter_is_the_same_whatever_its_reader_cannot_know(
        self, game: AnyGame, seed: int, plies: int
    ) -> None:
        logged = position(game, game.meta.players[-1], seed, plies)
        for number, chair in enumerate(logged.match.table.chairs):
            seat = Seat(number)
            for kind in ("turn", "reminder", "over", "clock"):
                notice = Notice(
                    kind=kind,
                    user=chair.user or UserId(""),
                    game=G,
                    cause="1",
                    seat=seat,
                    about={"reminder": "50", "clock": "wait"}.get(kind, ""),
                )
                true = await written(notice, logged.records, game)
                other = await written(notice, logged.records, game, imagined=seat)
                assert msgspec.json.encode(true) == msgspec.json.encode(other)
                assert true.text

    async def test_what_was_taken_back_is_not_told(self) -> None:
        table, turn, other = at_errands(TURN)
        notice = msgspec.structs.replace(TURN_OF_ANNA, seat=other, user=user(other))
        before = await written(notice, table.records, GAME)
        table.play(turn, SELL)
        assert await written(notice, table.records, GAME) != before
        table.undo(turn)
        assert await written(notice, table.records, GAME) == before

    async def test_a_title_stays_in_its_line(self) -> None:
        table = LifecycleMatch(2)
        table.do(HOST, lobby.set_terms, None, "Ides\r\nBcc: everyone@example.org")
        letter_ = await written(TURN_OF_ANNA, table.records, GAME)
        assert letter_.subject == "Your turn: Taberna “Ides Bcc: everyone@example.org”"


async def written(notice: Notice, records: Sequence[Record], game: AnyGame, imagined: Seat | None = None) -> Letter:
    """A letter, as it is written from a log; with another state that a seat could not tell from the true one."""
    followed = await MatchFollower(Log(records), REGISTRY).newest(G)
    match, log = followed.match, records
    if imagined is not None and match.state is not None and not match.table.over:
        match.state = game.imagine(game.view(match.state, imagined), KeyedRng(b"another world", {}, lambda *_: None))
        log = permuted(log, imagined)
    known = {user: f"player {number}" for number, user in enumerate(sorted(followed.people))}
    shown = context_of(notice, followed, log, known, "en")
    return letter(notice, shown, LetterFrame(address="https://acta.example", stop="https://acta.example/stop"))


def permuted(records: Sequence[Record], reader: Seat) -> list[Record]:
    """The log with the values that a seat may not read changed round among events of the same type."""
    hidden: dict[tuple[str, str], list[msgspec.Raw]] = {}
    places: list[list[tuple[str, tuple[str, str]]]] = []
    for record in records:
        envelope = record.envelope()
        found = marks(envelope)
        own = [(key, (envelope.type, key)) for key in record.openings if not may_open(found[key], reader)]
        for key, place in own:
            hidden.setdefault(place, []).append(record.openings[key].value)
        places.append(own)
    for values in hidden.values():
        values.append(values.pop(0))
    changed = []
    for record, own in zip(records, places, strict=True):
        openings = dict(record.openings)
        for key, place in own:
            openings[key] = Opening(openings[key].salt, hidden[place].pop(0))
        changed.append(Record(record.text, openings))
    return changed
