# Everything runs in .venv, which the first target that needs it makes from any Python >= 3.11.
PYTHON ?= $(shell for p in python3.13 python3.12 python3.11 python3 python; do \
	"$$p" -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1 && { echo "$$p"; break; }; done)
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.ready
OUT := build
PROCESSES ?= 2

.PHONY: setup verify report browser test campaign neighbours lint pdf tex notebooks api figures picture wheel clean

setup: $(STAMP)

$(STAMP): pyproject.toml
	@test -n "$(PYTHON)" || { echo "Python 3.11 or newer is needed and was not found; set PYTHON=/path/to/python" >&2; exit 3; }
	test -x $(BIN)/python || "$(PYTHON)" -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[dev]'
	@touch $(STAMP)

# The whole ledger, and the five claims that took longest.
verify: $(STAMP)
	$(BIN)/dpverify verify --slowest 5

# Two processes; a file's tests stay together, because they share what SymPy and the ledger have cached.
test: $(STAMP)
	$(BIN)/python -m pytest -n $(PROCESSES) --dist loadfile

# The long searches for an unsound verdict, then mutants of the trusted base; each ends with its figures (docs/campaign.md). Hours.
MUTANTS ?= 400
campaign: $(STAMP)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[campaign]'
	$(BIN)/python -m pytest -m campaign
	mkdir -p $(OUT)
	$(BIN)/python -m tests.campaign.mutants --mutants $(MUTANTS) --minutes 600 -o $(OUT)/mutants.jsonl

# The campaign of neighbours alone, on record: what a run that was cut has done is not done again.
neighbours: $(STAMP)
	mkdir -p $(OUT)
	$(BIN)/python -m tests.mutations.record $(OUT)/neighbours.jsonl --processes $(PROCESSES)

lint: $(STAMP)
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports

# The derivations as a document, compiled with a real TeX (installed once where apt-get is at hand).
pdf: $(STAMP) tex
	mkdir -p $(OUT)
	$(BIN)/dpverify latex -o $(OUT)/dpverify.tex --pdf
	@echo "$(OUT)/dpverify.pdf"

# The whole ledger as a page, a document and JSON.
report: $(STAMP) tex
	mkdir -p $(OUT)
	$(BIN)/dpverify report -o $(OUT)/report --pdf

# A report's page in headless Chromium: accessibility rules, three widths, light and dark, as it is and opened up.
# PAGE=build/report/index.html looks at another report.
CHAPTERS ?= privacy.probabilistic_dp laplace
PAGE ?= $(OUT)/browser/index.html
browser: $(STAMP)
	@sh .ci/install-browser
	$(BIN)/python -c 'import playwright, axe_playwright_python' 2>/dev/null || \
		$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[browser]'
	mkdir -p $(OUT)
	test $(PAGE) != $(OUT)/browser/index.html || $(BIN)/dpverify report $(CHAPTERS) -o $(OUT)/browser
	$(BIN)/python tests/browser/check.py $(PAGE)

tex:
	@sh .ci/install-tex

# The executed copies of the notebooks, made anew from their sources.
notebooks: $(STAMP)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[notebooks]'
	for source in notebooks/*.py; do \
		$(BIN)/jupytext --quiet --to ipynb "$$source" && \
		$(BIN)/jupyter nbconvert --log-level ERROR --to notebook --execute --inplace --ExecutePreprocessor.record_timing=False \
			"$${source%.py}.ipynb" || exit 1; \
	done

# Every figure, with its data; `picture` is the one of the README.
figures: $(STAMP)
	mkdir -p $(OUT)/figures
	for name in $$($(BIN)/dpverify figure --quiet); do $(BIN)/dpverify figure $$name -o $(OUT)/figures/$$name.pdf || exit 1; done

picture: $(STAMP)
	$(BIN)/dpverify figure excess-curve -o docs/figures/excess-curve.svg

# The reference of the public functions, from their docstrings: build/api/index.html.
API := dpverify $(addprefix dpverify.,notation errors claims.claim claims.result claims.verify rules formulas mechanisms closed_forms gaussian \
	denoising optimal privacy pytest)
api: $(STAMP)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[api]'
	$(BIN)/python -m pdoc --no-show-source -o $(OUT)/api $(API)

wheel: $(STAMP)
	$(BIN)/python -m build --outdir dist

clean:
	rm -rf $(VENV) $(OUT) dist
