"""The digest of heads: once a day, the same whoever makes it, and a game that was written anew no longer fits."""

import asyncio
import hashlib
from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from structlog.testing import capture_logs

from domain.kernel.clock import SECOND
from domain.kernel.envelope import Record
from domain.kernel.export import to_line
from domain.kernel.heads import line_of
from domain.kernel.ids import GameId, Version
from services.cli.errors import Refusal
from services.cli.flags import Flags
from services.cli.verify import verify
from tests.kit import forgery
from tests.kit.http import Site, refusal, running_site
from tests.kit.processes import Server
from tests.services.api.tables import opened
from workers.heads import HeadsDigester


class Played(NamedTuple):
    """A server on which two games moved today."""

    site: Site
    today: datetime
    games: list[str]

    async def log(self, game: str) -> list[Record]:
        return await self.site.services.tables.store.read(GameId(game))

    async def catch_up(self, monkeypatch: pytest.MonkeyPatch, **later: float) -> list[dict[str, object]]:
        """The digests that a server logs which has just been started, so long after today began.

        The clock of the store stays.
        """
        moment = self.today + timedelta(**later)
        monkeypatch.setattr(self.site.services.tables, "now", lambda: int(moment.timestamp() * SECOND))
        with capture_logs() as logged:
            await HeadsDigester(self.site.services).catch_up()
        return [dict(line) for line in logged if line["event"] == "heads_digest"]


@pytest.fixture
async def played(server: Server) -> AsyncIterator[Played]:
    today = datetime.now(UTC).replace(hour=0, minute=0, second=0, microsecond=0)
    async with running_site(server.url) as site:
        anna = await site.person("Anna")
        games = [await opened(anna), await opened(anna, private=True)]
        await anna.patch(f"/games/{games[0]}", {"title": "Friday"})
        yield Played(site, today, games)


async def test_each_day_that_is_over_has_one_digest(played: Played, monkeypatch: pytest.MonkeyPatch) -> None:
    assert await played.catch_up(monkeypatch, hours=23) == []
    assert await played.catch_up(monkeypatch, days=1, minutes=5) == [], "some clock may still be in yesterday"
    (line,) = await played.catch_up(monkeypatch, days=1, minutes=15)
    heads = [
        (GameId(game), Version(len(log)), log[-1].hash()) for game in played.games if (log := await played.log(game))
    ]
    listed = "".join(sorted(f"{line_of(*head)}\n" for head in heads))
    day, digest = f"{played.today:%Y-%m-%d}", hashlib.sha256(listed.encode()).hexdigest()
    assert line == {"event": "heads_digest", "log_level": "info", "day": day, "digest": digest, "games": 2}
    assert await played.catch_up(monkeypatch, days=1, minutes=20) == [], "a server that was restarted"
    quiet = [line["games"] for line in await played.catch_up(monkeypatch, days=3, minutes=20)]
    assert quiet == [0, 0], "days on which nothing moved, or no server ran"

    stranger = played.site.stranger
    page = await stranger.seen("/heads")
    assert [item["games"] for item in page["items"]] == [0, 0, 2]
    assert page["items"][-1] == {"day": day, "digest": digest, "games": 2}
    assert page["next"] is None
    assert (await stranger.seen("/heads", before=page["items"][-2]["day"]))["items"] == page["items"][-1:]
    answer = await stranger.get(f"/heads/{day}")
    assert answer.text == listed
    assert not any(game in answer.text for game in played.games)
    missing = refusal(await stranger.get("/heads/1999-12-31"), 404, "not-found")
    assert missing["detail"].startswith("There is no list of heads for the day 1999-12-31.")
    refusal(await stranger.get("/heads", before="yesterday"), 400, "bad-request")


async def test_a_game_that_was_written_anew_no_longer_fits(
    played: Played, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (line,) = await played.catch_up(monkeypatch, days=1, minutes=15)
    digest, listed = str(line["digest"]), tmp_path / "heads.txt"
    monkeypatch.setenv("ACTA_GAMES", "tests.kit.taberna:GAME")
    url = played.site.services.settings.redis_url
    assert url is not None
    there, nowhere = Flags(redis_url=url.reveal()), Flags(data_dir=tmp_path / "no-server")
    await asyncio.to_thread(listed.write_bytes, (await played.site.stranger.get(f"/heads/{line['day']}")).content)
    log = await played.log(played.games[0])
    true, anew = tmp_path / "true.jsonl", tmp_path / "anew.jsonl"
    for file, records in (
        (true, log),
        (anew, forgery.rechained([Record(log[0].text.replace(b'"title":""', b'"title":"x"')), *log[1:]])),
    ):
        await asyncio.to_thread(file.write_bytes, b"".join(map(to_line, records)))

    def code(source: Path | str, **asked: Any) -> int:  # noqa: ANN401 - the flags of the command
        return verify(str(source), digest=digest, **asked)

    assert await asyncio.to_thread(code, played.games[1], flags=there) == 0
    assert await asyncio.to_thread(code, true, flags=there) == 0
    assert f"is the hash of version {len(log)}" in capsys.readouterr().out
    assert code(true, heads=listed, flags=nowhere) == 0
    assert code(anew, heads=listed, flags=nowhere) == 1
    assert "no line of the log stands in the list of that day" in capsys.readouterr().out
    for asked, sentence in (
        ({"heads": true}, "is not the list behind"),
        ({"heads": tmp_path / "none"}, "cannot be read"),
        ({}, "Give its list with --heads"),
        ({"head": digest}, "exclude each other"),
    ):
        with pytest.raises(Refusal, match=sentence):
            code(true, flags=nowhere, **asked)
