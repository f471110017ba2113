"""Set-up (§2), its secret choices, and the variants: cases T-53, T-55 and T-57."""

import msgspec
import pytest

from domain.forum_trajanum import GAME
from domain.forum_trajanum import commands as cmd
from domain.forum_trajanum import events as ev
from domain.forum_trajanum.data import COLOURS, CORNERS, DATA, TEMPLES, TILE
from domain.forum_trajanum.state import ForumTrajanumOptions, ForumTrajanumState
from domain.kernel.errors import BadOptions
from domain.kernel.game import Chairs
from domain.kernel.ids import Seat
from domain.kernel.rng import KeyedRng
from tests.domain.forum_trajanum import positions as at
from tests.kit.scenario import Given, given, waited_for


def new(players: int = 2, key: bytes = b"k", **options: object) -> Given:
    state = GAME.blank()
    terms = msgspec.convert(options, ForumTrajanumOptions)
    GAME.setup_into(GAME.recorder(state, KeyedRng(key)), terms, Chairs(players, Seat(players - 1)))
    return given(GAME, state)


def reached(stage: str, players: int = 2, key: bytes = b"k", **options: object) -> Given:
    """Everyone has made the choices before that stage."""
    scene = new(players, key, **options)
    while scene.state.public.stage != stage:
        seat = waited_for(GAME.to_act(scene.state))[0]
        scene.when(seat, GAME.legal(scene.state, seat)[0])
    return scene


@pytest.mark.parametrize("players", [2, 3, 4])
def test_2_2_everyone_starts_with_the_same_but_for_the_colour_of_a_worker(players: int) -> None:
    state = reached("draft", players).state
    workers = []
    for colony in state.public.colonies:
        stock = dict(colony.stock)
        mine = [colour for colour in COLOURS if stock.pop(f"worker_{colour}")]
        assert stock == {"tribune": 1, "builder": 1, "assistant": 1, "coin": 1}
        workers += mine
    assert len(workers) == len(set(workers)) == players
    assert state.public.start_player == players - 1


@pytest.mark.parametrize("stage", ["cranes", "women"])
def test_2_2_nobody_knows_his_first_worker_while_he_places_cranes_and_women(stage: str) -> None:
    state = reached(stage).state
    assert not any(colony.stock[f"worker_{colour}"] for colony in state.public.colonies for colour in COLOURS)


@pytest.mark.parametrize(("players", "boards"), [(2, 3), (3, 4), (4, 5)])
def test_t57_mosaic_boards(players: int, boards: int) -> None:
    for key in (b"1", b"2", b"3", b"4"):
        forum = new(players, key).state.public.forum
        assert len({board for board, _, _ in forum.boards}) == boards
        assert sum(len(area.cells) for area in forum.areas) == 11 * boards
        assert len(forum.eagles) == boards
        layout = next(layout for layout in DATA.forum_layout if layout.id == forum.layout)
        turned = {"h": (0, 180), "v": (90, 270)}
        for slot, (_, _, rotation) in zip(layout.slots, forum.boards, strict=True):
            assert rotation in turned[slot.orient]


def test_2_1_one_trajan_card_of_each_phase_is_open() -> None:
    cards = new().state.public.trajan_cards
    assert [card.split("-")[0] for card in cards] == ["I", "II", "III"]


def test_2_1_every_symbol_is_on_two_street_cards() -> None:
    deck = new().state.deck
    assert len(deck) == 24
    assert all(deck.count(card) == 2 for card in deck)


def test_s1_cranes_are_four_different_colours() -> None:
    scene = new()
    assert len(GAME.legal(scene.state, Seat(0))) == 24
    scene.refuses(0, cmd.ArrangeCranes(colours=("blue", "blue", "green", "orange")), "crane_twice")
    scene.refuses(0, cmd.ArrangeCranes(colours=("blue",)), "crane_twice")
    scene.when(0, cmd.ArrangeCranes(colours=("blue", "orange", "green", "yellow")))
    scene.refuses(0, cmd.ArrangeCranes(colours=("blue", "orange", "green", "yellow")), "not_your_turn")
    scene.when(1, cmd.ArrangeCranes(colours=("yellow", "orange", "green", "blue")))
    assert list(at.colony_of(scene.state).cranes.values()) == ["blue", "orange", "green", "yellow"]


