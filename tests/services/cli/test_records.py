"""`acta verify`, `export`, `import` and `replay`, on files and on the games of a real data folder."""

from hashlib import sha256
from pathlib import Path

import pytest

from domain.kernel import overtime
from domain.kernel.anonymous import anonymised
from domain.kernel.chain import verify as verify_chain
from domain.kernel.clock import Clock
from domain.kernel.envelope import GENESIS, Record, redact
from domain.kernel.export import Beside, from_line, to_line
from domain.kernel.ids import GameId, Seat, UserId, Version
from services.cli import game_logs
from services.cli.errors import Refusal
from services.cli.export import export
from services.cli.flags import Flags, settings_from
from services.cli.import_file import import_file
from services.cli.picture import players_at
from services.cli.replay import replay
from services.cli.verify import verify
from services.store.events import Append, CommandKey
from tests.kit import forgery
from tests.kit.command_line import acta
from tests.kit.lifecycle_match import whole_lifecycle
from tests.kit.logged_match import LoggedMatch, played, position
from tests.kit.scenario import waited_for
from tests.kit.taberna import GAME
from tests.kit.timed_match import GIFT, at_errands
from tests.kit.what_if import WhatIf

Printed = pytest.CaptureFixture[str]
LOGGED = played(GAME, 3, 8)
FINISHED = anonymised(GAME, LOGGED.secret, LOGGED.records)
"""A whole game under an id like those that servers give."""
FINISHED_ID = FINISHED[0].envelope().game
RUNNING = position(GAME, 3, 8, 9)
OTHER_DATA = GAME.printed + b"# another board"
OTHER_HASH = sha256(OTHER_DATA).hexdigest()


