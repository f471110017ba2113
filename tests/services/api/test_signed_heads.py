"""What the server tells of a head it has signed: in answers, files and channels, by one key that copies keep."""

from collections.abc import Sequence
from pathlib import Path

from domain.kernel.export import Beside, read_line, to_line
from domain.kernel.ids import GameId
from domain.kernel.signed_note import SignedHead, read_head
from services.cli.flags import Flags
from services.cli.verify import verify
from services.store.client import giving_bytes
from services.store.head_key import HeadKey
from tests.kit.http import Person, Site
from tests.services.api.tables import choose, started
from tests.services.cli.test_records import Printed

Told = tuple[str, str, Sequence[bytes]]
"""A game, the key of its server, and its lines as they are exported."""


async def told(site: Site) -> Told:
    anna, brutus = await site.person("Anna"), await site.person("Brutus")
    game = await started(anna, brutus)
    await choose(anna, game)
    answer = await anna.get(f"/games/{game}/export")
    return game, await key_of(anna), answer.content.splitlines(keepends=True)


async def key_of(person: Person) -> str:
    key: str = (await person.seen("/heads"))["key"]
    return key


async def test_an_answer_to_a_choice_and_a_file_bring_the_signed_head(site: Site) -> None:
    anna, brutus = await site.person("Anna"), await site.person("Brutus")
    game, key = await started(anna, brutus), await key_of(anna)
    option = (await anna.seen(f"/games/{game}/options"))["options"][0]["command"]
    played = await anna.done(f"/games/{game}/commands", {"command": option})
    newest = played["events"][-1]
    assert read_head(played["note"], key) == SignedHead(game, newest["version"], newest["hash"])
    lines = (await brutus.get(f"/games/{game}/export")).content.splitlines()
    notes = [read_line(line, version).note for version, line in enumerate(lines, 1)]
    assert [*notes[:-1]] == [""] * (len(lines) - 1), "only the last line has one"
    assert notes[-1] == played["note"], "everybody is told the same"


async def test_the_key_and_its_name_stay_what_they_are(site: Site) -> None:
    key = await key_of(site.stranger)
    later = HeadKey(giving_bytes(site.services.client), "another.example")
    assert (await later.heads()).verifier == key


async def test_a_file_that_the_server_signed_is_held_to_its_note(site: Site, tmp_path: Path) -> None:
    _, key, lines = await told(site)
    file, flags = tmp_path / "game.jsonl", Flags(data_dir=tmp_path / "data")
    file.write_bytes(b"".join(lines))
    assert verify(str(file), key=key, flags=flags) == 0
    file.write_bytes(b"".join(lines[:-1]))
    assert verify(str(file), key=key, flags=flags) == 1, "without its note"


async def test_two_histories_are_shown_by_two_notes(site: Site, tmp_path: Path, capsys: Printed) -> None:
    """A server that tells one player another history has signed it: any two players can show that."""
    game, key, lines = await told(site)
    head_key = await site.services.server.head_key.heads()
    version = len(lines)
    honest = read_line(lines[-1], version).record.hash()
    notes = {
        "honest": head_key.note(GameId(game), version, honest),
        "forked": head_key.note(GameId(game), version, "f" * 64),
    }
    for name, note in notes.items():
        (tmp_path / name).write_text(note, "utf-8")
    file, flags = tmp_path / "game.jsonl", Flags(data_dir=tmp_path / "data")
    file.write_bytes(b"".join(lines))
    assert verify(str(file), notes=[tmp_path / "honest"], key=key, flags=flags) == 0
    assert verify(str(file), notes=[tmp_path / "honest", tmp_path / "forked"], key=key, flags=flags) == 1
    assert "the server signed another head of this version" in capsys.readouterr().out.replace("\n", " ")


async def test_a_note_beside_another_game_is_no_proof(site: Site, tmp_path: Path) -> None:
    _, key, lines = await told(site)
    note = read_line(lines[-1], len(lines)).note
    game = await started(await site.person("Cato"), await site.person("Decius"))
    records = await site.services.tables.store.read(GameId(game))
    beside = Beside(note=note, last=len(records))
    file = tmp_path / "other.jsonl"
    file.write_bytes(b"".join(to_line(record, beside) for record in records))
    assert verify(str(file), key=key, flags=Flags(data_dir=tmp_path / "data")) == 1