def test_s1_is_withdrawn_and_made_again() -> None:
    scene = new().when(0, cmd.ArrangeCranes(colours=("blue", "orange", "green", "yellow"))).when(0, cmd.Withdraw())
    scene.then(ev.ChoiceWithdrawn(seat=Seat(0))).refuses(0, cmd.Withdraw(), "nothing_to_withdraw")
    scene.offers(0, cmd.ArrangeCranes(colours=("blue", "orange", "green", "yellow")))


def test_s2_the_start_citizen_goes_to_a_row_of_its_class() -> None:
    scene = reached("women")
    colony = at.colony_of(scene.state)
    rows = {"patrician": (1, 2), "merchant": (3, 4), "artisan": (5, 6)}[TILE[colony.start_citizen].social_class]
    assert GAME.legal(scene.state, Seat(0)) == [cmd.PlaceStartCitizen(row=row) for row in rows]
    scene.refuses(0, cmd.PlaceStartCitizen(row=rows[0] % 6 + 2), "wrong_class")
    scene.refuses(0, cmd.SeatWomen(corners=("r1c1", "r6c6")), "not_offered")
    scene.when(0, cmd.PlaceStartCitizen(row=rows[1])).refuses(0, cmd.PlaceStartCitizen(row=rows[0]), "not_offered")
    scene.when(0, cmd.Withdraw()).when(0, cmd.PlaceStartCitizen(row=rows[0]))
    assert not any(colony.active)


def test_s3_the_other_women_lie_on_diagonal_corners() -> None:
    scene = reached("women")
    scene.when(0, GAME.legal(scene.state, Seat(0))[0])
    pairs = [("r1c1", "r6c6"), ("r6c6", "r1c1"), ("r1c6", "r6c1"), ("r6c1", "r1c6")]
    assert GAME.legal(scene.state, Seat(0)) == [*(cmd.SeatWomen(corners=pair) for pair in pairs), cmd.Withdraw()]
    scene.refuses(0, cmd.SeatWomen(corners=("r1c1", "r1c6")), "not_diagonal")
    scene.when(0, cmd.SeatWomen(corners=("r6c1", "r1c6"))).when(0, cmd.Withdraw())
    scene.when(0, cmd.SeatWomen(corners=("r6c1", "r1c6")))
    for _ in range(2):
        scene.when(1, GAME.legal(scene.state, Seat(1))[0])
    colony = at.colony_of(scene.state)
    women = [tile for tile in ("C-P-w", "C-M-w", "C-A-w") if tile != colony.start_citizen]
    assert [colony.open["r6c1"], colony.open["r1c6"]] == women


def dealt(players: int = 2) -> ForumTrajanumState:
    state: ForumTrajanumState = reached("draft", players).state
    return state


def test_2_2_thirty_tiles_are_dealt_and_one_is_left_for_the_ship() -> None:
    state = dealt()
    for seat, colony in enumerate(state.public.colonies):
        assert sorted(colony.open) == sorted(CORNERS)
        assert len(colony.covered) == 28
        assert not set(colony.covered) & {*TEMPLES, *CORNERS}
        assert colony.ship == 1
        assert sum(colony.active) == 1
        tiles = [*colony.open.values(), *state.fronts[seat].values(), state.first_envoys[seat], colony.start_citizen]
        assert sorted(tiles) == sorted(TILE)


def test_r11_the_owner_alone_has_seen_the_first_envoy() -> None:
    state = dealt(3)
    assert GAME.view(state, Seat(1)).first_envoy == state.first_envoys[1]
    assert GAME.view(state, None).first_envoy is None


def test_2_2_merchant_1_as_start_citizen_turns_the_slider_now() -> None:
    for key in (b"1", b"2", b"3", b"4", b"5", b"6"):
        state = reached("draft", key=key).state
        for colony in state.public.colonies:
            assert colony.advanced == bool(colony.rows[2])


def test_12_2_side_b_gives_everyone_another_board() -> None:
    state = new(4, board_side="B").state
    assert sorted(colony.board for colony in state.public.colonies) == [1, 2, 3, 4]
    assert {colony.board for colony in new(4).state.public.colonies} == {0}


def test_12_2_one_card_means_different_streets_on_side_b() -> None:
    state = at.drafting(at.opened(3, board_side="B"), "watchtower", "monument")
    cells = []
    for seat, colony in enumerate(state.public.colonies):
        colony.stock["tribune"] = 0
        options = [option for option in GAME.legal(state, Seat(seat)) if isinstance(option, cmd.TakeTile)]
        cells.append({option.cell for option in options})
    assert cells[0] != cells[1] != cells[2] != cells[0]


