"""What the page makes of a text, by the functions of texts.js alone."""
import json
import shutil

import pytest
from air import ROOT
from server import Site

CASES = json.loads((ROOT / "Tests/Vectors/visible-text.json").read_text())["cases"]


@pytest.fixture(scope="module", params=["chromium", "firefox"])
def call(request, browsers, tmp_path_factory):
    """Calls a function of the page's scripts."""
    folder = tmp_path_factory.mktemp("texts")
    for name in ("words.js", "texts.js"):
        shutil.copy(ROOT / "Sources/Page" / name, folder)
    (folder / "index.html").write_text(
        "<!doctype html><meta charset=utf-8>"
        "<script src=words.js></script><script src=texts.js></script>")
    site = Site(folder)
    context = browsers(request.param).new_context()
    page = context.new_page()
    page.goto(site.url)
    yield page.evaluate
    context.close()
    site.close()


@pytest.mark.parametrize("case", CASES, ids=[case["why"] for case in CASES])
def test_shown(call, case):
    """As the programs show it, whose tests have the same table."""
    expected = "".join(
        f"⟨U+{ord(sign):04X}⟩" if place in case["escaped"] else sign
        for place, sign in enumerate(case["text"]))
    assert call("visible", case["text"]) == expected


@pytest.mark.parametrize("name, kept", [
    ("\u06a9\u062a\u0627\u0628\u200c\u0647\u0627.pdf", None), ("a\u202egpj.exe", "agpj.exe"),
    ("\u2066a\u2069.txt", "a.txt"), ("a\n\tb", "ab"), (" ..a b. .", "a b")])
def test_names(call, name, kept):
    assert call("(name) => harmlessName(new TextEncoder().encode(name))", name) == (kept or name)


@pytest.mark.parametrize("text, address", [
    ("see https://example.org/a.", "https://example.org/a"), ("(https://example.org)...!", "https://example.org/"),
    ("https://example.org\u200f \u05d5", "https://example.org/"), ("https://a.org\u202e/x", None)])
def test_where_an_address_ends(call, text, address):
    found = call(
        "(text) => linked(visible(text)).filter((part) => part.href).map((part) => part.href)",
        text)
    assert found == ([address] if address else [])


@pytest.mark.parametrize("work, unit", [
    ("linked", "."), ("linked", "http://"), ("linked", "https://a.b "), ("visible", "\u202b"),
    ("visible", "\u202b\u2069"), ("visible", "\u2067\u202b"), ("visible", "\u200b"),
    ("(text) => harmlessName(new TextEncoder().encode(text))", ".")])
def test_work_grows_as_the_text(call, work, unit):
    """Not as its square: of a text eight times as long, which then took 64 times as long."""
    milliseconds = call(
        """([work, unit]) => {
          const call = eval(work);
          const least = (text) => Math.min(...Array.from({ length: 3 }, () => {
            const start = performance.now();
            let count = 0;
            do {
              call(text);
              count += 1;
            } while (performance.now() < start + 20);
            return (performance.now() - start) / count;
          }));
          return [5_000, 40_000].map((length) => least('https://a' + unit.repeat(length / unit.length) + 'x'));
        }""", [work, unit])
    assert milliseconds[1] < 24 * milliseconds[0], milliseconds
