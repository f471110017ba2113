"""Player-facing words: a catalogue of templates per language, kept beside the rules that need them.

A template names the fields of what it describes. A field's format says how it is put into words:

- `{tile:name}` looks the value up below `name.`, `{cards:names}` each value of a list (an empty one: `name.nothing`);
- `{seat:player}` becomes a player's name, `{winners:players}` the names of several;
- `{coins:count coin}` counts by the forms below `count.`, for one and for any other number (`coin = "coin|coins"`);
- `{goods:counts}` counts the things of a list, each by its own forms;
- `{coins:each coin}` counts seat by seat, leaving out seats that have none;
- `{ranking:with votes}` names players in the order of the list, each with what another field holds for its seat;
- `{ranking:standing}` names players in the order of a result, each with the points;
- `{tokens:pairs}` names the keys and values of a mapping (`{tiles:pairs laid}`: by the words of `laid`, which know each
  `{key}` and `{value}`), `{detail:terms}` tells the arithmetic of a score;
- `{effect:phrase}` is put together from words of its own, a `Phrase` (`None`: there is nothing to say), `{all:phrases}`
  from several, one after the other.

Other words can follow from a value. They stand under keys of their own and know the same fields:

- `{forgone:if left.goods}` says `left.goods` if there is something (not empty, not 0), `{money:if paid.some|paid.none}`
  says the one or the other;
- `{reason:case ended}` says `ended.<reason>`, `{reasons:cases ended}` so for each value of a list.

The words of an event name only what was never sealed: they are the same for every reader. An event that tells nothing
by itself has empty words, and no line. Words below `opened.` tell an event to a reader who may see what it seals.
"""

import string
import tomllib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from importlib.resources import files
from types import MappingProxyType
from typing import Any, NamedTuple

import msgspec

from domain.kernel.errors import IllegalMove
from domain.kernel.ids import UserId

Args = Mapping[str, Any]
NO_FACTS: Args = MappingProxyType({})

NOBODY = "somebody who has left"
"""What somebody is called whose account is not here (any more)."""


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
        return Catalogue(
            {lang: {**other.languages.get(lang, {}), **self.languages.get(lang, {})} for lang in languages}
        )

    def say(self, key: str, args: Args, *, lang: str = "en", players: Sequence[str] = ()) -> str:
        """Put the words of `key` together."""
        template = self._find(key, lang)
        if template is None:
            message = f"no words for {key}"
            raise KeyError(message)
        return _Words(self, lang, players, args).vformat(template, (), args)

    def describe(
        self, thing: msgspec.Struct, facts: Args = NO_FACTS, *, lang: str = "en", players: Sequence[str] = ()
    ) -> str:
        """Put a command (`command.<Type>`) or an event (`event.<Type>`) into words, by its fields and further facts."""
        kind = type(thing).__name__
        section = "command" if type(thing).__struct_config__.tag else "event"
        return self.say(f"{section}.{kind}", {**msgspec.structs.asdict(thing), **facts}, lang=lang, players=players)

    def refusal(self, error: IllegalMove, *, lang: str = "en", players: Sequence[str] = ()) -> str:
        """Put a refusal into words."""
        return self.say(f"illegal.{error.reason}", error.args_, lang=lang, players=players)

    def term(self, label: str, args: Args, source: str, lang: str = "en") -> str:
        """Put a term of a score into words, which also know the source of the points."""
        return self.say(f"term.{label}", {"source": source, **args}, lang=lang)

    def name(self, value: object, lang: str) -> str:
        """The name of a value; what has no entry of its own is shown as it is."""
        return self._find(f"name.{value}", lang) or str(value)

    def names(self, lang: str) -> dict[str, str]:
        """Everything that has a name, by its id."""
        known = {**self.languages["en"], **self.languages.get(lang, {})}
        ids = [key.removeprefix("name.") for key in known if key.startswith("name.")]
        return {one: known[f"name.{one}"] for one in ids if "." not in one}

    def count(self, number: int, thing: object, lang: str) -> str:
        """So many of a thing; what has no forms of its own is called by its name."""
        one, _, other = (self._find(f"count.{thing}", lang) or self.name(thing, lang)).partition("|")
        return f"{number} {one if number == 1 or not other else other}"

    def opens(self, kind: str) -> bool:
        """Whether events of that type have other words for a reader who may see what is sealed in them."""
        return f"opened.{kind}" in self.languages["en"]

    def _find(self, key: str, lang: str) -> str | None:
        found = self.languages.get(lang, {}).get(key)
        return self.languages["en"].get(key) if found is None else found


