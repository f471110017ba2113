"""Where settings come from, which source wins, and what is refused."""

from pathlib import Path

import pytest

from services.settings import Secret, Settings, SettingsError, load

CANARY = "canary-7f3a"


@pytest.fixture
def config(tmp_path: Path) -> Path:
    path = tmp_path / "acta.toml"
    path.write_text('port = 1\nhost = "10.0.0.1"\nsign_up = "invite"\n')
    return path


def test_a_flag_goes_before_the_environment_the_file_and_the_default(config: Path) -> None:
    environ = {"ACTA_PORT": "2", "ACTA_SIGN_UP": "closed", "HOME": "/"}
    settings = load(flags={"port": 3, "data_dir": None}, environ=environ, config=config)
    assert (settings.port, settings.sign_up, settings.host) == (3, "closed", "10.0.0.1")
    assert settings.data_dir == Settings().data_dir
    assert settings.origins == {"port": "--port", "sign_up": "ACTA_SIGN_UP", "host": str(config)}


def test_the_file_can_be_named_by_the_environment(config: Path) -> None:
    assert load(environ={"ACTA_CONFIG": str(config)}).port == 1


def test_an_empty_variable_counts_as_not_set() -> None:
    assert load(environ={"ACTA_PORT": "", "ACTA_CONFIG": "", "ACTA_SMTP_URL_FILE": ""}) == Settings()


def test_texts_of_the_environment_become_typed_values(tmp_path: Path) -> None:
    settings = load(
        environ={
            "ACTA_DATA_DIR": str(tmp_path),
            "ACTA_TRUSTED_PROXIES": "10.0.0.0/8, ::1",
            "ACTA_GAMES": "tests.kit.toy:GAME",
            "ACTA_REDIS_URL": "redis+cluster://one:7000",
            "ACTA_REQUIRE_DURABLE": "true",
            "ACTA_SWEEP_SECONDS": "0.5",
        }
    )
    assert settings.data_dir == tmp_path
    assert settings.trusted_proxies == ("10.0.0.0/8", "::1")
    assert settings.games == ("tests.kit.toy:GAME",)
    assert settings.require_durable
    assert settings.sweep_seconds == 0.5


def test_lists_may_be_lists_in_the_file(config: Path) -> None:
    config.write_text('trusted_proxies = ["10.0.0.1", "10.0.0.2"]')
    assert load(environ={}, config=config).trusted_proxies == ("10.0.0.1", "10.0.0.2")


@pytest.mark.parametrize(
    ("environ", "message"),
    [
        ({"ACTA_PROT": "1"}, "ACTA_PROT in the environment is no setting. Did you mean ACTA_PORT?"),
        ({"ACTA_PORT_FILE": "port"}, "ACTA_PORT_FILE in the environment is no setting"),
        ({"ACTA_PORT": "many"}, "port (from ACTA_PORT) cannot be used"),
        ({"ACTA_PORT": "65536"}, "port (from ACTA_PORT) cannot be used"),
        ({"ACTA_FSYNC": "never"}, "fsync (from ACTA_FSYNC) cannot be used: use one of always, everysec."),
        ({"ACTA_PUBLIC_URL": "acta.example"}, "public_url (from ACTA_PUBLIC_URL) cannot be used"),
        ({"ACTA_PUBLIC_URL": "https://acta.example\n"}, "public_url (from ACTA_PUBLIC_URL) cannot be used"),
        ({"ACTA_TRUSTED_PROXIES": "10.0.0.300"}, "trusted_proxies (from ACTA_TRUSTED_PROXIES) cannot be used"),
        ({"ACTA_GAMES": "toy"}, "games (from ACTA_GAMES) cannot be used"),
        ({"ACTA_REDIS_URL": "http://x"}, "redis_url (from ACTA_REDIS_URL) cannot be used"),
        ({"ACTA_QUEUE_URL": "redis+cluster://x"}, "queue_url (from ACTA_QUEUE_URL) cannot be used"),
        ({"ACTA_SMTP_URL": "http://x"}, "smtp_url (from ACTA_SMTP_URL) cannot be used: an address such as smtp://"),
        ({"ACTA_SMTP_URL": "mail.example"}, "smtp_url (from ACTA_SMTP_URL) cannot be used"),
        ({"ACTA_SMTP_URL": "smtp:///"}, "smtp_url (from ACTA_SMTP_URL) cannot be used"),
        ({"ACTA_SMTP_URL": "smtp://x:many"}, "smtp_url (from ACTA_SMTP_URL) cannot be used"),
        ({"ACTA_SMTP_URL": "smtp://x"}, "smtp_url (from ACTA_SMTP_URL) is of no use without mail_from."),
        (
            {"ACTA_DISCORD_APPLICATION_ID": "acta"},
            "discord_application_id (from ACTA_DISCORD_APPLICATION_ID) cannot be used: the Application ID is a number",
        ),
        ({"ACTA_DISCORD_PUBLIC_KEY": "a" * 63}, "cannot be used: the Public Key is 64 digits"),
        ({"ACTA_DISCORD_BOT_TOKEN": "a" * 64}, "cannot be used: the token has three parts"),
        ({"ACTA_DISCORD_BOT_TOKEN": "a.b.c"}, "is of no use without discord_application_id."),
        ({"ACTA_MAIL_FROM": "a@b.example"}, "mail_from (from ACTA_MAIL_FROM) is of no use without smtp_url."),
        (
            {"ACTA_SLACK_BOT_TOKEN": "xapp-1"},
            "slack_bot_token (from ACTA_SLACK_BOT_TOKEN) cannot be used: the Bot User",
        ),
        ({"ACTA_SLACK_APP_TOKEN": "xoxb-1"}, "slack_app_token (from ACTA_SLACK_APP_TOKEN) cannot be used"),
        ({"ACTA_SLACK_SIGNING_SECRET": "x"}, "slack_signing_secret (from ACTA_SLACK_SIGNING_SECRET) cannot be used"),
        ({"ACTA_SLACK_BOT_TOKEN": "xoxb-1"}, "is of no use without slack_signing_secret or slack_app_token."),
        ({"ACTA_SLACK_APP_TOKEN": "xapp-1"}, "is of no use without slack_bot_token."),
        ({"ACTA_SLACK_SIGNING_SECRET": "a" * 32}, "is of no use without slack_bot_token."),
        ({"ACTA_MAIL_FROM": "Acta"}, "mail_from (from ACTA_MAIL_FROM) cannot be used: an address such as"),
        ({"ACTA_MAIL_FROM": "a@b.example\nBcc: c@d.example"}, "mail_from (from ACTA_MAIL_FROM) cannot be used"),
        ({"ACTA_CONFIG": "/nowhere.toml"}, "/nowhere.toml cannot be read"),
    ],
)
def test_what_cannot_be_used_is_refused_by_name(environ: dict[str, str], message: str) -> None:
    with pytest.raises(SettingsError) as refusal:
        load(environ=environ)
    assert message in str(refusal.value)


