"""The values of Forum Trajanum: rewards of grey buildings, what citizens do, triumphal columns by cycle."""

from collections.abc import Sequence

from domain.forum_trajanum.data import DATA, ROWS
from services.render.values import ROMAN, Speaker, ValueTable

_TRACKS = ("library", "basilica", "market")


def values(speaker: Speaker) -> Sequence[ValueTable]:
    """What is printed beside tracks and rows."""
    rewards = ValueTable(
        [speaker.say("value.reward"), *map(speaker.name, _TRACKS)],
        [
            [numeral, *(speaker.name(f"{track} {space}") for track in _TRACKS)]
            for space, numeral in enumerate(ROMAN[: DATA.reward_tracks.spaces], 1)
        ],
    )
    citizens = ValueTable(
        [speaker.say(key) for key in ("value.row", "value.ability", "value.second")],
        [[speaker.name(row), speaker.name(f"ability {row}"), speaker.name(f"second {row}")] for row in ROWS],
    )
    cycles = zip(ROMAN, DATA.trajan_column.fragments, strict=False)
    columns = ValueTable(
        [speaker.say("value.cycle"), speaker.say("value.column")],
        [[numeral, f"{points} + {DATA.trajan_column.per_active_citizen}"] for numeral, points in cycles],
    )
    return rewards, citizens, columns
