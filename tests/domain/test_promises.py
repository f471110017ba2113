"""What labels promise is what then happens: every choice of random games is tried, and its figures are compared."""

import random
from collections.abc import Callable, Iterable
from typing import Any

import msgspec
import pytest

from domain.concordia import GAME as CONCORDIA
from domain.concordia.data import CARDS
from domain.forum_trajanum import GAME as FORUM_TRAJANUM
from domain.forum_trajanum import scoring
from domain.kernel.game import AnyGame, Command, Event, PointsScored, Step
from domain.kernel.ids import Seat
from domain.kernel.match import Match
from domain.kernel.rng import KeyedRng
from domain.trajan import GAME as TRAJAN
from tests.kit.logged_match import played

TRIED_AT_ONCE = 5
KEY = bytes(32)


class Trial:
    """A legal command, what its label is told, and a world in which it is tried."""

    def __init__(self, match: Match, seat: Seat, command: Command) -> None:
        self.game, self.seat, self.command = match.game, seat, command
        self.before = match.state
        self.facts: dict[str, Any] = dict(self.game.facts(self.game.view(match.state, seat), command))
        recorder = self.game.recorder(self.game.copy(match.state), KeyedRng(KEY))
        self.game.decide_into(recorder, seat, command)
        self.after, self.events = recorder.state, recorder.events

    def happened(self, *kinds: str) -> list[Any]:
        return [event for event in self.events if type(event).__name__ in kinds]

    def scored(self) -> int:
        return points_of(self.events, self.seat)

    def offered(self, kind: str) -> list[Command]:
        """What the seat may choose next, of one kind."""
        waiting = self.game.to_act(self.after)
        if isinstance(waiting, Step) or self.seat not in waiting:
            return []
        return [option for option in self.game.legal(self.after, self.seat) if type(option).__name__ == kind]


def points_of(events: Iterable[Event], seat: Seat) -> int:
    return sum(event.points for event in events if isinstance(event, PointsScored) and event.seat == seat)


Promise = Callable[[Trial], tuple[object, object]]
"""What was promised, and what came of it."""


# Trajan


def _points(trial: Trial) -> tuple[object, object]:
    return trial.facts["points"], trial.scored()


def _building(trial: Trial) -> tuple[object, object]:
    """The action that comes with a first building, if it can be performed."""
    facts = trial.facts
    comes = facts["building"] is not None and facts["number"] == 1
    offered = trial.game.to_act(trial.after) == (trial.seat,) and trial.after.public.owed[-1].kind == "action"
    return comes and not facts["impossible"], offered and trial.after.public.owed[-1].what == facts.get("action")


def _completion(trial: Trial) -> tuple[object, object]:
    completed = trial.happened("TrajanTileCompleted")
    return trial.facts["completes"], completed[0].tile if completed else None


def _drawn(trial: Trial) -> tuple[object, object]:
    return trial.facts["drawn"], sum(event.count for event in trial.happened("CardsDrawn"))


def _gained(trial: Trial) -> tuple[object, object]:
    got = sum(event.count for event in trial.happened("CardsDrawn", "FiguresPlaced"))
    return sum(trial.facts["gained"].values()), got


# Forum Trajanum


def _stands(trial: Trial) -> tuple[object, object]:
    """Points more or less if the phase were scored now."""
    phrase = trial.facts["stands"]
    sign = {"stands.more": 1, "stands.less": -1, "stands.same": 0}[phrase.key]
    return sign * phrase.args["points"], _phase(trial.after, trial.seat) - _phase(trial.before, trial.seat)


def _phase(state: Any, seat: Seat) -> int:  # noqa: ANN401 - the state of a game
    public = state.public
    return scoring.points_of(scoring.phase_terms(public, public.colonies[seat], scoring.envoys_of(public.forum, seat)))


def _best_payment(trial: Trial) -> tuple[object, object]:
    view = trial.game.view(trial.after, trial.seat)
    paid = [trial.game.facts(view, option)["stands"] for option in trial.offered("Pay")]
    wanted = trial.facts["stands"]
    return (not paid) or wanted in paid, True


def _extra_build(trial: Trial) -> tuple[object, object]:
    if "extra_build_action" not in trial.facts["brings"]:
        return True, True
    return True, bool(trial.offered("ChooseBuilding"))


