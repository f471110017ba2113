"""The files of deploy/: each can be read by what it is for, and names nothing that does not exist.

What their own tools say of them is asked by `make deploy-check`.
"""

import configparser
import json
import re
import shlex
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml

from services.settings import load
from services.settings.sources import CONFIG_VARIABLE
from services.settings.values import TYPES, variable
from tests.kit.http import running_site
from tests.kit.processes import REPOSITORY, running_server

DEPLOY = REPOSITORY / "deploy"
METRIC = re.compile(r"\b(?:acta|process)_\w+")
SETTING = re.compile(r"\bACTA_[A-Z_]+\b")
CRON = re.compile(r"    (?:[\d*/,-]+ ){5}\w+ /")
OTHER_VARIABLES = {"ACTA_DOMAIN", "ACTA_UPSTREAMS", CONFIG_VARIABLE}
"""Read by Caddy and the compose file, not by Acta; and what names the settings file."""


def documents(name: str) -> list[Any]:
    return [one for one in yaml.safe_load_all((DEPLOY / name).read_text()) if one]


def files(*patterns: str) -> list[Path]:
    found = [path for pattern in patterns for path in DEPLOY.glob(pattern)]
    assert found
    return found


def expressions() -> list[str]:
    rules = [rule["expr"] for group in documents("prometheus/rules.yml")[0]["groups"] for rule in group["rules"]]
    panels = json.loads((DEPLOY / "grafana" / "acta.json").read_text())["panels"]
    return rules + [target["expr"] for panel in panels for target in panel["targets"]]


async def test_every_figure_in_rules_and_dashboard_is_one_that_the_server_tells(tmp_path: Path) -> None:
    named = {metric for expression in expressions() for metric in METRIC.findall(expression)}
    with running_server(tmp_path) as server:
        async with running_site(server.url) as site:
            assert (await site.http.get("/healthz")).status_code == 200
            site.services.jobs.counters.job_done("bots", "ok", 0.1)
            site.services.jobs.counters.job_retried("bots")
            site.services.jobs.counters.bot_failed("random", "error")
            told = (await site.http.get("/metrics")).text
    known = {line.split("{")[0].split(" ")[0] for line in told.splitlines() if line and not line.startswith("#")}
    declared = {line.split()[2] for line in told.splitlines() if line.startswith("# TYPE")}
    # What belongs to connections is counted by the server around the application, and declared without having happened.
    assert named - known - declared - {"acta_connections", "acta_connections_closed_total"} == set()
    assert "acta_store_room" in known


def test_every_alert_is_explained_in_the_readme() -> None:
    page = (DEPLOY / "README.md").read_text()
    rules = [rule["alert"] for group in documents("prometheus/rules.yml")[0]["groups"] for rule in group["rules"]]
    assert [alert for alert in rules if f"`{alert}`" not in page] == []
    titles = [panel["title"] for panel in json.loads((DEPLOY / "grafana" / "acta.json").read_text())["panels"]]
    assert [title for title in titles if f"| {title} |" not in page] == []


def test_every_setting_that_is_named_exists() -> None:
    known = {variable(name) for name in TYPES} | {f"{variable(name)}_FILE" for name in TYPES} | OTHER_VARIABLES
    for path in files("**/*"):
        if path.is_file() and path.suffix != ".py":
            assert set(SETTING.findall(path.read_text())) <= known, path
    for line in (DEPLOY / "acta.toml").read_text().replace("# ", "").splitlines():
        if match := re.fullmatch(r"(\w+) = .*", line):
            assert match[1] in TYPES, line


def test_a_line_of_cron_is_whole() -> None:
    """What stands on a line of its own would be taken for another job, and the whole file be left alone."""
    blocks = [block.splitlines() for block in (DEPLOY / "README.md").read_text().split("\n\n")]
    of_cron = [block for block in blocks if any(CRON.match(line) for line in block)]
    assert of_cron
    for line in (line for block in of_cron for line in block):
        assert CRON.match(line) or re.fullmatch(r"    [A-Z_]+=\S+", line), line


def test_the_settings_file_can_be_used() -> None:
    assert load(environ={}, config=DEPLOY / "acta.toml").sign_up == "invite"
    assert tomllib.loads((DEPLOY / "acta.toml").read_text())


@pytest.mark.parametrize("path", files("systemd/*.service"), ids=lambda path: path.name)
def test_a_unit_starts_a_part_that_exists(path: Path) -> None:
    unit = configparser.ConfigParser(strict=False, interpolation=None)
    unit.optionxform = str  # type: ignore[assignment,method-assign] # its way to keep upper case
    unit.read(path)
    words = shlex.split(unit["Service"]["ExecStart"])
    assert words[0] == "/opt/acta/.venv/bin/acta"
    assert words[1] in {"serve", "api", "projector", "worker", "sender"}
    assert (unit["Service"]["User"], unit["Service"]["Restart"]) == ("acta", "always")


def test_the_compose_file_runs_every_part_without_rights() -> None:
    (compose,) = documents("compose/compose.yaml")
    ours = {name: one for name, one in compose["services"].items() if one["image"].startswith("acta")}
    assert sorted(one["command"][0] for one in ours.values()) == ["api", "api", "projector", "sender", "worker"]
    for one in ours.values():
        assert one["read_only"] is True
        assert one["cap_drop"] == ["ALL"]
    assert (DEPLOY / "compose" / ours["worker"]["build"]["context"] / "deploy" / "Dockerfile").resolve().is_file()
    mounts = [m.split(":")[0] for one in compose["services"].values() for m in one.get("volumes", ()) if m[0] == "."]
    assert [mount for mount in mounts if not (DEPLOY / "compose" / mount).is_file()] == []


def test_pods_have_probes_and_no_rights() -> None:
    found = [one for name in ("acta", "stores") for one in documents(f"kubernetes/{name}.yaml") if "spec" in one]
    pods = {one["metadata"]["name"]: one["spec"]["template"]["spec"] for one in found if "template" in one["spec"]}
    assert {"api", "projector", "worker", "sender", "games", "queue"} <= pods.keys()
    for pod in pods.values():
        assert pod["securityContext"]["runAsNonRoot"] is True
        for container in pod["containers"]:
            assert container["securityContext"]["readOnlyRootFilesystem"] is True
    assert {"livenessProbe", "readinessProbe", "startupProbe"} <= pods["api"]["containers"][0].keys()
    kinds = {(one["kind"], one["metadata"]["name"]) for one in found}
    assert {("PodDisruptionBudget", "api"), ("HorizontalPodAutoscaler", "worker")} <= kinds


@pytest.mark.parametrize("name", ["redis.conf", "queue.conf"])
def test_a_server_starts_with_the_configuration(name: str, tmp_path: Path) -> None:
    options = [word for line in settings_of(name) for word in (f"--{line[0]}", *line[1:])]
    with running_server(tmp_path / "redis", options=options) as one, one.client() as client:
        for key, value in settings_of(name):
            if key != "bind":
                assert client.config_get(key)[key] == value.strip('"')


def settings_of(name: str) -> list[list[str]]:
    lines = (DEPLOY / "valkey" / name).read_text().splitlines()
    return [line.split(" ", 1) for line in lines if line and not line.startswith("#")]


def test_the_image_is_made_of_what_is_there() -> None:
    lines = (DEPLOY / "Dockerfile").read_text().splitlines()
    for line in lines:
        if line.startswith("COPY ") and "--from" not in line:
            assert all((REPOSITORY / source).exists() for source in line.split()[1:-1]), line
    assert any(line.startswith("USER 10001") for line in lines)
    assert any(line.startswith("HEALTHCHECK") for line in lines)
