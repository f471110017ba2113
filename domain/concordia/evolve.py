"""How each event changes the state. No rules here: what an event costs or brings stands in the event."""

from collections.abc import Iterable

from domain.concordia import events as ev
from domain.concordia.data import Good
from domain.concordia.state import CARD, OVER, ConcordiaState, Overflow, Player
from domain.kernel.game import Fold

FOLD: Fold[ConcordiaState] = Fold()


def _add(player: Player, goods: Iterable[Good]) -> None:
    for good in goods:
        player.goods[good] += 1


def _pay(player: Player, goods: Iterable[Good]) -> None:
    for good in goods:
        player.goods[good] -= 1


# Set-up


@FOLD.on(ev.BoardLaid)
def board_laid(state: ConcordiaState, event: ev.BoardLaid) -> None:
    state.scores = [0] * event.players
    public = state.public
    public.map = event.map
    public.first = event.first
    public.interim = [None] * event.players if event.interim_scoring else None
    public.players = [
        Player(money=0, goods={}, stored={}, colonists={}, houses_left=0, hand=[]) for _ in range(event.players)
    ]


@FOLD.on(ev.TokensPlaced)
def tokens_placed(state: ConcordiaState, event: ev.TokensPlaced) -> None:
    state.public.produce = dict(event.goods)
    state.public.houses = {city: [] for city in event.goods}


@FOLD.on(ev.MarkersPlaced)
def markers_placed(state: ConcordiaState, event: ev.MarkersPlaced) -> None:
    state.public.markers = dict(event.goods)


@FOLD.on(ev.PlayerEquipped)
def player_equipped(state: ConcordiaState, event: ev.PlayerEquipped) -> None:
    state.public.players[event.seat] = Player(
        money=event.money,
        goods=dict(event.goods),
        stored=dict(event.stored),
        colonists={kind: list(places) for kind, places in event.colonists.items()},
        houses_left=event.houses,
        hand=list(event.hand),
        order=event.order,
    )


@FOLD.on(ev.DeckStacked)
def deck_stacked(state: ConcordiaState, event: ev.DeckStacked) -> None:
    state.deck = list(event.cards)


@FOLD.on(ev.CardsDealt)
def cards_dealt(state: ConcordiaState, event: ev.CardsDealt) -> None:
    state.public.display += event.cards
    del state.deck[: len(event.cards)]


# Turns


@FOLD.on(ev.TurnBegan)
def turn_began(state: ConcordiaState, event: ev.TurnBegan) -> None:
    state.public.active = event.seat
    state.public.round += event.seat == state.public.first
    state.public.action = CARD
    state.public.step = None


@FOLD.on(ev.CardPlayed)
def card_played(state: ConcordiaState, event: ev.CardPlayed) -> None:
    player = state.public.players[event.seat]
    player.hand.remove(event.card)
    player.discard.append(event.card)
    state.public.action = None


@FOLD.on(ev.CardCopied)
def card_copied(state: ConcordiaState, _event: ev.CardCopied) -> None:
    state.public.action = None


@FOLD.on(ev.ActionBegan)
def action_began(state: ConcordiaState, event: ev.ActionBegan) -> None:
    state.public.action = event.action
    state.public.allowance = event.allowance
    state.public.traded = []
    state.public.idle = True


@FOLD.on(ev.ActionForgone)
def action_forgone(state: ConcordiaState, _event: ev.ActionForgone) -> None:
    state.public.idle = False


@FOLD.on(ev.CardsReturned)
def cards_returned(state: ConcordiaState, event: ev.CardsReturned) -> None:
    player = state.public.players[event.seat]
    player.hand += event.cards
    player.discard = []
    player.money += event.money


@FOLD.on(ev.MoneyReceived)
def money_received(state: ConcordiaState, event: ev.MoneyReceived) -> None:
    state.public.players[event.seat].money += event.money


@FOLD.on(ev.MagnusReceived)
def magnus_received(state: ConcordiaState, event: ev.MagnusReceived) -> None:
    state.public.magnus = event.seat
    state.public.magnus_used = False


# Colonists and houses


@FOLD.on(ev.ColonistPlaced)
def colonist_placed(state: ConcordiaState, event: ev.ColonistPlaced) -> None:
    player = state.public.players[event.seat]
    _pay(player, event.goods)
    player.stored[event.kind] -= 1
    player.colonists[event.kind].append(event.city)
    state.public.idle = False


