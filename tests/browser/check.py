"""Opens a page in headless Chromium and prints what axe-core finds wrong with it: `python tests/browser/check.py PAGE [--pictures DIR]`.

At three widths, as it is and with every <details> open, and its colours in dark mode. Exit 1 if anything is found. Besides axe's rules:
nothing is wider than the window, nothing is loaded from a network, and there is no script.
"""

from __future__ import annotations

import argparse
import shutil
import sys
import time
from pathlib import Path

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, sync_playwright

WIDTHS = (360, 800, 1400)
MARGIN = {"top": "15mm", "bottom": "15mm", "left": "15mm", "right": "15mm"}
OPEN = "document.querySelectorAll('details').forEach(d => d.open = true)"
OVERFLOW = """() => [...document.querySelectorAll('body *')].filter(e => {
  const box = e.getBoundingClientRect();
  if (box.right <= document.documentElement.clientWidth + 1 || box.width < 2) return false;
  return !e.parentElement.closest('.display, .run') && !e.closest('.unseen, .skip, thead') && (e.matches('math') || !e.closest('math'));
}).slice(0, 5).map(e => e.outerHTML.slice(0, 160))"""
AXE = {"resultTypes": ["violations"]}
LARGE = 60_000
"""A page of so many elements takes axe hours: there formulas are put down as plain text first, and rules that compare places left out."""
BY_PLACE = ("color-contrast", "target-size")
FLATTEN = """document.querySelectorAll('math').forEach(m => {
  const text = document.createElement('span'); text.textContent = m.textContent; m.replaceWith(text); })"""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("page", type=Path)
    parser.add_argument("--pictures", type=Path, help="a folder for a screenshot at each width, and the page printed as PDF")
    args = parser.parse_args()
    program = next((p for name in ("chromium", "chromium-browser", "google-chrome") if (p := shutil.which(name))), None)
    if program is None:
        print("Chromium is missing: .ci/install-browser", file=sys.stderr)
        return 3
    wrong = 0
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        for width in WIDTHS:
            page = browser.new_page(viewport={"width": width, "height": 900})
            asked: list[str] = []
            page.on("request", lambda request, asked=asked: asked.append(request.url))
            begin = time.monotonic()
            page.goto(args.page.resolve().as_uri())
            print(f"{width} px: loaded in {time.monotonic() - begin:.1f} s", flush=True)
            _picture(page, args.pictures, f"{width}.png")
            if args.pictures and width == WIDTHS[-1]:
                page.pdf(path=str(args.pictures / "printed.pdf"), format="A4", margin=MARGIN)
            wrong += _too_wide(page, f"{width} px") + _violations(page, f"{width} px", AXE)
            page.goto(args.page.resolve().as_uri())
            page.evaluate(OPEN)
            _picture(page, args.pictures, f"{width}-open.png")
            wrong += _too_wide(page, f"{width} px, all open") + _violations(page, f"{width} px, all open", AXE)
            if width == WIDTHS[-1]:
                page.emulate_media(color_scheme="dark")
                _picture(page, args.pictures, f"{width}-dark.png")
                wrong += _violations(page, f"{width} px, dark", {**AXE, "runOnly": ["color-contrast"]})
            foreign = [url for url in asked if not url.startswith(("file:", "data:"))]
            for url in foreign:
                print(f"asks for {url}")
            wrong += len(foreign) + page.locator("script").count()
            page.close()
        browser.close()
    print("no violation" if not wrong else f"{wrong} violations")
    return 1 if wrong else 0


def _picture(page: Page, folder: Path | None, name: str) -> None:
    if folder:
        page.screenshot(path=str(folder / name), full_page=True)


def _too_wide(page: Page, what: str) -> int:
    wide = page.evaluate(OVERFLOW) or page.evaluate("document.documentElement.scrollWidth > innerWidth ? ['(the page)'] : []")
    for html in wide:
        print(f"{what}: wider than the window: {html}")
    return len(wide)


def _violations(page: Page, what: str, options: dict[str, object]) -> int:
    begin = time.monotonic()
    if page.evaluate("document.querySelectorAll('*').length") > LARGE:
        page.evaluate(FLATTEN)
        if "runOnly" in options:
            return 0
        options = {**options, "rules": {name: {"enabled": False} for name in BY_PLACE}}
        what += f", formulas as text, without {' and '.join(BY_PLACE)}"
    found = Axe().run(page, options=options).response["violations"]
    for rule in found:
        print(f"{what}: {rule['id']}: {rule['help']}, {len(rule['nodes'])} times")
        for node in rule["nodes"][:3]:
            print(f"    {node['html'][:160]}\n      {node['any'][0]['message'] if node['any'] else node['failureSummary'][:160]}")
    print(f"{what}: {len(found)} violations, axe took {time.monotonic() - begin:.1f} s", flush=True)
    return len(found)


if __name__ == "__main__":
    raise SystemExit(main())
