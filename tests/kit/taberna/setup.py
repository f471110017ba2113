"""The opening of a game: the table is laid, and the first round begins."""

from domain.kernel.game import Chairs
from tests.kit.taberna.events import TableLaid
from tests.kit.taberna.phases.laying import begin_round
from tests.kit.taberna.state import TabernaOptions, TabernaRecorder


def setup_into(recorder: TabernaRecorder, options: TabernaOptions, chairs: Chairs) -> None:
    recorder.emit(TableLaid(players=chairs.count, rounds=options.rounds))
    begin_round(recorder, 1)