@pytest.fixture
def flags(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Flags:
    monkeypatch.setenv("ACTA_GAMES", "tests.kit.taberna:GAME")
    return Flags(data_dir=tmp_path / "data")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """The finished game, exported."""
    return written(tmp_path / "game.jsonl", FINISHED)


def written(path: Path, records: list[Record]) -> Path:
    path.write_bytes(b"".join(map(to_line, records)))
    return path


def with_other_data(path: Path) -> Path:
    """The finished game with a point too many, and with printed data that would explain it."""
    created, *pages = forgery.richer(forgery.lines_of(GAME, FINISHED))
    records = forgery.written([created.with_fields(data_hash=OTHER_HASH), *pages], LOGGED.secret)
    path.write_bytes(b"".join(to_line(record, Beside({OTHER_HASH: OTHER_DATA})) for record in records))
    return path


def read(path: Path) -> list[Record]:
    return [from_line(line, version) for version, line in enumerate(path.read_bytes().splitlines(), 1)]


def store(flags: Flags, logged: LoggedMatch) -> str:
    """Put the log of a match into the data folder, as its server would have."""
    game = GameId(logged.records[0].envelope().game)
    batch = Append(game, Version(0), GENESIS, logged.head, logged.records, CommandKey("k", ""), None, logged.secret)
    game_logs.ask_store(settings_from(flags), lambda store: store.append(batch))
    return game


class TestVerify:
    def test_a_file_that_holds(self, flags: Flags, file: Path, capsys: Printed) -> None:
        assert verify(str(file), head=FINISHED[-1].hash(), flags=flags) == 0
        printed = capsys.readouterr().out
        assert "✓ Every command was legal" in printed
        assert "– Whoever runs the server can look into a running game." in printed
        assert printed.endswith("The log holds.\n")
        assert flags.data_dir is not None
        assert not flags.data_dir.exists(), "a file needs no server"

    def test_a_file_that_does_not(self, flags: Flags, tmp_path: Path, capsys: Printed) -> None:
        file = written(tmp_path / "cut.jsonl", [*FINISHED[:5], *FINISHED[6:]])
        assert verify(str(file), flags=flags) == 1
        printed = capsys.readouterr().out
        assert "✗ version 6: the line says version 7" in printed
        assert "✓" not in printed

    def test_the_byte_that_ends_a_line_cannot_be_another_one(self, flags: Flags, file: Path, capsys: Printed) -> None:
        file.write_bytes(file.read_bytes().replace(b"\n", b"\r", 1))
        assert verify(str(file), flags=flags) == 1
        assert "✗ version 1: unreadable line" in capsys.readouterr().out

    def test_a_file_that_is_no_log(self, flags: Flags, tmp_path: Path, capsys: Printed) -> None:
        file = tmp_path / "letter.txt"
        file.write_text("Dear Livia")
        assert verify(str(file), flags=flags) == 1
        assert "✗ version 1: unreadable line" in capsys.readouterr().out

    def test_another_head_than_the_one_that_was_seen(self, flags: Flags, file: Path, capsys: Printed) -> None:
        assert verify(str(file), head="0" * 64, flags=flags) == 1
        assert "no line has the hash 000000" in capsys.readouterr().out

    def test_the_exit_code_is_that_of_the_program(self, file: Path, tmp_path: Path) -> None:
        broken, forged = written(tmp_path / "broken.jsonl", FINISHED[1:]), with_other_data(tmp_path / "forged.jsonl")
        for path, code in ((file, 0), (broken, 1), (forged, 3)):
            assert acta("verify", str(path), ACTA_GAMES="tests.kit.taberna:GAME").returncode == code

    def test_a_file_with_printed_data_of_its_own(self, flags: Flags, tmp_path: Path, capsys: Printed) -> None:
        assert verify(str(with_other_data(tmp_path / "forged.jsonl")), flags=flags) == 3
        printed = " ".join(capsys.readouterr().out.split())
        assert "✗" not in printed
        assert f"the data hash {OTHER_HASH} would judge them" in printed
        assert "The log is NOT JUDGED" in printed
        assert "The log holds" not in printed

    def test_a_game_on_the_server(self, flags: Flags, capsys: Printed) -> None:
        assert verify(store(flags, RUNNING), flags=flags) == 0
        assert "The game is not over" in capsys.readouterr().out

    @pytest.mark.parametrize("head", ["", "3f6c", "G" * 64])
    def test_a_head_that_is_none(self, flags: Flags, file: Path, head: str) -> None:
        with pytest.raises(Refusal, match="is no head"):
            verify(str(file), head=head, flags=flags)

    def test_neither_file_nor_game(self, flags: Flags) -> None:
        with pytest.raises(Refusal, match="holds no data of Acta"):
            verify("0f", flags=flags)
        store(flags, RUNNING)
        with pytest.raises(Refusal, match="no file and no game 0f"):
            verify("0f", flags=flags)


class TestExport:
    def test_a_running_game_as_somebody_may_see_it(self, flags: Flags, tmp_path: Path, capsys: Printed) -> None:
        game, target = store(flags, RUNNING), tmp_path / "out.jsonl"
        for seat in (None, 0, 1):
            export(game, output=target, as_seat=seat, public=seat is None, flags=flags)
            copy = read(target)
            assert verify_chain(copy) == RUNNING.head
            owners = {mark for record in copy for mark in record.openings}
            assert bool(owners) is (seat is not None)
        assert capsys.readouterr().err == ""

    def test_a_running_game_whole_comes_with_a_warning(self, flags: Flags, tmp_path: Path, capsys: Printed) -> None:
        export(store(flags, RUNNING), output=tmp_path / "out.jsonl", flags=flags)
        assert read(tmp_path / "out.jsonl") == RUNNING.records
        assert "must not see" in capsys.readouterr().err

    def test_a_finished_game_is_whole_for_everyone(self, flags: Flags, tmp_path: Path) -> None:
        export(store(flags, LOGGED), output=tmp_path / "out.jsonl", public=True, flags=flags)
        assert read(tmp_path / "out.jsonl") == LOGGED.records

    def test_without_a_file_it_goes_to_standard_output(
        self, flags: Flags, capfdbinary: pytest.CaptureFixture[bytes]
    ) -> None:
        export(store(flags, LOGGED), flags=flags)
        assert capfdbinary.readouterr().out == b"".join(map(to_line, LOGGED.records))

    def test_an_anonymised_copy_says_what_it_is(self, flags: Flags, tmp_path: Path, capsys: Printed) -> None:
        export(store(flags, LOGGED), output=tmp_path / "out.jsonl", anonymise=True, flags=flags)
        assert read(tmp_path / "out.jsonl") == FINISHED
        assert "not that it is a copy" in capsys.readouterr().err
        assert verify(str(tmp_path / "out.jsonl"), flags=flags) == 0

    def test_what_cannot_be_exported(self, flags: Flags, tmp_path: Path) -> None:
        game = store(flags, RUNNING)
        with pytest.raises(Refusal, match="Only a game that is over"):
            export(game, anonymise=True, flags=flags)
        with pytest.raises(Refusal, match="Use only one of"):
            export(game, public=True, as_seat=1, flags=flags)
        for seat in (-1, 3):
            with pytest.raises(Refusal, match="the seats 0 to 2"):
                export(game, as_seat=seat, flags=flags)
        with pytest.raises(Refusal, match="cannot be written"):
            export(game, output=tmp_path / "no" / "folder", public=True, flags=flags)


class TestImport:
    def test_what_was_imported_is_exported_as_it_was(self, flags: Flags, file: Path, tmp_path: Path) -> None:
        import_file(file, flags=flags)
        export(FINISHED_ID, output=tmp_path / "again.jsonl", flags=flags)
        assert (tmp_path / "again.jsonl").read_bytes() == file.read_bytes()

    def test_what_cannot_be_judged_is_taken_in_only_if_that_is_asked_for(self, flags: Flags, tmp_path: Path) -> None:
        """With data that this server never had: the game was played with other boards, or so it says."""
        file, target = with_other_data(tmp_path / "forged.jsonl"), tmp_path / "again.jsonl"
        with pytest.raises(Refusal, match="only with --unjudged"):
            import_file(file, flags=flags)
        assert flags.data_dir is not None
        assert not flags.data_dir.exists(), "nothing was touched"
        import_file(file, unjudged=True, flags=flags)
        export(FINISHED_ID, output=target, flags=flags)
        first, *rest = target.read_bytes().splitlines()
        assert first.replace(b',"unjudged":true}', b"}") == file.read_bytes().splitlines()[0]
        assert rest == file.read_bytes().splitlines()[1:]
        assert [line.printed for line in game_logs.lines_of(target) if line.printed] == [OTHER_DATA]

    def test_what_holds_is_not_marked_even_if_anything_was_to_be_taken(self, flags: Flags, file: Path) -> None:
        import_file(file, unjudged=True, flags=flags)
        export(FINISHED_ID, output=file, flags=flags)
        assert b"unjudged" not in file.read_bytes()

    def test_a_true_game_takes_the_place_of_one_that_nobody_judged(
        self, flags: Flags, file: Path, tmp_path: Path, capsys: Printed
    ) -> None:
        forged = with_other_data(tmp_path / "forged.jsonl")
        import_file(forged, unjudged=True, flags=flags)
        import_file(file, flags=flags)
        assert "replaces a record that nobody here had judged" in capsys.readouterr().out
        export(FINISHED_ID, output=tmp_path / "again.jsonl", flags=flags)
        assert (tmp_path / "again.jsonl").read_bytes() == file.read_bytes()
        with pytest.raises(Refusal, match="here with another record"):
            import_file(forged, unjudged=True, flags=flags)

    def test_twice_is_once(self, flags: Flags, file: Path, capsys: Printed) -> None:
        import_file(file, flags=flags)
        import_file(file, flags=flags)
        assert capsys.readouterr().out.splitlines() == [
            f"The game {FINISHED_ID} is here now, with {len(FINISHED)} events.",
            f"The game {FINISHED_ID} is here already.",
        ]

    def test_another_log_under_the_same_id_is_refused(self, flags: Flags, file: Path, tmp_path: Path) -> None:
        import_file(file, flags=flags)
        later = [page._replace(at="2030-01-01T00:00:00Z") for page in forgery.lines_of(GAME, FINISHED)]
        other = written(tmp_path / "other.jsonl", forgery.written(later, LOGGED.secret))
        with pytest.raises(Refusal, match="here with another record"):
            import_file(other, flags=flags)
        assert game_logs.stored_log(FINISHED_ID, settings_from(flags)) == FINISHED

    @pytest.mark.parametrize(
        ("records", "sentence"),
        [
            (FINISHED[1:], "A record that does not hold is not imported"),
            (RUNNING.records, "Only a game that is over"),
            (LOGGED.records, "'g' is not the id of a game"),
        ],
        ids=["forged", "running", "odd id"],
    )
    def test_what_is_refused(self, flags: Flags, tmp_path: Path, records: list[Record], sentence: str) -> None:
        with pytest.raises(Refusal, match=sentence):
            import_file(written(tmp_path / "file.jsonl", records), flags=flags)
        assert flags.data_dir is not None
        assert not flags.data_dir.exists(), "nothing was touched"

    def test_a_game_that_this_server_does_not_have(
        self, flags: Flags, file: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.delenv("ACTA_GAMES")
        with pytest.raises(Refusal, match="does not have the game taberna"):
            import_file(file, flags=flags)


class TestNames:
    """Names stand beside the record: a file brings them along, and nothing is proven by them."""

    @pytest.fixture
    def named(self, tmp_path: Path) -> Path:
        names = {UserId(f"player-{number}"): name for number, name in enumerate(("Livia", "Gaius", "Nero"), 1)}
        path = tmp_path / "named.jsonl"
        path.write_bytes(b"".join(to_line(record, Beside(names=names)) for record in FINISHED))
        return path

    def test_a_replay_names_people(self, flags: Flags, named: Path, file: Path, capsys: Printed) -> None:
        replay(str(named), flags=flags)
        told = capsys.readouterr().out
        assert told.splitlines()[1].endswith("Livia sat down.")
        points = ", ".join(f"{n}: {p}" for n, p in zip(("Livia", "Gaius", "Nero"), LOGGED.match.scores(), strict=True))
        assert told.splitlines()[-1] == f"Points after version {len(FINISHED)}: {points}"
        assert "seat" not in told.replace("seat is", "")
        replay(str(file), flags=flags)
        assert "seat 0 sat down." in capsys.readouterr().out, "a copy without names"

    def test_a_replay_says_if_nobody_judged_it(self, flags: Flags, tmp_path: Path, capsys: Printed) -> None:
        replay(str(with_other_data(tmp_path / "forged.jsonl")), flags=flags)
        assert capsys.readouterr().out.endswith("does not have. Its points may be made up.\n")

    def test_an_import_keeps_them(self, flags: Flags, named: Path, tmp_path: Path, capsys: Printed) -> None:
        import_file(named, flags=flags)
        replay(FINISHED_ID, at=2, flags=flags)
        assert "Livia sat down." in capsys.readouterr().out
        export(FINISHED_ID, output=tmp_path / "again.jsonl", flags=flags)
        assert (tmp_path / "again.jsonl").read_bytes() == named.read_bytes()

    def test_an_anonymised_copy_has_none(self, flags: Flags, named: Path, tmp_path: Path) -> None:
        import_file(named, flags=flags)
        export(FINISHED_ID, output=tmp_path / "copy.jsonl", anonymise=True, flags=flags)
        assert b"Livia" not in (tmp_path / "copy.jsonl").read_bytes()


class TestReplay:
    def test_a_game_in_words_up_to_a_version(self, flags: Flags, file: Path, capsys: Printed) -> None:
        replay(str(file), at=20, flags=flags)
        lines = capsys.readouterr().out.splitlines()
        assert len(lines) == 1 + sum(record.envelope().type != "LotsDrawn" for record in FINISHED[:20])
        assert lines[0].split("  ")[-1] == "The table was opened."
        assert lines[-1].startswith("Points after version 20: seat 0: ")

    def test_the_points_at_the_end_are_those_of_the_game(self, flags: Flags, file: Path, capsys: Printed) -> None:
        replay(str(file), flags=flags)
        scores = ", ".join(f"seat {seat}: {points}" for seat, points in enumerate(LOGGED.match.scores()))
        assert capsys.readouterr().out.splitlines()[-1] == f"Points after version {len(FINISHED)}: {scores}"

    def test_a_redacted_copy(self, flags: Flags, tmp_path: Path, capsys: Printed) -> None:
        export(store(flags, RUNNING), output=tmp_path / "out.jsonl", public=True, flags=flags)
        replay(str(tmp_path / "out.jsonl"), flags=flags)
        told = [record for record in RUNNING.records if record.envelope().type != "LotsDrawn"]
        assert len(capsys.readouterr().out.splitlines()) == len(told) + 1

    def test_choices_that_were_taken_back_are_marked(self, flags: Flags, tmp_path: Path, capsys: Printed) -> None:
        logged = LoggedMatch(GAME, 2, 4)
        while not logged.match.state.public.owed:
            seat = waited_for(logged.match.to_act())[0]
            logged.play(seat, logged.match.legal(seat)[0])
        (seat,) = waited_for(logged.match.to_act())
        logged.play(seat, logged.match.legal(seat)[0])
        logged.undo(seat)
        replay(str(written(tmp_path / "undone.jsonl", logged.records)), flags=flags)
        lines = capsys.readouterr().out.splitlines()
        assert [line.split("  ")[-1] for line in lines[-4:-2]] == ["(taken back)", "(taken back)"]

    def test_what_an_undo_leaves_standing_is_not_marked(self, flags: Flags, tmp_path: Path, capsys: Printed) -> None:
        table, seat, _ = at_errands(Clock())
        table.play(seat, GIFT)
        table.do(seat, overtime.extend, Seat(1 - seat))
        table.undo(seat)
        replay(str(written(tmp_path / "timed.jsonl", table.records)), flags=flags)
        lines = capsys.readouterr().out.splitlines()
        assert [line for line in lines if line.endswith("more time.")]
        assert [line for line in lines if line.endswith("(taken back)")]

    def test_an_eventful_life_has_words(self, flags: Flags, tmp_path: Path, capsys: Printed) -> None:
        replay(str(written(tmp_path / "life.jsonl", whole_lifecycle().records)), flags=flags)
        assert "bruno" not in capsys.readouterr().out

    def test_what_cannot_be_told(self, flags: Flags, file: Path, tmp_path: Path) -> None:
        with pytest.raises(Refusal, match="versions 1 to"):
            replay(str(file), at=0, flags=flags)
        with pytest.raises(Refusal, match="does not hold"):
            replay(str(written(tmp_path / "cut.jsonl", FINISHED[1:])), flags=flags)


class TestWhatIf:
    @pytest.fixture
    def branch(self) -> WhatIf:
        """A branch of the finished game, played to its end."""
        at = next(version for version, line in enumerate(FINISHED, 1) if line.envelope().type == "CardsRevealed")
        branch = WhatIf(GAME, FINISHED, at)
        for _ in branch.steps(2):
            pass
        return branch

    def test_its_file_proves_what_followed_and_with_its_origin_the_start(
        self, flags: Flags, file: Path, branch: WhatIf, tmp_path: Path, capsys: Printed
    ) -> None:
        own = written(tmp_path / "branch.jsonl", branch.records)
        assert verify(str(own), flags=flags) == 0
        alone = capsys.readouterr().out
        assert f"– The game branches from version {branch.place.version} of the game {FINISHED_ID}." in alone
        assert "(--origin)" in alone
        assert verify(str(own), origin=str(file), flags=flags) == 0
        together = capsys.readouterr().out
        assert "✓ It begins with the position at version" in together
        assert "--origin" not in together

    def test_another_origin_does_not_hold(self, flags: Flags, branch: WhatIf, tmp_path: Path, capsys: Printed) -> None:
        own = written(tmp_path / "branch.jsonl", branch.records)
        other = written(tmp_path / "other.jsonl", LOGGED.records)
        assert verify(str(own), origin=str(other), flags=flags) == 1
        assert f"✗ version 5: it branches from the game {FINISHED_ID}" in capsys.readouterr().out

    def test_it_is_imported_and_told_like_any_other(
        self, flags: Flags, branch: WhatIf, tmp_path: Path, capsys: Printed
    ) -> None:
        copy = anonymised(GAME, branch.secret, branch.records)
        import_file(written(tmp_path / "branch.jsonl", copy), flags=flags)
        replay(copy[0].envelope().game, flags=flags)
        printed, chairs = capsys.readouterr().out, branch.match.table.chairs
        assert f"play goes on from version {branch.place.version} of another game" in printed
        names = players_at(branch.match.table, {}, "en")
        bots = {name for name, chair in zip(names, chairs, strict=True) if chair.bot}
        assert bots <= {"Fortuna", "Fortuna II", "Fortuna III"}
        scores = ", ".join(f"{name}: {points}" for name, points in zip(names, branch.match.scores(), strict=True))
        assert printed.endswith(f"{scores}\n")

    def test_a_running_one_is_told_without_its_position(self, flags: Flags, tmp_path: Path, capsys: Printed) -> None:
        branch = WhatIf(GAME, FINISHED, len(FINISHED) // 2)
        replay(str(written(tmp_path / "own.jsonl", [redact(line, Seat(0)) for line in branch.records])), flags=flags)
        assert "A what-if game" in capsys.readouterr().out
