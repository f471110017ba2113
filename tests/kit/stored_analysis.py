"""An analysis of a stored game, made in the test's own process with few looks."""

from domain.kernel.ids import GameId
from domain.kernel.log import read
from services.foundation import Services
from services.story.analysis import Analysis, encode, played_part
from workers.analysis.judging import Analyst
from workers.analysis.report import analysed
from workers.bots.outlook import Effort

BRIEF = Analyst(looks=25, samples=3, effort=Effort(own=2, others=1))


async def store_analysis(services: Services, game_id: GameId) -> Analysis:
    """Analyse a finished game, and keep the outcome beside it."""
    tables = services.tables
    async with tables.lock(game_id):
        game = (await tables.current(game_id)).match.game
    log = read(tables.codec(game), await tables.store.read(game_id))
    analysis = analysed(game, played_part(log), BRIEF)
    await services.analyses.finish(game_id, encode(analysis))
    return analysis