class _Words(string.Formatter):
    def __init__(self, catalogue: Catalogue, lang: str, players: Sequence[str], args: Args) -> None:
        self._catalogue = catalogue
        self._lang = lang
        self._players = players
        self._args = args
        self._formats: dict[str, Callable[[Any, str], str]] = {
            "name": lambda value, _: self._name(value),
            "names": lambda value, _: self._listed(map(self._name, value)),
            "player": lambda value, _: self._player(value),
            "players": lambda value, _: self._listed(map(self._player, value)),
            "count": self._count,
            "counts": lambda value, _: self._listed(self._count(n, item) for item, n in Counter(value).items()),
            "each": lambda value, thing: self._listed(self._each(value, thing)),
            "with": lambda value, field: self._listed(f"{self._player(s)} {self._args[field][s]}" for s in value),
            "standing": lambda value, _: self._listed(f"{self._player(rank.seat)} {rank.score}" for rank in value),
            "pairs": lambda value, key: self._listed(self._pair(a, b, key) for a, b in value.items()),
            "terms": lambda value, _: "; ".join(self._terms(value)),
            "phrase": lambda value, _: "" if value is None else self._say(value.key, value.args),
            "phrases": lambda value, _: "; ".join(self._say(phrase.key, phrase.args) for phrase in value),
            "if": self._if,
            "case": self._case,
            "cases": lambda value, keys: self._listed(self._case(item, keys) for item in value),
        }

    def format_field(self, value: Any, format_spec: str) -> str:  # noqa: ANN401 - the base class's own signature
        how, _, thing = format_spec.partition(" ")
        in_words = self._formats.get(how)
        return super().format_field(value, format_spec) if in_words is None else in_words(value, thing)

    def _say(self, key: str, args: Args) -> str:
        return self._catalogue.say(key, args, lang=self._lang, players=self._players)

    def _name(self, value: object) -> str:
        return self._catalogue.name(value, self._lang)

    def _count(self, number: int, thing: object) -> str:
        return self._catalogue.count(number, thing, self._lang)

    def _player(self, seat: int) -> str:
        return self._players[seat] if seat < len(self._players) else f"seat {seat}"

    def _each(self, numbers: Iterable[int], thing: str) -> Iterator[str]:
        for seat, number in enumerate(numbers):
            if number:
                yield f"{self._player(seat)} {self._count(number, thing)}"

    def _pair(self, one: object, other: object, key: str) -> str:
        return self._say(key, {"key": one, "value": other}) if key else f"{self._name(one)} {self._name(other)}"

    def _case(self, value: object, keys: str) -> str:
        return self._say(f"{keys}.{value}", self._args)

    def _terms(self, terms: Iterable[Any]) -> Iterator[str]:
        """What brought which points, source by source; terms that read alike are told once."""
        source = self._args.get("source", "")
        told = [f"{self._catalogue.term(it.label, it.args, source, self._lang)} = {it.points}" for it in terms]
        for text, number in Counter(told).items():
            yield text if number == 1 else f"{text} (× {number})"

    def _if(self, value: object, keys: str) -> str:
        """The words for something, or the other ones (none: there is nothing to say)."""
        some, _, other = keys.partition("|")
        key = some if value else other
        return self._say(key, self._args) if key else ""

    def _listed(self, words: Iterable[str]) -> str:
        return ", ".join(words) or self._name("nothing")


class Holder(NamedTuple):
    """Who plays a seat: a person, a bot, or (both) a bot in place of a person; nobody, if the seat is open."""

    user: UserId | None = None
    bot: str | None = None


def name_then(words: Catalogue, seat: int, holder: Holder, known: Mapping[UserId, str], lang: str) -> str:
    """What a line about the past calls a seat: whoever played it, and that a bot did if it was one."""
    name = name_at_table(seat, *holder, known)
    if not name:
        return words.say("player.nobody", {"seat": seat}, lang=lang)
    return words.say("player.bot_for", {"name": name}, lang=lang) if None not in holder else name


def name_at_table(seat: int, user: UserId | None, bot: str | None, known: Mapping[UserId, str]) -> str:
    """The name of the player on a chair. Strangers, and bots of one kind, are told apart by their chairs."""
    if user is not None:
        name = known.get(user, NOBODY)
        return f"{NOBODY} (seat {seat})" if name == NOBODY else name
    return "" if bot is None else f"bot {bot} {seat}"


def _flat(prefix: str, table: Mapping[str, Any]) -> list[tuple[str, str]]:
    rows: list[tuple[str, str]] = []
    for key, value in table.items():
        rows += _flat(f"{prefix}{key}.", value) if isinstance(value, dict) else [(prefix + key, value)]
    return rows