def test_t53_a_first_game_has_one_trajan_card_and_scores_it_after_phase_3_only() -> None:
    state = new(first_game=True).state
    assert state.public.trajan_cards[:2] == ["", ""]
    assert state.public.trajan_cards[2].startswith("III-")
    for phase, steps in ((1, 3), (2, 3), (3, 4)):
        scene = given(GAME, at.scoring(at.opened(first_game=True), "cranes", phase))
        scored = []
        while scene.state.public.step is not None:
            scored.append(scene.state.public.step)
            scene.when_resolved()
        assert scored == ["cranes", "colony", "forum", "trajan"][:steps]


def newcomer(key: bytes = b"k") -> Given:
    return reached("newcomers", 3, key, newcomers=[1])


def test_t55_a_newcomer_settles_a_second_citizen_and_opens_its_crane() -> None:
    scene = newcomer()
    assert GAME.to_act(scene.state) == (1,)
    assert [colony.stock["coin"] for colony in scene.state.public.colonies] == [1, 2, 1]
    choice = GAME.legal(scene.state, Seat(1))[0]
    assert isinstance(choice, cmd.SettleNewcomer)
    scene.when(1, choice)
    colony = at.colony_of(scene.state, 1)
    assert sum(colony.active) == 2
    assert choice.corner not in colony.open
    structure = {"blue": "fountain", "green": "park", "orange": "house", "yellow": "stable"}
    at.built(scene.state, dict.fromkeys(("r4c4", "r4c5"), structure[colony.cranes[choice.corner]]), seat=1)
    given(GAME, at.scoring(scene.state, "cranes")).when_resolved().then_scored(1, 6, "cranes")


def test_r08_a_newcomer_s_second_citizen_is_the_first_of_its_row_and_class() -> None:
    scene = newcomer()
    colony = at.colony_of(scene.state, 1)
    corner = CORNERS[0]
    begun = next(row for row in range(1, 7) if colony.active[row - 1])
    colony.open[corner] = colony.start_citizen.replace("-w", "-m")
    scene.refuses(1, cmd.SettleNewcomer(corner=corner, row=begun), "row_begun")
    scene.refuses(1, cmd.SettleNewcomer(corner=corner, row=(begun + 2) % 6), "wrong_class")
    scene.refuses(1, cmd.SettleNewcomer(corner="r2c2", row=begun), "no_citizen_there")
    other = begun + 1 if begun % 2 else begun - 1
    scene.when(1, cmd.SettleNewcomer(corner=corner, row=other))
    assert colony.active[other - 1]


def test_a_newcomer_may_leave_the_corners_and_withdraw_until_all_have_chosen() -> None:
    scene = reached("newcomers", 2, newcomers=[0, 1])
    scene.when(0, GAME.legal(scene.state, Seat(0))[0]).when(0, cmd.Withdraw()).when(0, cmd.LeaveCorners())
    scene.when(1, cmd.LeaveCorners())
    assert [sum(colony.active) for colony in scene.state.public.colonies] == [1, 1]
    scene.refuses(0, cmd.RevealStreetCards(), "not_your_turn").when(1, cmd.RevealStreetCards())
    assert scene.state.public.round == 1


def test_12_1_a_first_game_is_played_on_side_a() -> None:
    with pytest.raises(BadOptions):
        GAME.check_options(ForumTrajanumOptions(first_game=True, board_side="B"), 2)
    GAME.check_options(ForumTrajanumOptions(first_game=True), 2)


@pytest.mark.parametrize("newcomers", [[2], [-1], [0, 0]])
def test_newcomers_must_be_chairs_of_the_table(newcomers: list[int]) -> None:
    with pytest.raises(BadOptions):
        GAME.check_options(ForumTrajanumOptions(newcomers=newcomers), 2)


def test_a_newcomer_whose_chair_stayed_free_is_left_out() -> None:
    """A table may start with fewer players than it was opened for."""
    scene = reached("newcomers", 2, newcomers=[1, 3])
    assert scene.state.public.newcomers == [1]
    scene.when(1, cmd.LeaveCorners())
    assert GAME.to_act(scene.state) == (1,)


def test_any_chairs_can_be_newcomers() -> None:
    GAME.check_options(ForumTrajanumOptions(newcomers=[1, 0]), 2)


def test_without_newcomers_nobody_is_asked_for_one() -> None:
    assert not [event for event in reached("round").events if isinstance(event, ev.ChoicesOpened)]
