"""The words of refusals at a table, from the catalogues of the games and of the kernel."""

from domain.kernel import errors
from domain.kernel.game import AnyGame
from domain.kernel.words import SHARED, Saying
from domain.registry import Registry
from services.field_errors import BadValue, bad_value
from services.problems import (
    ILLEGAL_MOVE,
    NOT_NOW,
    NOT_YOUR_TURN,
    UNDO_BARRED,
    ProblemError,
    Rows,
    bad_fields,
)


def game_rows(registry: Registry) -> Rows:
    """Error → problem with the words a player understands."""

    def illegal(error: errors.IllegalMove) -> ProblemError:
        words = SHARED if error.game is None else registry.get(error.game).words
        kind = NOT_YOUR_TURN if isinstance(error, errors.NotYourTurn) else ILLEGAL_MOVE
        why = Saying(words, f"illegal.{error.reason}", error.args_)
        return ProblemError(kind, why, reason=error.reason, rule=error.rule or None)

    def batch(error: errors.BatchRefused) -> ProblemError:
        problem = illegal(error.cause)
        problem.members["index"] = error.index
        return problem

    return {
        errors.IllegalMove: illegal,
        errors.BatchRefused: batch,
        errors.BadOptions: lambda e: bad_fields(bad_options(registry, e)),
        errors.NotAllowed: lambda e: ProblemError(NOT_NOW, _not_allowed(e), reason=e.reason),
        errors.UndoBarred: lambda e: ProblemError(UNDO_BARRED, Saying(SHARED, f"undo.{e.reason}"), reason=e.reason),
    }


def refusal_in_words(game: AnyGame, error: errors.IllegalMove, lang: str) -> str:
    """Why the rules of a game, or the kernel, do not allow something."""
    words = SHARED if error.game is None else game.words
    return Saying(words, f"illegal.{error.reason}", error.args_).said(lang)


def bad_options(registry: Registry, error: errors.BadOptions) -> BadValue:
    """What is wrong with the options of a table."""
    if error.reason == errors.MALFORMED:
        return bad_value(str(error.args_["message"]), "options")
    words = SHARED if error.game is None else registry.get(error.game).words
    return BadValue("options", Saying(words, f"bad_options.{error.reason}", error.args_))


def why_not(error: errors.NotAllowed, lang: str) -> str:
    """Why a table does not allow something, in words."""
    return _not_allowed(error).said(lang)


def _not_allowed(error: errors.NotAllowed) -> Saying:
    return Saying(SHARED, f"not_allowed.{error.reason}", error.args_)
