"""Player-facing words: a catalogue of templates per language, kept beside the rules that need them.

A template names the fields of what it describes. A field's format says how it is put into words:

- `{tile:name}` looks the value up below `name.`, `{cards:names}` each value of a list (an empty one: `name.nothing`),
  `{cards:tally}` each once and how often, `{maps:either}` puts "or" before the last;
- `{seat:player}` becomes a player's name, `{winners:players}` the names of several ("Anna, Ben and Cleo");
- `{coins:count coin}` counts by the forms below `count.`, which stand in the order of the language's plural forms
  (English `coin = "coin|coins"`, Russian one, few and many); a word that never changes has one form;
- `{coins:some coin}` counts too, but says `none.coin` ("no coin") for 0;
- `{points:signed}` is a number with its sign;
- `{coins:noun coin}` is the word alone in the form that goes with the number, where the number stands apart;
- `{goods:counts}` counts the things of a list, each by its own forms;
- `{coins:each coin}` counts seat by seat, leaving out seats that have none;
- `{ranking:with votes}` names players in the order of the list, each with what another field holds for its seat;
- `{ranking:standing}` names players in the order of a result, each with the points;
- `{tokens:pairs}` names the keys and values of a mapping (`{tiles:pairs laid}`: by the words of `laid`, which know each
  `{key}` and `{value}`), `{detail:terms}` tells the arithmetic of a score;
- `{effect:phrase}` is put together from words of its own, a `Phrase` (`None`: there is nothing to say), `{all:phrases}`
  from several, one after the other.

A language whose names change with their place in a sentence has sections for that, called as its translator likes:
`{tile:name.acc}` looks below `name.acc.` first and then below `name.`, and so do `names`, `tally`, `count`, `some`,
`noun`, `counts`, `each` and `pairs` (`{coins:count.acc coin}`: `count.acc.`, then `count.`).

Other words can follow from a value. They stand under keys of their own and know the same fields:

- `{forgone:if left.goods}` says `left.goods` if there is something (not empty, not 0), `{money:if paid.some|paid.none}`
  says the one or the other;
- `{reason:case ended}` says `ended.<reason>`, `{reasons:cases ended}` so for each value of a list.

The words of an event name only what was never sealed: they are the same for every reader. An event that tells nothing
by itself has empty words, and no line. Words below `opened.` tell an event to a reader who may see what it seals,
those below `gathered.` also what led to it: `{MarkerSown[colour]:names}` names what all events of that type held, and a
field alone is its own. Those below `brief.` tell in a few words what a player did, without saying who.
"""

import string
import tomllib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from importlib.resources import files
from types import MappingProxyType
from typing import Any, NamedTuple, TypeAlias

import msgspec

from domain.kernel.errors import IllegalMove
from domain.kernel.languages import ENGLISH, plural_form

Args = Mapping[str, Any]
NO_FACTS: Args = MappingProxyType({})


class Phrase(NamedTuple):
    """Words within other words: what is said in one of several ways, or not always."""

    key: str
    args: Args = NO_FACTS


