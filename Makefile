# Every target sets up what it needs: a virtual environment in .venv with the locked packages.
# Needs Python 3.11 or newer and make; another interpreter: make PYTHON=/path/to/python3.12 ...

PYTHON ?= python3
BIN := .venv/bin
INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check
LOCK := uv pip compile pyproject.toml --quiet --universal --generate-hashes --custom-compile-command "make lock"

.DELETE_ON_ERROR:
.PHONY: serve test test-busy deploy-check foreign endure browser axe chromium bench playouts plans arena turning tune pictures screenshots words lint format lock clean

serve: .venv/runtime
	$(BIN)/acta serve $(ARGS)

test: lint
	$(BIN)/pytest -n logical $(ARGS)

# The whole suite again and again while four busy loops use every core; says which run failed and by which test.
# "make test-busy COUNT=2 ARGS=tests/workers" runs a part of it twice. What pytest prints stands in build/busy.
test-busy: COUNT ?= 10
test-busy: .venv/dev
	$(BIN)/python -m tests.busy --runs $(COUNT) $(ARGS)

# Has the files of deploy/ read by the tools that will read them; installs what is missing of those.
deploy-check:
	deploy/check

# Has Go's own reader of signed notes judge ours, and reads what it signs; Debian has both.
foreign: .venv/dev
	@test -d /usr/share/gocode/src/golang.org/x/mod || \
	{ apt-get update -q && apt-get install -y -q --no-install-recommends golang-go golang-golang-x-mod-dev; }
	$(BIN)/python -m tests.foreign

# Kills processes of a real server for some minutes while games are played, and lets bots play 200 games through the
# queues; the suite does both for seconds. Lets a group play while somebody attacks the server in every known way, and
# sends more than 10,000 invented requests. Tells tables in chats for an hour while both platforms refuse, fall silent and
# break off. Loses every kind of machine again and again while 50 people make 100,000
# choices on a cluster, and writes a report to build/endure-cluster.txt. Cuts a cluster in two, takes the disk away, stops
# the server while people play. Lets 1,000 people play at 500 tables with bots for ten minutes, and writes what each
# process held in memory to build/endure-soak.txt.
endure: .venv/dev
	ENDURE_COMMANDS=2000 ENDURE_GAMES=200 ENDURE_ABUSE_SECONDS=20 ENDURE_EXAMPLES=80 ENDURE_CHAT=1 ENDURE_WEATHER=3600 \
	ENDURE_CLUSTER_COMMANDS=100000 ENDURE_PLAYERS=50 ENDURE_DISKS=5 ENDURE_STOPS=30 \
	ENDURE_SOAK_PEOPLE=1000 ENDURE_SOAK_SECONDS=600 \
	$(BIN)/pytest tests/endure tests/services/api/test_openapi.py tests/services/chat/discord/test_whole_games.py \
	tests/services/chat/slack/test_whole_games.py tests/services/chat/telling/test_three_doors.py $(ARGS)

# Whole games of each kind in a real Chromium, at two widths and in four languages, by pointing, by keys and without
# JavaScript; every page is looked at by axe. Leaves pictures in build/played. The suite plays some turns.
browser: .venv/dev chromium axe
	BROWSER_WHOLE=1 $(BIN)/pytest tests/browser $(ARGS)

# axe-core as npm packs it: it looks at pages for what keeps people out.
axe:
	@ls build/axe/axe-core-*.tgz > /dev/null 2>&1 || { mkdir -p build/axe && cd build/axe && npm pack --silent axe-core; }

# Debian's Chromium, where it is missing.
chromium:
	@command -v chromium > /dev/null || { apt-get update -q && apt-get install -y -q chromium; }

# Random games by the thousand, each played to its end; prints how long they were.
playouts: .venv/dev
	$(BIN)/python -m tests.bench.playouts $(ARGS)

# 100,000 planned turns in random games: what was played is what was planned, and what was not has a reason.
plans: .venv/dev
	$(BIN)/python -m tests.kit.planning_players $(ARGS)

# Bots against each other on all cores, for hours: fails where one is weaker than it is said to be.
arena: .venv/dev
	$(BIN)/python -m tests.arena $(ARGS)

# Games with one turn thrown away, for hours: whether the analysis finds it.
turning: .venv/dev
	$(BIN)/python -m tests.turning $(ARGS)

# Fits what terms of a position are worth to games that bots play, for hours; takes new weights only if they win.
tune: .venv/dev
	$(BIN)/python -m tests.tuning $(ARGS)

bench: .venv/dev
	$(BIN)/python -m tests.bench $(ARGS)

# A gallery of each game's tables as files to look at, in build/pictures; "make pictures ARGS=trajan" draws one game.
pictures: .venv/dev
	$(BIN)/python -m tests.gallery $(ARGS)

# Every page as people see it, in build/screenshots; "make screenshots ARGS=trajan" takes those whose name holds a word.
screenshots: .venv/dev chromium
	$(BIN)/python -m tests.screenshots $(ARGS)

# Every message in all languages side by side; "make words ARGS='trajan de fr'" shows one game in some of them.
words: .venv/dev
	$(BIN)/python -m tests.words $(ARGS)

lint: .venv/dev
	$(BIN)/ruff format --check
	$(BIN)/ruff check
	$(BIN)/mypy
	$(BIN)/lint-imports --no-logo

format: .venv/dev
	$(BIN)/ruff check --fix-only
	$(BIN)/ruff format

# Changes only what pyproject.toml demands; "make lock ARGS=--upgrade" takes the newest versions.
lock: .venv/bin/pip
	$(INSTALL) uv==0.13.7
	$(BIN)/$(LOCK) --group build --output-file requirements.txt $(ARGS)
	$(BIN)/$(LOCK) --group build --group dev --constraint requirements.txt --output-file requirements-dev.txt $(ARGS)

clean:
	rm -rf .venv build *.egg-info .mypy_cache .pytest_cache .ruff_cache .import_linter_cache .hypothesis

.venv/bin/pip:
	@$(PYTHON) -c 'import sys; sys.exit(0 if sys.version_info >= (3, 11) else f"Acta needs Python 3.11 or newer, \
	$(PYTHON) is {sys.version.split()[0]}. Name another one: make PYTHON=/path/to/python3.12")'
	$(PYTHON) -m venv --clear .venv

.venv/runtime: requirements.txt pyproject.toml | .venv/bin/pip
	$(INSTALL) --require-hashes --requirement requirements.txt
	$(INSTALL) --no-deps --no-build-isolation --editable .
	@touch $@

.venv/dev: requirements-dev.txt .venv/runtime
	$(INSTALL) --require-hashes --requirement requirements-dev.txt
	@touch $@
