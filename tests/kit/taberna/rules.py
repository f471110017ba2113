"""The rules of Taberna: what is legal, what happens, what is scored."""

from collections.abc import Callable
from typing import Any

from domain.kernel.errors import IllegalMove, NotYourTurn
from domain.kernel.game import Command, Recorder, Term
from domain.kernel.ids import Seat
from tests.kit.taberna import commands as cmd
from tests.kit.taberna import events as ev
from tests.kit.taberna.data import DATA
from tests.kit.taberna.state import TabernaState

TabernaRecorder = Recorder[TabernaState]
MARKET_DAY, CLOSING, OVER = "market day", "closing", ""


def begin_round(recorder: TabernaRecorder, number: int) -> None:
    recorder.emit(ev.RoundBegan(number=number))
    recorder.emit(ev.DeckShuffled(cards=tuple(recorder.rng.shuffled("deck", DATA.cards))))
    for seat in range(len(recorder.state.hands)):
        recorder.emit(ev.HandDealt(seat=Seat(seat), cards=tuple(recorder.state.deck[: DATA.hand])))


# What is legal ------------------------------------------------------------------------------------------------------


def legal(state: TabernaState, seat: Seat) -> list[Command]:
    if seat in state.public.waiting:
        return [cmd.LayCard(card=card) for card in state.hands[seat]]
    if state.laid[seat] is not None:
        return [cmd.TakeCardBack()]
    owed = state.public.owed
    if state.public.step is not None or not owed or owed[-1].seat != seat:
        return []
    return _CHOICES[owed[-1].kind](state, seat)


def _errands(state: TabernaState, _seat: Seat) -> list[Command]:
    options: list[Command] = [cmd.RunErrand(what="sell"), cmd.RunErrand(what="gift")]
    if not state.public.feasted:
        options.append(cmd.RunErrand(what="feast"))
    if state.deck:
        options.append(cmd.RunErrand(what="draw"))
    return options


def _gift_answers(_state: TabernaState, _seat: Seat) -> list[Command]:
    return [cmd.AnswerGift(take="coin"), cmd.AnswerGift(take="point")]


def _closings(state: TabernaState, seat: Seat) -> list[Command]:
    return [cmd.EndTurn(), cmd.Tip()] if state.public.coins[seat] else [cmd.EndTurn()]


def _donations(state: TabernaState, seat: Seat) -> list[Command]:
    return [cmd.Donate(coins=0), cmd.Donate(coins=1)] if state.public.coins[seat] else [cmd.Donate(coins=0)]


_CHOICES: dict[str, Callable[[TabernaState, Seat], list[Command]]] = {
    "errand": _errands,
    "gift": _gift_answers,
    "close": _closings,
    "donation": _donations,
}


# What happens -------------------------------------------------------------------------------------------------------


def decide_into(recorder: TabernaRecorder, seat: Seat, command: Command) -> None:
    _RULES[type(command)](recorder, seat, command)


def lay_card(recorder: TabernaRecorder, seat: Seat, command: cmd.LayCard) -> None:
    if seat not in recorder.state.public.waiting:
        raise NotYourTurn(seat)
    if command.card not in recorder.state.hands[seat]:
        raise IllegalMove("not_in_hand", card=command.card)
    recorder.emit(ev.CardLaid(seat=seat, card=command.card))
    if not recorder.state.public.waiting:
        recorder.emit(ev.CardsRevealed(cards=tuple(card for card in recorder.state.laid if card is not None)))
        _next_turn(recorder, None)


def take_card_back(recorder: TabernaRecorder, seat: Seat, _command: cmd.TakeCardBack) -> None:
    if recorder.state.laid[seat] is None:
        raise IllegalMove("nothing_laid")
    recorder.emit(ev.CardTakenBack(seat=seat))