class Catalogue:
    """The words of one game in every language that it speaks; English is always there and fills gaps."""

    def __init__(self, languages: Mapping[str, Mapping[str, str]]) -> None:
        """Take flat catalogues: language → key → template."""
        self.languages = languages

    @classmethod
    def load(cls, package: str) -> "Catalogue":
        """Read every `words/<language>.toml` of a package."""
        found = {}
        for entry in files(package).joinpath("words").iterdir():
            if entry.name.endswith(".toml"):
                found[entry.name.removesuffix(".toml")] = dict(_flat("", tomllib.loads(entry.read_text("utf-8"))))
        return cls(found)

    def merged(self, other: "Catalogue") -> "Catalogue":
        """This catalogue's words, and below them the other's."""
        languages = self.languages.keys() | other.languages.keys()
        return type(self)(
            {lang: {**other.languages.get(lang, {}), **self.languages.get(lang, {})} for lang in languages}
        )

    def say(self, key: str, args: Args, *, lang: str = ENGLISH, players: Sequence[str] = ()) -> str:
        """Put the words of `key` together."""
        found = self._find(key, lang)
        if found is None:
            message = f"no words for {key}"
            raise KeyError(message)
        text, _ = found
        if "{" not in text and "}" not in text:  # most words hold nothing
            return text
        return _Words(self, lang, players, args).put_together(_parted(text))

    def describe(
        self, thing: msgspec.Struct, facts: Args = NO_FACTS, *, lang: str = ENGLISH, players: Sequence[str] = ()
    ) -> str:
        """Put a command (`command.<Type>`) or an event (`event.<Type>`) into words, by its fields and further facts."""
        kind = type(thing).__name__
        section = "command" if type(thing).__struct_config__.tag else "event"
        return self.say(f"{section}.{kind}", {**msgspec.structs.asdict(thing), **facts}, lang=lang, players=players)

    def refusal(self, error: IllegalMove, *, lang: str = ENGLISH, players: Sequence[str] = ()) -> str:
        """Put a refusal into words."""
        return self.say(f"illegal.{error.reason}", error.args_, lang=lang, players=players)

    def term(self, label: str, args: Args, source: str, lang: str = ENGLISH) -> str:
        """Put a term of a score into words, which also know the source of the points."""
        return self.say(f"term.{label}", {"source": source, **args}, lang=lang)

    def name(self, value: object, lang: str, form: str = "") -> str:
        """The name of a value, if need be in a form; what has no entry of its own is shown as it is."""
        found = self._formed("name", value, lang, form)
        return str(value) if found is None or not found[0] else found[0]

    def names(self, lang: str) -> dict[str, str]:
        """Everything that has a name, by its id."""
        known = {**self.languages["en"], **self.languages.get(lang, {})}
        ids = [key.removeprefix("name.") for key in known if key.startswith("name.")]
        return {one: known[f"name.{one}"] for one in ids if "." not in one}

    def count(self, number: int, thing: object, lang: str, form: str = "") -> str:
        """So many of a thing."""
        return f"{number} {self.noun(number, thing, lang, form)}"

    def none(self, thing: object, lang: str, form: str = "") -> str:
        """Not one of a thing."""
        found = self._formed("none", thing, lang, form)
        return self.count(0, thing, lang, form) if found is None else found[0]

    def noun(self, number: int, thing: object, lang: str, form: str = "") -> str:
        """The word that goes with a number of a thing; what has no forms of its own is called by its name."""
        found = self._formed("count", thing, lang, form)
        if found is None:
            return self.name(thing, lang, form)
        text, language = found
        forms = text.split("|")
        return forms[min(plural_form(number, language), len(forms) - 1)]

    def has(self, key: str) -> bool:
        """Whether there are words of that key."""
        return key in self.languages[ENGLISH]

    def opens(self, kind: str) -> bool:
        """Whether events of that type have other words for a reader who may see what is sealed in them."""
        return self.has(f"opened.{kind}")

    def _formed(self, section: str, value: object, lang: str, form: str) -> "_Found | None":
        own = self.languages.get(lang, {}).get(f"{section}.{form}.{value}") if form else None
        return self._find(f"{section}.{value}", lang) if own is None else (own, lang)

    def _find(self, key: str, lang: str) -> "_Found | None":
        for language in (lang, ENGLISH):
            text = self.languages.get(language, _NOTHING).get(key)
            if text is not None:
                return text, language
        return None


_NOTHING: Mapping[str, str] = MappingProxyType({})
_Found: TypeAlias = tuple[str, str]
"""Words, and the language that they are in. A page asks for hundreds: a name for the pair would take longer than it."""


class _Slot(NamedTuple):
    """A place in a template where a field is told, and the text before it; without a field, the text at its end."""

    before: str
    field: str | None
    spec: str


class _Way(NamedTuple):
    """How a field is put into words; without words it is written as it is."""

    in_words: "Callable[[_Words, Any, str, str], str] | None"
    thing: str
    form: str


