"""The words of refusals at a table, from the catalogues of the games and of the kernel."""

from typing import Any

from domain.kernel import errors
from domain.kernel.words import Catalogue
from domain.registry import Registry
from services.problems import (
    ILLEGAL_MOVE,
    NOT_NOW,
    NOT_YOUR_TURN,
    UNDO_BARRED,
    ProblemError,
    Rows,
)

_KERNEL = Catalogue.load("domain.kernel")


def game_rows(registry: Registry) -> Rows:
    """Error → problem with the words a player understands."""

    def illegal(error: errors.IllegalMove) -> ProblemError:
        words = _KERNEL if error.game is None else registry.get(error.game).words
        kind = NOT_YOUR_TURN if isinstance(error, errors.NotYourTurn) else ILLEGAL_MOVE
        return ProblemError(kind, words.refusal(error), reason=error.reason, rule=error.rule or None)

    def batch(error: errors.BatchRefused) -> ProblemError:
        problem = illegal(error.cause)
        problem.members["index"] = error.index
        return problem

    return {
        errors.IllegalMove: illegal,
        errors.BatchRefused: batch,
        errors.NotAllowed: lambda e: ProblemError(NOT_NOW, _said("not_allowed", e.reason, e.args_), reason=e.reason),
        errors.UndoBarred: lambda e: ProblemError(UNDO_BARRED, _said("undo", e.reason, {}), reason=e.reason),
    }


def why_not(error: errors.NotAllowed) -> str:
    """Why a table does not allow something, in words."""
    return _said("not_allowed", error.reason, error.args_)


def _said(section: str, reason: str, args: dict[str, Any]) -> str:
    return _KERNEL.say(f"{section}.{reason}", args)