# Concordia


def _card(trial: Trial) -> tuple[object, object]:
    card = CARDS[_card_of(trial.command)]
    told = trial.facts["effect"].args
    match card.kind:
        case "tribune":
            returned = trial.happened("CardsReturned")[0]
            promised = (told["cards"], told["money"], bool(told["colonists"]))
            return promised, (len(returned.cards), returned.money, bool(trial.offered("PlaceColonist")))
        case "prefect":
            return (told["provinces"], bool(told["money"])), (
                len(trial.offered("ProduceGoods")),
                bool(trial.offered("TakeIncome")),
            )
        case "senator" | "consul":
            return told["payable"], len({*map(_card_of, trial.offered("BuyCard"))})
        case "colonist":
            return bool(told["colonists"]), bool(trial.offered("PlaceColonist"))
        case _:
            return None, None


def _card_of(command: Command) -> str:
    return str(msgspec.structs.asdict(command)["card"])


def _house(trial: Trial) -> tuple[object, object]:
    built = trial.happened("HouseBuilt")[0]
    promised = (tuple(trial.facts["goods"]), trial.facts["money"], trial.facts["end"] is not None)
    return promised, (tuple(built.goods), built.money, bool(trial.happened("ConcordiaTaken")))


def _income(trial: Trial) -> tuple[object, object]:
    return trial.facts["money"], sum(event.money for event in trial.happened("IncomeTaken", "MoneyReceived"))


def _production(trial: Trial) -> tuple[object, object]:
    received = {receipt.args["seat"]: receipt.args["goods"] for receipt in trial.facts["others"]}
    received[trial.seat] = trial.facts["own"]
    came: dict[Seat, list[str]] = {}
    for event in trial.happened("GoodsReceived"):
        came.setdefault(event.seat, []).extend((*event.goods, *event.forgone))
    for event in trial.happened("OverflowDue"):
        came.setdefault(event.seat, []).extend(event.goods)
    return (
        {seat: sorted(phrase.args["goods"]) for seat, phrase in received.items()},
        {seat: sorted(goods) for seat, goods in came.items()},
    )


PROMISES: dict[str, dict[str, Promise]] = {
    "trajan": {
        "Conquer": _points,
        "AdvanceInSenate": _points,
        "SetSail": _points,
        "Build": _building,
        "SowMarker": _completion,
        "DrawCards": _drawn,
        "LayOut": _drawn,
        "UseSpecialAction": _gained,
    },
    "forum-trajanum": {
        "Pay": _stands,
        "SendEnvoy": _stands,
        "ChooseSite": _best_payment,
        "TakeReward": _extra_build,
    },
    "concordia": {
        "PlayCard": _card,
        "CopyCard": _card,
        "BuildHouse": _house,
        "TakeIncome": _income,
        "ProduceGoods": _production,
    },
}


@pytest.mark.parametrize(
    ("game", "players", "seed", "options"),
    [
        (TRAJAN, 2, 0, {}),
        (TRAJAN, 4, 1, {}),
        (CONCORDIA, 4, 0, {}),
        (CONCORDIA, 3, 1, {"interim_scoring": True, "overflow": "dearest"}),
        (FORUM_TRAJANUM, 4, 0, {}),
        (FORUM_TRAJANUM, 2, 4, {"trajan_unit": "tile", "unlimited_buildings": True}),
        (FORUM_TRAJANUM, 3, 2, {"first_game": True}),
    ],
    ids=lambda value: value.meta.slug if hasattr(value, "meta") else None,
)
def test_a_label_promises_what_then_happens(game: AnyGame, players: int, seed: int, options: dict[str, Any]) -> None:
    rng, promises, tried = random.Random(seed), PROMISES[game.meta.slug], set[str]()

    def choose(match: Match, seat: Seat, legal: list[Command]) -> Command:
        for command in rng.sample(legal, min(len(legal), TRIED_AT_ONCE)):
            promise = promises.get(type(command).__name__)
            if promise is not None:
                tried.add(type(command).__name__)
                promised, came = promise(Trial(match, seat, command))
                assert promised == came, game.label(game.view(match.state, seat), command)
        return rng.choice(legal)

    played(game, players, seed, options, choose)
    assert tried == promises.keys(), "each was tried"