@lru_cache(maxsize=2**14)
def _parted(template: str) -> tuple[_Slot, ...]:
    """A template in its parts: to find them takes longer than to tell them."""
    return tuple(_Slot(before, field, spec or "") for before, field, spec, _ in _FIELDS.parse(template))


@lru_cache(maxsize=2**12)
def _way(spec: str) -> _Way:
    way, _, thing = spec.partition(" ")
    how, _, form = way.partition(".")
    return _Way(_FORMATS.get(how), thing, form)


_FIELDS = string.Formatter()


class Saying(NamedTuple):
    """Words that are put together once the reader's language is known."""

    words: Catalogue
    key: str
    args: Args = NO_FACTS

    def said(self, lang: str) -> str:
        """The words in a language."""
        return self.words.say(self.key, self.args, lang=lang)


class _Words:
    """What the fields of one template are told by."""

    def __init__(self, catalogue: Catalogue, lang: str, players: Sequence[str], args: Args) -> None:
        self._catalogue = catalogue
        self._lang = lang
        self._players = players
        self._args = args

    def put_together(self, slots: Iterable[_Slot]) -> str:
        args, told = self._args, []
        for before, field, spec in slots:
            told.append(before)
            if field is None:
                continue
            value = args[field] if field in args else self._part_of(field)
            how = _FIELDS.vformat(spec, (), args) if "{" in spec else spec
            in_words, thing, form = _way(how)
            told.append(format(value, how) if in_words is None else in_words(self, value, thing, form))
        return "".join(told)

    def _part_of(self, field: str) -> Any:  # noqa: ANN401 - whatever the field holds
        """A value within a field: `cards[0]`."""
        return _FIELDS.get_field(field, (), self._args)[0]

    def say(self, key: str, args: Args) -> str:
        return self._catalogue.say(key, args, lang=self._lang, players=self._players)

    def name(self, value: object, form: str = "") -> str:
        return self._catalogue.name(value, self._lang, form)

    def names(self, values: Iterable[object], form: str) -> str:
        return self.listed(self.name(value, form) for value in values)

    def tally(self, values: Iterable[object], form: str) -> str:
        return self.listed(_often(Counter(self.name(value, form) for value in values)))

    def either(self, values: Iterable[object], form: str) -> str:
        return self._joined([self.name(value, form) for value in values], "list.or")

    def player(self, seat: int) -> str:
        return self._players[seat] if seat < len(self._players) else self._shared("player.seat", seat=seat)

    def players(self, seats: Iterable[int]) -> str:
        return self._joined([self.player(seat) for seat in seats], "list.and")

    def count(self, number: int, thing: object, form: str) -> str:
        return self._catalogue.count(number, thing, self._lang, form)

    def some(self, number: int, thing: object, form: str) -> str:
        return self.count(number, thing, form) if number else self._catalogue.none(thing, self._lang, form)

    def noun(self, number: int, thing: object, form: str) -> str:
        return self._catalogue.noun(number, thing, self._lang, form)

    def counts(self, things: Iterable[object], form: str) -> str:
        return self.listed(self.some(number, thing, form) for thing, number in Counter(things).items())

    def each(self, numbers: Iterable[int], thing: str, form: str) -> str:
        counted = ((seat, number) for seat, number in enumerate(numbers) if number)
        return self.listed(f"{self.player(seat)} {self.count(number, thing, form)}" for seat, number in counted)

    def with_field(self, seats: Iterable[int], field: str) -> str:
        return self.listed(f"{self.player(seat)} {self._args[field][seat]}" for seat in seats)

    def standing(self, ranking: Iterable[Any]) -> str:
        return self.listed(f"{self.player(rank.seat)} {_number(rank.score)}" for rank in ranking)

    def pairs(self, values: Mapping[object, object], key: str, form: str) -> str:
        return self.listed(
            self.say(key, {"key": one, "value": other}) if key else f"{self.name(one, form)} {self.name(other, form)}"
            for one, other in values.items()
        )

    def terms(self, terms: Sequence[Any]) -> str:
        """What brought which points, source by source; terms that read alike are told once.

        Points are left out where a term brought none, or alone all that the sentence tells.
        """
        is_whole = len(terms) == 1 and terms[0].points == self._args.get("points")
        told = Counter(self._term(it, points=0 if is_whole else it.points) for it in terms)
        return self._apart(_often(told))

    def _term(self, term: Any, points: int) -> str:  # noqa: ANN401 - a term of any game
        text = self._catalogue.term(term.label, term.args, self._args.get("source", ""), self._lang)
        return f"{text} = {_number(points)}" if points else text

    def phrases(self, phrases: Iterable[Phrase | None]) -> str:
        return self._apart(self.say(phrase.key, phrase.args) for phrase in phrases if phrase is not None)

    def if_something(self, value: object, keys: str) -> str:
        """The words for something, or the other ones (none: there is nothing to say)."""
        some, _, other = keys.partition("|")
        key = some if value else other
        return self.say(key, self._args) if key else ""

    def cases(self, values: Iterable[object], keys: str) -> Iterator[str]:
        return (self.say(f"{keys}.{value}", self._args) for value in values)

    def listed(self, words: Iterable[str]) -> str:
        told = list(words)
        if any(", " in one for one in told):
            return self._apart(told)
        return ", ".join(told) or self.name("nothing")

    def _apart(self, words: Iterable[str]) -> str:
        """A list of what has commas of its own."""
        return self._shared("list.apart").join(words)

    def _joined(self, words: Sequence[str], key: str) -> str:
        """A list as it is read aloud, with a word before the last."""
        if len(words) < 2:  # noqa: PLR2004 - there is nothing to join
            return self.listed(words)
        return self._shared(key, some=", ".join(words[:-1]), last=words[-1])

    def _shared(self, key: str, **args: object) -> str:
        return SHARED.say(key, args, lang=self._lang)


