"""Why a seat has its points: the score ledger."""

from litestar import get
from litestar.di import NamedDependency
from litestar.params import FromPath

from domain.kernel.game import AnyGame
from projections.ledger import Entry, ledger, totals
from services.api.games.deps import AnyRequest, GameDeps
from services.api.games.view import READS
from services.api.params import AtVersion, Invitation, Language
from services.api.reads.reading import begin
from services.api.reads.schemas import EntryAnswer, ScoresAnswer, TermAnswer


@get(
    "/api/v1/games/{game_id:str}/scores",
    tags=["reading"],
    summary="Why you have your points",
    description="Every entry that counts, with its arithmetic; what was taken back is not among them.",
    responses=READS,
)
async def scores(
    request: AnyRequest,
    game_deps: NamedDependency[GameDeps],
    game_id: FromPath[str],
    at: AtVersion = None,
    min_version: AtVersion = None,
    invitation: Invitation = None,
    lang: Language = "en",
) -> ScoresAnswer:
    reading = await begin(game_deps, request, game_id, invitation, min_version=min_version)
    until = reading.up_to(at)
    entries = ledger(reading.codec, await reading.log(until))
    answers = [_entry(reading.game, entry, lang) for entry in entries]
    return ScoresAnswer(
        version=until,
        you=reading.seat,
        players=[*reading.players],
        totals=totals(entries, len(reading.players)),
        entries=answers,
    )


def _entry(game: AnyGame, entry: Entry, lang: str) -> EntryAnswer:
    detail = [
        TermAnswer(term.points, term.label, term.args, game.words.say(f"term.{term.label}", term.args, lang=lang))
        for term in entry.detail
    ]
    source = game.words.name(entry.source, lang)
    return EntryAnswer(entry.version, entry.seat, entry.points, entry.source, source, detail)


HANDLERS = [scores]