@FOLD.on(ev.ColonistMoved)
def colonist_moved(state: ConcordiaState, event: ev.ColonistMoved) -> None:
    places = state.public.players[event.seat].colonists[event.kind]
    places[places.index(event.origin)] = event.line
    state.public.allowance -= event.points
    state.public.idle = False


@FOLD.on(ev.HouseBuilt)
def house_built(state: ConcordiaState, event: ev.HouseBuilt) -> None:
    player = state.public.players[event.seat]
    player.money -= event.money
    _pay(player, event.goods)
    player.houses_left -= 1
    player.houses.append(event.city)
    state.public.houses[event.city].append(event.seat)
    state.public.idle = False


# Production, income and the storehouse


@FOLD.on(ev.ProvinceProduced)
def province_produced(state: ConcordiaState, event: ev.ProvinceProduced) -> None:
    state.public.coin_side.append(event.province)
    state.public.magnus_used = event.magnus


@FOLD.on(ev.IncomeTaken)
def income_taken(state: ConcordiaState, event: ev.IncomeTaken) -> None:
    state.public.players[event.seat].money += event.money
    state.public.coin_side = []


@FOLD.on(ev.GoodsDue)
def goods_due(state: ConcordiaState, event: ev.GoodsDue) -> None:
    state.public.action = None
    state.public.receipts = list(event.receipts)


@FOLD.on(ev.GoodsReceived)
def goods_received(state: ConcordiaState, event: ev.GoodsReceived) -> None:
    state.public.receipts.pop(0)
    _add(state.public.players[event.seat], event.goods)


@FOLD.on(ev.OverflowDue)
def overflow_due(state: ConcordiaState, event: ev.OverflowDue) -> None:
    state.public.receipts.pop(0)
    state.public.overflows.append(Overflow(event.seat, event.goods, event.room))


@FOLD.on(ev.OverflowStored)
def overflow_stored(state: ConcordiaState, event: ev.OverflowStored) -> None:
    state.public.overflows = [owed for owed in state.public.overflows if owed.seat != event.seat]
    _add(state.public.players[event.seat], event.goods)


@FOLD.on(ev.OverflowOrdered)
def overflow_ordered(state: ConcordiaState, event: ev.OverflowOrdered) -> None:
    state.public.players[event.seat].order = event.order


# Trade and cards for sale


@FOLD.on(ev.GoodsSold)
def goods_sold(state: ConcordiaState, event: ev.GoodsSold) -> None:
    player = state.public.players[event.seat]
    player.goods[event.good] -= event.count
    player.money += event.money
    _note_trade(state, event.good)


@FOLD.on(ev.GoodsBought)
def goods_bought(state: ConcordiaState, event: ev.GoodsBought) -> None:
    player = state.public.players[event.seat]
    player.goods[event.good] += event.count
    player.money -= event.money
    _note_trade(state, event.good)


def _note_trade(state: ConcordiaState, good: Good) -> None:
    state.public.allowance -= 1
    state.public.idle = False
    state.public.traded.append(good)


@FOLD.on(ev.CardBought)
def card_bought(state: ConcordiaState, event: ev.CardBought) -> None:
    player = state.public.players[event.seat]
    _pay(player, event.goods)
    player.hand.append(event.card)
    state.public.display[event.slot - 1] = None
    state.public.allowance -= 1
    state.public.idle = False


@FOLD.on(ev.DisplaySlid)
def display_slid(state: ConcordiaState, event: ev.DisplaySlid) -> None:
    state.public.display = list(event.cards)


# Scoring and the end


@FOLD.on(ev.ConcordiaTaken)
def concordia_taken(state: ConcordiaState, event: ev.ConcordiaTaken) -> None:
    state.public.concordia = event.seat


@FOLD.on(ev.StepDue)
def step_due(state: ConcordiaState, event: ev.StepDue) -> None:
    state.public.action = None
    state.public.step = event.step


@FOLD.on(ev.InterimScored)
def interim_scored(state: ConcordiaState, event: ev.InterimScored) -> None:
    if state.public.interim is not None:
        state.public.interim[event.seat] = event.points


@FOLD.on(ev.InterimClosed)
def interim_closed(state: ConcordiaState, event: ev.InterimClosed) -> None:
    state.public.interim = None
    for player, money in zip(state.public.players, event.money, strict=True):
        player.money += money


@FOLD.on(ev.GameEnded)
def game_ended(state: ConcordiaState, _event: ev.GameEnded) -> None:
    state.public.step = OVER