_FORMATS: dict[str, Callable[[_Words, Any, str, str], str]] = {
    "name": lambda words, value, _, form: words.name(value, form),
    "names": lambda words, value, _, form: words.names(value, form),
    "tally": lambda words, value, _, form: words.tally(value, form),
    "either": lambda words, value, _, form: words.either(value, form),
    "player": lambda words, value, _, __: words.player(value),
    "players": lambda words, value, _, __: words.players(value),
    "count": _Words.count,
    "some": _Words.some,
    "signed": lambda _, value, __, ___: f"+{value}" if value > 0 else _number(value),
    "noun": _Words.noun,
    "counts": lambda words, value, _, form: words.counts(value, form),
    "each": _Words.each,
    "with": lambda words, value, field, _: words.with_field(value, field),
    "standing": lambda words, value, _, __: words.standing(value),
    "pairs": _Words.pairs,
    "terms": lambda words, value, _, __: words.terms(value),
    "phrase": lambda words, value, _, __: words.phrases([value]),
    "phrases": lambda words, value, _, __: words.phrases(value),
    "if": lambda words, value, keys, _: words.if_something(value, keys),
    "case": lambda words, value, keys, _: next(words.cases([value], keys)),
    "cases": lambda words, value, keys, _: words.listed(words.cases(value, keys)),
}


def _often(told: Counter[str]) -> Iterator[str]:
    """Each text once, and how often it was told."""
    return (text if number == 1 else f"{text} (× {number})" for text, number in told.items())


def _number(value: int) -> str:
    """A number with a real minus sign."""
    return str(value).replace("-", "\N{MINUS SIGN}")


def _flat(prefix: str, table: Mapping[str, Any]) -> list[tuple[str, str]]:
    rows: list[tuple[str, str]] = []
    for key, value in table.items():
        rows += _flat(f"{prefix}{key}.", value) if isinstance(value, dict) else [(prefix + key, value)]
    return rows


SHARED = Catalogue.load("domain.kernel")
"""Words that every game shares."""