def test_an_unknown_key_of_the_file_is_refused_with_the_nearest_name(config: Path) -> None:
    config.write_text("data_dri = 'x'")
    with pytest.raises(SettingsError, match=r"data_dri in .*acta\.toml is no setting\. Did you mean data_dir\?"):
        load(environ={}, config=config)


def test_a_file_that_is_not_toml_is_refused(config: Path) -> None:
    config.write_text("port 1")
    with pytest.raises(SettingsError, match=r"acta\.toml is not valid TOML"):
        load(environ={}, config=config)


def test_variables_of_the_test_suite_are_left_alone() -> None:
    assert load(environ={"ACTA_TEST_REDIS_URL": "redis://elsewhere"}) == Settings()


def test_a_secret_can_lie_in_a_file(tmp_path: Path, config: Path) -> None:
    lair = tmp_path / "smtp"
    lair.write_text(f"smtp://user:{CANARY}@mail.example:587\n")
    config.write_text(f'smtp_url = {{file = "{lair}"}}')
    sender = {"ACTA_MAIL_FROM": "acta@example.org"}
    for settings in (load(environ={"ACTA_SMTP_URL_FILE": str(lair), **sender}), load(environ=sender, config=config)):
        assert settings.smtp_url == Secret(f"smtp://user:{CANARY}@mail.example:587")


def test_a_secret_given_twice_is_refused(tmp_path: Path) -> None:
    lair = tmp_path / "smtp"
    lair.write_text(CANARY)
    with pytest.raises(SettingsError, match="ACTA_SMTP_URL_FILE and ACTA_SMTP_URL are both set"):
        load(environ={"ACTA_SMTP_URL_FILE": str(lair), "ACTA_SMTP_URL": CANARY})


@pytest.mark.parametrize(
    "url", [f"redis://:{CANARY}@h/0", f"redis://h?password={CANARY}", CANARY, f"redis://[{CANARY}"]
)
def test_a_secret_is_never_printed(url: str) -> None:
    secret = Secret(url)
    settings = Settings(redis_url=secret, smtp_url=secret)
    assert CANARY not in f"{secret} {secret!r} {secret.hint()} {settings!r}"
    with pytest.raises(SettingsError) as refusal:
        load(environ={"ACTA_REDIS_URL": f"http://{url}"})
    assert CANARY not in f"{refusal.value} {refusal.value.__cause__}"


def test_the_hint_of_a_secret_address_names_the_host() -> None:
    assert Secret(f"redis://user:{CANARY}@cache.example:6379/2").hint() == "redis://********@cache.example:6379/2"
    assert Secret("unix:///data/redis.sock").hint() == "unix:///data/redis.sock"


def test_children_read_the_same_settings_from_their_environment(tmp_path: Path) -> None:
    settings = Settings(
        port=0,
        data_dir=tmp_path,
        redis_url=Secret("redis://:pw@h"),
        trusted_proxies=("::1", "10.0.0.0/8"),
        require_durable=True,
        min_free_bytes=0,
    )
    read = load(environ=settings.environment())
    assert read.environment() == settings.environment()
    assert read.redis_url == settings.redis_url
    assert read.trusted_proxies == settings.trusted_proxies


@pytest.mark.parametrize(
    ("settings", "address"),
    [
        (Settings(), "http://127.0.0.1:8000"),
        (Settings(host="0.0.0.0", port=80), "http://127.0.0.1:80"),
        (Settings(host="::"), "http://[::1]:8000"),
        (Settings(public_url="https://acta.example/"), "https://acta.example"),
    ],
)
def test_the_address_for_links(settings: Settings, address: str) -> None:
    assert settings.address == address
