from markupsafe import Markup

from services.web.texts import WORDS, said


def test_html_within_a_sentence_stays_html_and_the_rest_is_escaped() -> None:
    WORDS.languages["en"]["test.sentence"] = "<{what}> until {when}"  # type: ignore[index] # a dict, promised as less

    assert said("test.sentence", "en", {"what": "a & b", "when": Markup("<b>now</b>")}) == (
        "&lt;a &amp; b&gt; until <b>now</b>"
    )
    assert not isinstance(said("test.sentence", "en", {"what": "<i>", "when": "now"}), Markup)
