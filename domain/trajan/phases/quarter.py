"""The end of a quarter (§8) and of the game (§9): system steps with the players' choices between them."""

from collections import Counter
from collections.abc import Callable, Sequence

from domain.kernel.errors import IllegalMove, NotYourTurn
from domain.kernel.game import Command
from domain.kernel.ids import Seat
from domain.trajan import commands as cmd
from domain.trajan.actions.senate import space_of
from domain.trajan.data import DATA, NEED_TILE_FOR, SENATE_SPACES, TRAJAN_TILES, VOTES_OF, WILD_NEED
from domain.trajan.events import quarter as ev
from domain.trajan.events.turn import ChoiceDue
from domain.trajan.guards import must_owe
from domain.trajan.phases.refill import fill_forum, fill_provinces, offer_bonus_tiles
from domain.trajan.scoring import score_the_end, score_unmet_needs
from domain.trajan.state import Mat, Owed, Public, TrajanRecorder, TrajanState
from domain.trajan.turn import NEEDS, end_rounds

VOTE, CLEAN_UP, FINAL_SCORING, OVER = "vote", "clean_up", "final_scoring", ""


# Needs (§8.1)


def settle_needs(recorder: TrajanRecorder) -> None:
    """Kept Trajan tiles cover first, then stored tiles must; only seats that can choose among those are asked."""
    public = recorder.state.public
    for number, mat in enumerate(public.mats):
        seat = Seat(number)
        trajan, rest = _by_trajan_tiles(mat, public.needs)
        needs = coverable(mat, rest)
        unmet = len(rest) - len(needs)
        recorder.emit(ev.NeedsCounted(seat=seat, trajan=trajan, needs=needs, unmet=unmet))
        score_unmet_needs(recorder, seat, unmet)
        if not has_choice(mat):
            while mat.open_needs:
                _cover(recorder, seat, tiles_for_need(mat)[0])
    _vote_when_settled(recorder)


def _by_trajan_tiles(mat: Mat, asked: Sequence[str]) -> tuple[tuple[str, ...], list[str]]:
    """The kept tiles that cover a need of this quarter, each one, and the needs that they leave."""
    rest = sorted(asked)
    used = []
    for tile in mat.kept:
        need = TRAJAN_TILES[tile].need
        if need in rest:
            rest.remove(need)
            used.append(tile)
    return tuple(used), rest


def coverable(mat: Mat, needs: Sequence[str]) -> tuple[str, ...]:
    """As many of the needs as stored tiles can cover: nobody may leave one unmet that could be met."""
    tiles = Counter(mat.tiles)
    covered = []
    for need in needs:
        tile = NEED_TILE_FOR[need] if tiles[NEED_TILE_FOR[need]] else WILD_NEED
        if tiles[tile]:
            tiles[tile] -= 1
            covered.append(need)
    return tuple(covered)


def covered_needs(mat: Mat, asked: Sequence[str]) -> list[str]:
    """Those of the needs that would be covered if they were settled now."""
    trajan, rest = _by_trajan_tiles(mat, asked)
    kept = [need for tile in trajan if (need := TRAJAN_TILES[tile].need) is not None]
    return [*kept, *coverable(mat, rest)]


def _short(mat: Mat, needs: Sequence[str]) -> int:
    """How many of the needs the tiles with their symbols cannot cover."""
    return sum(max(0, count - mat.tiles.count(NEED_TILE_FOR[need])) for need, count in Counter(needs).items())


def tiles_for_need(mat: Mat) -> list[str]:
    """The tiles that can cover the next need without leaving another one unmet."""
    need, *others = mat.open_needs
    symbol = NEED_TILE_FOR[need]
    tiles = [symbol] if symbol in mat.tiles else []
    if mat.tiles.count(WILD_NEED) > _short(mat, others):
        tiles.append(WILD_NEED)
    return tiles


def has_choice(mat: Mat) -> bool:
    """Whether a wild need could take the place of a tile with the symbol."""
    spare = mat.tiles.count(WILD_NEED) - _short(mat, mat.open_needs)
    return spare > 0 and any(NEED_TILE_FOR[need] in mat.tiles for need in mat.open_needs)


def cover_options(state: TrajanState, seat: Seat) -> list[Command]:
    return [cmd.CoverNeed(tile=tile) for tile in tiles_for_need(state.public.mats[seat])]


