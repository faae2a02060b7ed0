"""Opens a page in headless Chromium and prints what axe-core finds wrong with it: `python tests/browser/check.py PAGE [--pictures DIR]`.

At three widths, in light and dark, as it is and with every <details> open. Exit 1 if anything is found. Besides axe's rules: nothing is
wider than the window, nothing is loaded from a network, and there is no script.
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
OPEN = "document.querySelectorAll('details').forEach(d => d.open = true)"
OVERFLOW = """() => [...document.querySelectorAll('body *')].filter(e => {
  const box = e.getBoundingClientRect();
  if (box.right <= document.documentElement.clientWidth + 1 || box.width < 2) return false;
  return !e.closest('.display, .run, .unseen, .skip, thead') && (e.matches('math') || !e.closest('math'));
}).slice(0, 5).map(e => e.outerHTML.slice(0, 160))"""
AXE = {"resultTypes": ["violations"]}
LARGE = 60_000
"""From so many elements on, rules that compare every element's place with every other's are left out: they would take hours."""
BY_PLACE = ("color-contrast", "target-size")


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
            for scheme in ("light", "dark"):
                page = browser.new_page(viewport={"width": width, "height": 900}, color_scheme=scheme)  # type: ignore[arg-type]
                asked: list[str] = []
                page.on("request", lambda request, asked=asked: asked.append(request.url))
                begin = time.monotonic()
                page.goto(args.page.resolve().as_uri())
                loaded = time.monotonic() - begin
                wrong += _checked(page, f"{width} px, {scheme}", args.pictures and args.pictures / f"{width}-{scheme}.png")
                if scheme == "light":
                    page.evaluate(OPEN)
                    wrong += _checked(page, f"{width} px, all open", args.pictures and args.pictures / f"{width}-open.png")
                foreign = [url for url in asked if not url.startswith(("file:", "data:"))]
                for url in foreign:
                    print(f"  asks for {url}")
                wrong += len(foreign) + page.locator("script").count()
                print(f"{width} px, {scheme}: loaded in {loaded:.1f} s", flush=True)
                if args.pictures and scheme == "light" and width == WIDTHS[-1]:
                    page.evaluate("document.querySelectorAll('details').forEach(d => d.open = false)")
                    page.pdf(
                        path=str(args.pictures / "printed.pdf"),
                        format="A4",
                        margin=dict.fromkeys(("top", "bottom", "left", "right"), "15mm"),
                    )
                page.close()
        browser.close()
    print("no violation" if not wrong else f"{wrong} violations")
    return 1 if wrong else 0


def _checked(page: Page, what: str, picture: Path | None) -> int:
    begin = time.monotonic()
    large = page.evaluate("document.querySelectorAll('*').length") > LARGE
    options = AXE | ({"rules": {name: {"enabled": False} for name in BY_PLACE}} if large else {})
    found = Axe().run(page, options=options).response["violations"]
    if large:
        what += f", without {' and '.join(BY_PLACE)}"
    for rule in found:
        print(f"{what}: {rule['id']}: {rule['help']}, {len(rule['nodes'])} times")
        for node in rule["nodes"][:3]:
            print(f"    {node['html'][:160]}\n      {node['any'][0]['message'] if node['any'] else node['failureSummary'][:160]}")
    wide = page.evaluate(OVERFLOW)
    for html in wide:
        print(f"{what}: wider than the window: {html}")
    print(f"{what}: {len(found)} violations, axe took {time.monotonic() - begin:.1f} s", flush=True)
    if picture:
        page.screenshot(path=str(picture), full_page=True)
    return len(found) + len(wide)


if __name__ == "__main__":
    raise SystemExit(main())
