"""What each event of a table's life means elsewhere. A new event takes its row here: nothing about it goes unasked."""

from collections.abc import Iterator
from inspect import isclass
from typing import Any, NamedTuple, get_args, get_type_hints

import pytest

from domain.kernel import lifecycle as life
from domain.kernel.audit import AUDITED
from domain.kernel.ids import GameId, UserId
from domain.kernel.lifecycle_event import LifecycleEvent
from domain.kernel.table import FOLDED
from services.notices.notices import NOTIFYING


class Meaning(NamedTuple):
    """What an event declares, for every concern."""

    asked_by: str | None
    survives_undo: bool
    turns_clocks: bool
    names_data: bool
    notice: str | None
    identifying: str


NO, YES = False, True
_ = Meaning
# fmt: off
MEANINGS = {
    # asked by, survives undo, turns clocks, names data, notice, fields that identify
    life.GameCreated:      _("user",   NO,  NO,  YES, "invitation", "title private host invited rematch_of"),
    life.TermsSet:         _("user",   NO,  NO,  NO,  None,         "title"),
    life.ClockSet:         _("user",   NO,  NO,  NO,  None,         ""),
    life.InvitationIssued: _("user",   NO,  NO,  NO,  None,         "digest expires_at"),
    life.InvitationWithdrawn: _("user", NO, NO,  NO,  None,         "digest"),
    life.PersonInvited:    _("user",   NO,  NO,  NO,  "invitation", "user"),
    life.CaretakerChosen:  _("user",   NO,  NO,  NO,  None,         ""),
    life.SeatTaken:        _("user",   NO,  NO,  NO,  None,         "user"),
    life.SeatLeft:         _("user",   NO,  NO,  NO,  None,         ""),
    life.HostNamed:        _(None,     NO,  NO,  NO,  None,         "user"),
    life.NonceGiven:       _("user",   NO,  NO,  NO,  None,         ""),
    life.GameStarted:      _(None,     NO,  NO,  NO,  "started",    ""),
    life.GameBranched:     _(None,     NO,  NO,  NO,  None,         "origin head"),
    life.LotsDrawn:        _(None,     NO,  NO,  NO,  None,         ""),
    life.ChoicesUndone:    _("seat",   NO,  NO,  NO,  None,         ""),
    life.SeatResigned:     _("user",   NO,  NO,  NO,  None,         ""),
    life.VoteCast:         _("user",   YES, NO,  NO,  "vote",       ""),
    life.GameAbandoned:    _("system", NO,  NO,  NO,  "over",       ""),
    life.GameFinished:     _(None,     NO,  NO,  NO,  "over",       ""),
    life.SecretRevealed:   _(None,     NO,  NO,  NO,  None,         ""),
    life.RematchOffered:   _("user",   NO,  NO,  NO,  None,         "game"),
    life.RulesAdopted:     _(None,     NO,  NO,  YES, None,         ""),
    life.ClocksTurned:     _(None,     YES, NO,  NO,  None,         "at running resting"),
    life.ClocksPaused:     _(None,     YES, YES, NO,  None,         ""),
    life.ClocksResumed:    _(None,     YES, YES, NO,  None,         ""),
    life.TimeGranted:      _("user",   YES, YES, NO,  None,         ""),
    life.AbsenceAnnounced: _("user",   YES, YES, NO,  None,         "start end"),
    life.TimeRanOut:       _("system", YES, YES, NO,  "clock",      "at"),
    life.CaretakerPlayed:  _("system", NO,  NO,  NO,  None,         ""),
    life.PlanPlayed:       _("seat",   NO,  NO,  NO,  None,         ""),
    life.SeatOpened:       _(None,     NO,  NO,  NO,  "seat",       ""),
    life.SeatClosed:       _("user",   NO,  NO,  NO,  None,         ""),
}
# fmt: on


def declared(kind: type[LifecycleEvent]) -> Meaning:
    fields = " ".join(kind.IDENTIFYING)
    return Meaning(kind.ASKED_BY, kind.SURVIVES_UNDO, kind.TURNS_CLOCKS, kind.NAMES_DATA, kind.NOTICE, fields)


def test_every_event_says_for_every_concern_what_it_means() -> None:
    assert {kind: declared(kind) for kind in life.EVENTS} == MEANINGS


def test_every_event_of_the_module_is_listed() -> None:
    kinds = {kind for kind in vars(life).values() if isclass(kind) and issubclass(kind, LifecycleEvent)}
    assert set(life.EVENTS) == kinds - {LifecycleEvent}
    assert set(life.EVENTS) == FOLDED


def test_the_audit_decides_everything_again_that_is_asked_for() -> None:
    assert {kind for kind in life.EVENTS if kind.ASKED_BY is not None} == AUDITED


def test_the_outbox_knows_the_people_of_every_notice() -> None:
    assert {kind for kind in life.EVENTS if kind.NOTICE is not None} == NOTIFYING


@pytest.mark.parametrize("kind", life.EVENTS)
def test_a_field_that_names_a_person_or_a_table_identifies_it(kind: type[LifecycleEvent]) -> None:
    hints = {name: hint for name, hint in get_type_hints(kind).items() if name in kind.__struct_fields__}
    naming = {name for name, hint in hints.items() if {UserId, GameId} & set(_parts(hint))}
    assert naming <= set(kind.IDENTIFYING) <= set(hints)


@pytest.mark.parametrize("kind", life.EVENTS)
def test_an_event_that_names_data_has_the_fields_for_it(kind: type[LifecycleEvent]) -> None:
    assert ({"rules_version", "data_hash"} <= set(kind.__struct_fields__)) == kind.NAMES_DATA


def _parts(hint: Any) -> Iterator[Any]:  # noqa: ANN401 - any annotation
    yield hint
    for part in get_args(hint):
        yield from _parts(part)