def cover_need(recorder: TrajanRecorder, seat: Seat, command: cmd.CoverNeed) -> None:
    public = recorder.state.public
    mat = public.mats[seat]
    if seat not in public.waiting:
        raise NotYourTurn(seat)
    if not mat.open_needs:
        raise IllegalMove("not_offered")
    if command.tile not in tiles_for_need(mat):
        raise IllegalMove("does_not_cover", rule="§8.1", tile=command.tile, need=mat.open_needs[0])
    _cover(recorder, seat, command.tile)
    _vote_when_settled(recorder)


def _cover(recorder: TrajanRecorder, seat: Seat, tile: str) -> None:
    mat = recorder.state.public.mats[seat]
    recorder.emit(ev.NeedCovered(seat=seat, need=mat.open_needs[0], tile=tile))
    if not mat.open_needs:
        recorder.emit(ev.NeedsSettled(seat=seat))


def _vote_when_settled(recorder: TrajanRecorder) -> None:
    if not recorder.state.public.waiting:
        recorder.emit(ev.StepDue(step=VOTE))


# The senate vote (§8.2)


def count_votes(recorder: TrajanRecorder) -> None:
    """Rank by all votes, then by those on the track, then by the higher disc; nobody is left out (R14)."""
    public = recorder.state.public
    votes = tuple(votes_of(public, Seat(seat)) for seat in range(len(public.mats)))
    ranking = vote_ranking(public)
    recorder.emit(ev.VotesCounted(votes=votes, ranking=ranking))
    recorder.emit(ChoiceDue(seat=ranking[0], kind="bonus_tile"))


def vote_ranking(public: Public) -> tuple[Seat, ...]:
    """The seats by their votes, the first consul first."""

    def strength(seat: Seat) -> tuple[int, int, int]:
        space = space_of(public, seat)
        return votes_of(public, seat), space, public.senate[space].index(seat)

    return tuple(sorted((seat for discs in public.senate for seat in discs), key=strength, reverse=True))


def votes_of(public: Public, seat: Seat) -> int:
    """On the track (nothing before the discs are laid) and by vote tiles."""
    track = sum(space.votes for space, discs in zip(SENATE_SPACES, public.senate, strict=True) if seat in discs)
    return track + sum(VOTES_OF.get(tile, 0) for tile in public.mats[seat].tiles)


def bonus_tile_options(state: TrajanState, _seat: Seat, _owed: Owed) -> list[Command]:
    return [cmd.ChooseBonusTile(tile=tile) for tile in state.public.offered]


def choose_bonus_tile(recorder: TrajanRecorder, seat: Seat, command: cmd.ChooseBonusTile) -> None:
    """The first consul's tile lies gold side up; the second consul gets the other one, silver side up."""
    public = recorder.state.public
    must_owe(recorder.state, seat, "bonus_tile")
    if command.tile not in public.offered:
        raise IllegalMove("not_beside_the_track", rule="§8.2", tile=command.tile)
    recorder.emit(ev.BonusTileTaken(seat=seat, tile=command.tile, gold=True))
    recorder.emit(ev.BonusTileTaken(seat=public.vote_ranking[1], tile=public.offered[0], gold=False))
    recorder.emit(ev.DiscsStacked(seats=tuple(reversed(public.vote_ranking))))
    recorder.emit(ev.StepDue(step=CLEAN_UP))


# Clean-up, refill and the end (§8.3, §9)


def clean_up(recorder: TrajanRecorder) -> None:
    public = recorder.state.public
    votes = tuple(tuple(tile for tile in mat.tiles if tile in VOTES_OF) for mat in public.mats)
    left = tuple(tile for tile in (*public.forum, *public.extra) if tile is not None)
    recorder.emit(ev.QuarterCleared(votes=votes, forum=left, needs=tuple(public.needs)))
    last = public.quarter == DATA.calendar.quarters
    if not last:
        offer_bonus_tiles(recorder)
        fill_provinces(recorder)
        fill_forum(recorder)
        recorder.emit(ev.ShipsTurned())
    recorder.emit(ev.QuarterEnded(quarter=public.quarter))
    if last:
        recorder.emit(ev.StepDue(step=FINAL_SCORING))
    else:
        recorder.emit(ev.QuarterBegan(quarter=public.quarter + 1))
        end_rounds(recorder)


def score_finally(recorder: TrajanRecorder) -> None:
    for seat in range(len(recorder.state.public.mats)):
        score_the_end(recorder, Seat(seat))
    recorder.emit(ev.StepDue(step=OVER))


STEPS: dict[str, Callable[[TrajanRecorder], None]] = {
    NEEDS: settle_needs,
    VOTE: count_votes,
    CLEAN_UP: clean_up,
    FINAL_SCORING: score_finally,
}