def run_errand(recorder: TabernaRecorder, seat: Seat, command: cmd.RunErrand) -> None:
    state = recorder.state
    _must_owe(state, seat, "errand")
    if command.what == "feast" and state.public.feasted:
        raise IllegalMove("feasted")
    if command.what == "draw" and not state.deck:
        raise IllegalMove("deck_empty")
    recorder.emit(ev.ErrandRun(seat=seat, what=command.what))
    if command.what == "sell":
        recorder.emit(ev.CoinsGained(seat=seat, coins=1))
    elif command.what == "gift":
        recorder.emit(ev.CoinsGained(seat=seat, coins=2))
        recorder.emit(ev.RewardsDue(seat=Seat((seat + 1) % len(state.hands)), kinds=("gift",)))
    elif command.what == "feast":
        recorder.emit(ev.RewardsDue(seat=seat, kinds=("errand", "errand")))
    else:
        recorder.emit(ev.CardDrawn(seat=seat, card=state.deck[0]))


def answer_gift(recorder: TabernaRecorder, seat: Seat, command: cmd.AnswerGift) -> None:
    _must_owe(recorder.state, seat, "gift")
    recorder.emit(ev.GiftAnswered(seat=seat, take=command.take))
    if command.take == "coin":
        recorder.emit(ev.CoinsGained(seat=seat, coins=1))
    else:
        recorder.score(seat, "gift", Term(points=1, label="gift"))


def tip(recorder: TabernaRecorder, seat: Seat, _command: cmd.Tip) -> None:
    _must_owe(recorder.state, seat, "close")
    if not recorder.state.public.coins[seat]:
        raise IllegalMove("no_coin")
    recorder.emit(ev.CoinsGained(seat=seat, coins=-1))
    recorder.score(seat, "tip", Term(points=1, label="tip"))


def end_turn(recorder: TabernaRecorder, seat: Seat, _command: cmd.EndTurn) -> None:
    _must_owe(recorder.state, seat, "close")
    recorder.emit(ev.TurnEnded(seat=seat))
    _next_turn(recorder, seat)


def donate(recorder: TabernaRecorder, seat: Seat, command: cmd.Donate) -> None:
    _must_owe(recorder.state, seat, "donation")
    if command.coins > recorder.state.public.coins[seat]:
        raise IllegalMove("no_coin")
    recorder.emit(ev.CoinsDonated(seat=seat, coins=command.coins))
    if command.coins:
        recorder.score(seat, "donation", Term(points=DATA.donation_points, label="donation"))
    recorder.emit(ev.StepDue(step=CLOSING))


_RULES: dict[type[Command], Callable[[TabernaRecorder, Seat, Any], None]] = {
    cmd.LayCard: lay_card,
    cmd.TakeCardBack: take_card_back,
    cmd.RunErrand: run_errand,
    cmd.AnswerGift: answer_gift,
    cmd.Tip: tip,
    cmd.EndTurn: end_turn,
    cmd.Donate: donate,
}


def _must_owe(state: TabernaState, seat: Seat, kind: str) -> None:
    owed = state.public.owed
    if state.public.step is not None or not owed or owed[-1].seat != seat:
        raise NotYourTurn(seat)
    if owed[-1].kind != kind:
        raise IllegalMove("not_offered")


def _next_turn(recorder: TabernaRecorder, last: Seat | None) -> None:
    """From the highest revealed card down; after the last seat the market day is due."""
    cards = recorder.state.public.revealed
    order = sorted(range(len(cards)), key=lambda seat: -cards[seat])
    position = 0 if last is None else order.index(last) + 1
    if position == len(order):
        recorder.emit(ev.StepDue(step=MARKET_DAY))
    else:
        recorder.emit(ev.TurnBegan(seat=Seat(order[position]), errands=DATA.errands))


# What is scored -----------------------------------------------------------------------------------------------------


def market_day(recorder: TabernaRecorder) -> None:
    coins = recorder.state.public.coins
    for seat, own in enumerate(coins):
        points = own // DATA.coins_per_point
        if points:
            args: dict[str, int | str] = {"coins": own, "each": DATA.coins_per_point}
            recorder.score(Seat(seat), "coins", Term(points=points, label="coins", args=args))
    recorder.emit(ev.DonationDue(seat=Seat(coins.index(max(coins)))))


def closing(recorder: TabernaRecorder) -> None:
    if recorder.state.public.round == recorder.state.public.rounds:
        recorder.emit(ev.StepDue(step=OVER))
    else:
        begin_round(recorder, recorder.state.public.round + 1)
