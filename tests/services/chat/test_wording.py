"""Pieces stand where the template of a language puts them."""

from domain.kernel.words import Catalogue
from services.chat.message import Bold, ChatLine, Mention, Plain
from services.chat.wording import pieces, plain_lines

WORDS = Catalogue({"en": {"next": "{who} is next at {table}."}, "de": {"next": "An {table}: {who} ist dran."}})
LIVIA = Mention("Livia", "9")


def test_each_language_has_its_own_order() -> None:
    args = {"who": LIVIA, "table": Bold("Forum")}
    assert pieces(WORDS, "next", args, "en") == (LIVIA, Plain(" is next at "), Bold("Forum"), Plain("."))
    assert pieces(WORDS, "next", args, "de") == (
        Plain("An "),
        Bold("Forum"),
        Plain(": "),
        LIVIA,
        Plain(" ist dran."),
    )


def test_a_text_cannot_take_the_place_of_a_piece() -> None:
    assert pieces(WORDS, "next", {"who": LIVIA, "table": "\ue000x"}, "en") == (LIVIA, Plain(" is next at x."))


def test_empty_lines_are_left_out() -> None:
    assert plain_lines("a\n\nb") == (ChatLine((Plain("a"),)), ChatLine((Plain("b"),)))
