"""The command line's own words: help, configuration and refusals."""

import dataclasses
from pathlib import Path

import pytest

from services.cli.config import config
from services.cli.flags import Flags, settings_from
from services.settings import Settings, load
from services.settings.values import DESCRIPTIONS
from tests.kit.command_line import acta

CANARY = "canary-c0de"


def test_every_flag_is_a_setting() -> None:
    assert {field.name for field in dataclasses.fields(Flags)} - {"config"} <= DESCRIPTIONS.keys()


def test_flags_go_first(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    path = tmp_path / "acta.toml"
    path.write_text('host = "10.0.0.1"\nport = 1\nsign_up = "closed"')
    monkeypatch.setenv("ACTA_PORT", "2")
    monkeypatch.setenv("ACTA_SIGN_UP", "invite")
    settings = settings_from(Flags(config=path, sign_up="open"))
    assert (settings.host, settings.port, settings.sign_up) == ("10.0.0.1", 2, "open")


def test_what_config_prints_can_be_read_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("ACTA_GAMES", "a.b:C,d:E")
    monkeypatch.setenv("ACTA_REQUIRE_DURABLE", "1")
    config(Flags(port=7, data_dir=Path('folder with "quotes" and \\')))
    printed = tmp_path / "acta.toml"
    printed.write_text(capsys.readouterr().out)
    read = load(environ={}, config=printed)
    assert (
        read.environment()
        == Settings(
            port=7, data_dir=Path('folder with "quotes" and \\'), games=("a.b:C", "d:E"), require_durable=True
        ).environment()
    )


def test_config_says_where_each_value_came_from(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "acta.toml"
    path.write_text('host = "10.0.0.1"')
    monkeypatch.setenv("ACTA_FSYNC", "everysec")
    config(Flags(config=path, port=7))
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == len(DESCRIPTIONS)
    for start in (
        f'host = "10.0.0.1"  # {path}: ',
        "port = 7  # --port: ",
        'fsync = "everysec"  # ACTA_FSYNC: ',
        'sign_up = "open"  # default: ',
        "# smtp_url is not set  # default: ",
    ):
        assert [line for line in lines if line.startswith(start)], start


def test_config_shows_no_secret() -> None:
    secrets = {
        "ACTA_REDIS_URL": f"redis://user:{CANARY}@h",
        "ACTA_QUEUE_URL": f"redis://user:{CANARY}@h",
        "ACTA_SMTP_URL": f"smtp://user:{CANARY}@h",
    }
    answer = acta("config", ACTA_MAIL_FROM="acta@example.org", **secrets)
    assert answer.stdout.count("://********@h") == 3
    assert CANARY not in answer.stdout + answer.stderr


def test_help_names_every_command_and_shows_examples() -> None:
    printed = acta("--help").stdout
    for words in ("serve  ", "api  ", "projector  ", "worker  ", "config  ", "acta serve --host 0.0.0.0"):
        assert words in printed


def test_help_of_a_command_shows_its_own_flags_first() -> None:
    printed = acta("verify", "--help").stdout
    assert printed.index("--head") < printed.index("--origin") < printed.index("Settings of the server")
    assert printed.index("Settings of the server") < printed.index("--config") < printed.index("--redis-url")


@pytest.mark.parametrize(("command", "code"), [(("rebuild",), 1), (("verify", "0f"), 2), (("replay", "0f"), 1)])
def test_a_folder_without_data_is_called_that_and_left_alone(
    tmp_path: Path, command: tuple[str, ...], code: int
) -> None:
    refused = acta(*command, "--data-dir", str(tmp_path))
    assert refused.returncode == code
    assert f"he folder {tmp_path} holds no data of Acta" in refused.stderr
    assert not [*tmp_path.iterdir()]


@pytest.mark.parametrize(
    ("source", "further", "said"),
    [
        ("nothing.jsonl", (), "There is no file nothing.jsonl"),
        (".", (), ". is a folder: name an exported file, or a game by its id."),
        ("nothing.jsonl", ("--head", "12"), "12 is no head"),
    ],
)
def test_where_nothing_was_checked_there_is_no_verdict(
    tmp_path: Path, source: str, further: tuple[str, ...], said: str
) -> None:
    answer = acta("verify", source, *further, ACTA_DATA_DIR=str(tmp_path))
    assert answer.returncode == 2, "neither broken nor not judged"
    assert answer.stderr.startswith(f"acta: {said}")
    assert answer.stdout == ""


def test_help_of_a_command_names_its_flags_but_not_the_inner_ones() -> None:
    printed = acta("api", "--help").stdout
    assert "--redis-url" in printed
    assert "--listen-fd" not in printed


@pytest.mark.parametrize(
    ("words", "environ", "sentence"),
    [
        (["serve", "--prot", "1"], {}, "Did you mean --port?"),
        (["srve"], {}, 'Did you mean "serve"?'),
        (["config"], {"ACTA_PROT": "1"}, "acta: ACTA_PROT in the environment is no setting. Did you mean ACTA_PORT?"),
        (["serve"], {"ACTA_REDIS_URL": "unix:///nowhere.sock"}, "acta: The Redis server does not answer"),
        (
            ["serve", "--queue-url", "redis://127.0.0.1:1"],
            {"ACTA_REDIS_URL": "redis+cluster://127.0.0.1:1"},
            "acta: The Redis server does not answer",
        ),
        *(
            ([part], {"ACTA_REDIS_URL": "redis+cluster://127.0.0.1:1"}, "name a Redis for them with --queue-url")
            for part in ("serve", "api", "worker", "projector", "sender")
        ),
        (["arena", "trajan"], {"ACTA_GAMES": "nowhere:GAME"}, "acta: nowhere:GAME cannot be used: there is no module"),
        (["arena", "trajan"], {"ACTA_BOTS": "nowhere:BOT"}, "acta: nowhere:BOT cannot be used: there is no module"),
        (
            ["serve", "--port", "0", "--data-dir", "/dev/null/x"],
            {},
            "acta: The data folder /dev/null/x cannot be written",
        ),
    ],
)
def test_a_mistake_gets_a_sentence_and_no_traceback(words: list[str], environ: dict[str, str], sentence: str) -> None:
    answer = acta(*words, **environ)
    assert answer.returncode in {1, 2}
    assert sentence in answer.stderr
    assert "Traceback" not in answer.stderr
