"""The line of a replay: its stones, the rounds below them, and where the reader is."""

from itertools import groupby

from services.queries.replay import Replay
from services.render.replay_track import Stone, Tick, track
from services.story.course import END, turns
from services.web.texts import said

_MOST_LABELS = 16


def replay_track(replay: Replay, lang: str) -> str:
    """The track as HTML."""
    stones = [Stone(turn.seat, len(turn.choices), turn.points) for turn in turns(replay.choices)]
    return track(stones, _ticks(replay, lang), replay.done, here_label(replay, lang))


def _ticks(replay: Replay, lang: str) -> list[Tick]:
    """A tick at the end of each round; of many rounds only some are named."""
    rounds = [(number, len([*group])) for number, group in groupby(replay.choices, lambda choice: choice.round)]
    every = -(-len(rounds) // _MOST_LABELS)
    found, before = [], 0
    for number, choices in rounds:
        before += choices
        named = number % every == 0
        found.append(Tick(before, said("scores.end", lang, {}) if number == END else str(number) if named else ""))
    return found


def here_label(replay: Replay, lang: str) -> str:
    """Where the reader is: the round, and which of all choices."""
    now = replay.now
    if now is None:
        return said("replay.start", lang, {})
    here = "replay.here" if replay.game.rounds else "replay.here_turn"
    key = "replay.here_end" if now.round == END else here
    return said(key, lang, {"round": now.round, "done": replay.done, "all": len(replay.choices)})
