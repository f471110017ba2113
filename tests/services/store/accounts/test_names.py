"""What may be a name, and when two are one."""

import pytest

from services.store.accounts.errors import BadField
from services.store.accounts.names import checked_name, name_key


@pytest.mark.parametrize(
    "name",
    [
        "Al",
        "Livia",
        "Gaius Julius",
        "Æthelred",
        "Ζωή",
        "Владимир",
        "三木",
        "नमस्ते",
        "a" * 32,
        "O'Brien-99",
        "😀😀",
        "東京タワー",
        "Kim 김치",
    ],
)
def test_allowed(name: str) -> None:
    assert checked_name(name) == name


@pytest.mark.parametrize(
    "name",
    [
        *("", "a", "a" * 33, " Livia", "Livia ", "Li  via", "   ", "Li\tvia", "Li\nvia", "Li\x00via", "Li\x7fvia"),
        *("Li\u200bvia", "Li\u00advia", "Li\u202evia", "\ufeffLivia", "Li\u00a0via", "Li\u2028via"),
        *("\u3164\u3164", "Li\u2800via", "Li\ufe0fvia", "Li\ue000via", "Li\u0378via"),
        *("\u0410dmin", "p\u0430ypal", "\u0396oe", "Livia \u0412"),
        *("\u0301Livia", "Z\u0302\u0303\u0304\u0305algo"),
    ],
    ids=ascii,
)
def test_refused(name: str) -> None:
    with pytest.raises(BadField) as refusal:
        checked_name(name)
    assert refusal.value.field == "name"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Livia", "LIVIA"),
        ("Livia", "\uff2c\uff49\uff56\uff49\uff41"),
        ("Zoe\u0308", "Zo\u00eb"),
        ("Straße", "STRASSE"),
        ("ΣΊΣΥΦΟΣ", "σίσυφος"),
        ("\ufb01at", "FIAT"),
    ],
)
def test_the_same(one: str, other: str) -> None:
    assert name_key(one) == name_key(other)


def test_not_the_same() -> None:
    assert name_key("Livia") != name_key("Livla")


def test_a_name_is_stored_composed() -> None:
    assert checked_name("Zoe\u0308") == "Zo\u00eb"
