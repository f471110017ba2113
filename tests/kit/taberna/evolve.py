"""How each event changes the state. No rules here."""

from domain.kernel.game import Fold
from tests.kit.taberna import events as ev
from tests.kit.taberna.state import Owed, TabernaState

FOLD: Fold[TabernaState] = Fold()


@FOLD.on(ev.TableLaid)
def table_laid(state: TabernaState, event: ev.TableLaid) -> None:
    state.scores = [0] * event.players
    state.public.rounds = event.rounds
    state.public.coins = [0] * event.players
    state.hands = [[] for _ in range(event.players)]
    state.laid = [None] * event.players


@FOLD.on(ev.RoundBegan)
def round_began(state: TabernaState, event: ev.RoundBegan) -> None:
    state.public.round = event.number
    state.public.step = None


@FOLD.on(ev.DeckShuffled)
def deck_shuffled(state: TabernaState, event: ev.DeckShuffled) -> None:
    state.deck = list(event.cards)
    state.public.played = []


@FOLD.on(ev.HandDealt)
def hand_dealt(state: TabernaState, event: ev.HandDealt) -> None:
    state.hands[event.seat] = sorted(event.cards)
    del state.deck[: len(event.cards)]
    state.public.waiting.append(event.seat)


@FOLD.on(ev.CardLaid)
def card_laid(state: TabernaState, event: ev.CardLaid) -> None:
    state.hands[event.seat].remove(event.card)
    state.laid[event.seat] = event.card
    state.public.waiting.remove(event.seat)


@FOLD.on(ev.CardTakenBack)
def card_taken_back(state: TabernaState, event: ev.CardTakenBack) -> None:
    card = state.laid[event.seat]
    if card is not None:
        state.hands[event.seat] = sorted([*state.hands[event.seat], card])
    state.laid[event.seat] = None
    state.public.waiting = sorted([*state.public.waiting, event.seat])


@FOLD.on(ev.CardsRevealed)
def cards_revealed(state: TabernaState, event: ev.CardsRevealed) -> None:
    state.laid = [None] * len(state.laid)
    state.public.revealed = list(event.cards)
    state.public.played += event.cards


@FOLD.on(ev.TurnBegan)
def turn_began(state: TabernaState, event: ev.TurnBegan) -> None:
    state.public.turn = event.seat
    state.public.feasted = False
    state.public.owed = [Owed(event.seat, "close"), *(Owed(event.seat, "errand") for _ in range(event.errands))]


@FOLD.on(ev.ErrandRun)
def errand_run(state: TabernaState, event: ev.ErrandRun) -> None:
    state.public.owed.pop()
    state.public.feasted = state.public.feasted or event.what == "feast"


@FOLD.on(ev.RewardsDue)
def rewards_due(state: TabernaState, event: ev.RewardsDue) -> None:
    state.public.owed += [Owed(event.seat, kind) for kind in event.kinds]


@FOLD.on(ev.CoinsGained)
def coins_gained(state: TabernaState, event: ev.CoinsGained) -> None:
    state.public.coins[event.seat] += event.coins


@FOLD.on(ev.CardDrawn)
def card_drawn(state: TabernaState, event: ev.CardDrawn) -> None:
    state.hands[event.seat] = sorted([*state.hands[event.seat], event.card])
    state.deck.pop(0)


@FOLD.on(ev.GiftAnswered)
def gift_answered(state: TabernaState, _event: ev.GiftAnswered) -> None:
    state.public.owed.pop()


@FOLD.on(ev.TurnEnded)
def turn_ended(state: TabernaState, _event: ev.TurnEnded) -> None:
    state.public.owed.pop()
    state.public.turn = None


@FOLD.on(ev.StepDue)
def step_due(state: TabernaState, event: ev.StepDue) -> None:
    state.public.step = event.step


@FOLD.on(ev.DonationDue)
def donation_due(state: TabernaState, event: ev.DonationDue) -> None:
    state.public.step = None
    state.public.owed.append(Owed(event.seat, "donation"))


@FOLD.on(ev.CoinsDonated)
def coins_donated(state: TabernaState, event: ev.CoinsDonated) -> None:
    state.public.owed.pop()
    state.public.coins[event.seat] -= event.coins
