from markupsafe import Markup

from services.web.texts import said


def test_html_within_a_sentence_stays_html_and_the_rest_is_escaped() -> None:
    assert said("frieze.of", "en", {"on": "<i>", "all": Markup("<b>5</b>")}) == "&lt;i&gt; of <b>5</b>"


def test_a_sentence_without_html_is_left_to_the_template_to_escape() -> None:
    found = said("frieze.of", "en", {"on": "<i>", "all": 5})

    assert (found, isinstance(found, Markup)) == ("<i> of 5", False)
