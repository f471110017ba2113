"""Simultaneous secret choices: one event each, nothing for others to read, withdrawn without touching anyone else."""

import itertools

import msgspec
import pytest

from domain.kernel.envelope import redact
from domain.kernel.errors import BatchRefused
from domain.kernel.game import Command
from domain.kernel.ids import Seat
from domain.kernel.log import read
from domain.kernel.match import Batch
from tests.domain.kernel.scenes import dealt, lay_lowest, revealed
from tests.kit.comparable_lines import comparable_line
from tests.kit.logged_match import LoggedMatch, state_bytes
from tests.kit.taberna import GAME
from tests.kit.taberna.commands import LayCard, TakeCardBack
from tests.kit.taberna.events import CardLaid, CardsRevealed, CardTakenBack
from tests.kit.taberna.game import Taberna
from tests.kit.taberna.state import TabernaState

OTHERS = [None, Seat(1), Seat(2)]


def laid(place: int) -> tuple[LoggedMatch, int]:
    """Three seats; seat 1 has laid, then seat 0 lays the card at that place of its hand."""
    logged = dealt(3)
    lay_lowest(logged, Seat(1))
    card = logged.match.state.hands[0][place]
    logged.play(Seat(0), LayCard(card=card))
    return logged, card


def view(logged: LoggedMatch, reader: Seat | None) -> bytes:
    return msgspec.json.encode(GAME.view(logged.match.state, reader))


class TestChosen:
    @pytest.mark.parametrize("place", range(3))
    def test_it_is_one_event_of_one_type(self, place: int) -> None:
        logged = dealt(3)
        card = logged.match.state.hands[0][place]
        (record,) = logged.play(Seat(0), LayCard(card=card))
        assert read(logged.codec, [record])[0].event == CardLaid(seat=Seat(0), card=card)

    @pytest.mark.parametrize("reader", OTHERS)
    def test_others_receive_the_same_bytes_whatever_it_is(self, reader: Seat | None) -> None:
        tables = [laid(place)[0] for place in range(3)]
        assert len({comparable_line(reader, logged.records[-1]) for logged in tables}) == 1
        assert len({view(logged, reader) for logged in tables}) == 1

    def test_its_own_seat_can_read_it(self) -> None:
        logged, card = laid(2)
        own = redact(logged.records[-1], Seat(0))
        assert bytes(own.openings["data/card"].value) == str(card).encode()
        assert bytes(own.openings["command"].value) == f'{{"type":"LayCard","card":{card}}}'.encode()

    def test_it_is_never_made_for_a_seat_even_if_only_one_is_left(self) -> None:
        class OneCard(Taberna):
            def legal(self, state: TabernaState, seat: Seat) -> list[Command]:
                return super().legal(state, seat)[:1]

        logged = dealt()
        logged.match.game = OneCard()
        batch = Batch(logged.match, Seat(0))
        batch.advance()
        assert batch.entries == []


class TestRevealed:
    @pytest.mark.parametrize("order", list(itertools.permutations(range(3))))
    def test_the_order_of_arrival_does_not_matter(self, order: tuple[int, ...]) -> None:
        logged = dealt(3)
        cards = tuple(hand[0] for hand in logged.match.state.hands)
        for number in order:
            lay_lowest(logged, Seat(number))
        revealing = [entry.event for entry in read(logged.codec, logged.records)[-3:]]
        assert revealing[0] == CardLaid(seat=Seat(order[-1]), card=cards[order[-1]])
        assert revealing[1] == CardsRevealed(cards=cards)

    def test_the_choices_stay_sealed_and_a_later_event_says_what_they_were(self) -> None:
        logged, _, _ = revealed()
        copies = [redact(record, None) for record in logged.records]
        assert all(copy.openings == {} for copy in copies)
        newest = next(copy for copy in reversed(copies) if copy.envelope().type == "CardsRevealed")
        assert bytes(newest.envelope().data) == msgspec.json.encode({"cards": logged.match.state.public.revealed})


class TestWithdrawn:
    def test_it_clears_the_seat_s_own_slot_and_nothing_else(self) -> None:
        logged = dealt(3)
        lay_lowest(logged, Seat(1))
        before = state_bytes(logged.match)
        lay_lowest(logged, Seat(0))
        logged.play(Seat(0), TakeCardBack())
        assert state_bytes(logged.match) == before
        assert logged.match.to_act() == (Seat(0), Seat(2))

    def test_it_is_one_event_that_does_not_tell_the_card(self) -> None:
        texts = set()
        for place in range(3):
            logged, _ = laid(place)
            (record,) = logged.play(Seat(0), TakeCardBack())
            assert read(logged.codec, [record])[0].event == CardTakenBack(seat=Seat(0))
            texts.add(tuple(comparable_line(reader, record) for reader in OTHERS))
        assert len(texts) == 1

    @pytest.mark.parametrize("reader", OTHERS)
    def test_others_see_the_table_as_it_was(self, reader: Seat | None) -> None:
        logged, _ = laid(0)
        other, _ = laid(1)
        logged.play(Seat(0), TakeCardBack())
        other.play(Seat(0), TakeCardBack())
        assert view(logged, reader) == view(other, reader)

    def test_another_card_may_follow_and_counts(self) -> None:
        logged, _ = laid(0)
        card = logged.match.state.hands[0][-1]
        logged.play(Seat(0), TakeCardBack(), LayCard(card=card))
        lay_lowest(logged, Seat(2))
        assert logged.match.state.public.revealed[0] == card

    def test_after_the_reveal_it_is_too_late(self) -> None:
        logged, _, _ = revealed()
        with pytest.raises(BatchRefused) as refusal:
            logged.play(Seat(0), TakeCardBack())
        assert refusal.value.cause.reason == "nothing_laid"
