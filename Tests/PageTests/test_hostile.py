"""What comes by sound is shown and never obeyed."""
import json
import re

import pytest

BIDI = "abc\u202edef\u2066g \u200b h"
TEXTS = {
    "markup": "<img src=x onerror=alert(1)><script>alert(2)</script><b>bold</b>",
    "entities": "&lt;b&gt; &#x3c;script&#x3e;",
    "style": "<style>*{display:none}</style><link rel=stylesheet href=//evil.example/x.css>",
    "script address": "javascript:alert(1)",
    "data address": "data:text/html,<script>alert(1)</script>",
    "credentials": "https://user:word@example.org/ http://[::1",
    "template": "${alert(1)} {{7*7}}",
}
ELEMENTS = (
    "[...document.querySelectorAll('*')]"
    ".filter((e) => !e.closest('#messages, #microphone')).length")
ALLOWED = {"LI", "DIV", "P", "SPAN", "BDI", "B", "A", "BUTTON", "BR", "SVG", "PATH", "STRONG", "DL",
           "DT", "DD", "PROGRESS", "TIME", "H3", "SMALL", "PRE"}


@pytest.fixture
def subject(open_page):
    subject = open_page()
    subject.requests.clear()
    subject.elements = subject.page.evaluate(ELEMENTS)
    yield subject
    # Requests of the page's own are those of addresses within it.
    assert [url for url in subject.requests if not url.startswith(("data:", "blob:"))] == []
    names = subject.page.evaluate(
        "[...document.querySelectorAll('#messages *')].map((e) => e.tagName.toUpperCase())")
    assert set(names) <= ALLOWED
    assert subject.page.url == subject.url


def give_text(subject, content, **fields):
    content = content.encode() if isinstance(content, str) else content
    subject.give({"kind": "message", "bytes": list(content), **fields})


def test_live(subject, air):
    """By sound, all the way."""
    subject.listen()
    texts = ["<img src=x onerror=alert(1)>", "javascript:alert(1)"]
    for text in texts:
        air.hsend("--", text)
    assert subject.await_texts(2) == texts


@pytest.mark.parametrize("name", TEXTS)
def test_texts_are_shown_as_they_are(subject, name):
    give_text(subject, TEXTS[name])
    assert subject.await_texts(1) == [TEXTS[name]]
    links = "[...document.querySelectorAll('#messages a')]"
    for href in subject.page.evaluate(f"{links}.map((a) => a.href)"):
        assert href.startswith(("https://", "http://")) and "@" not in href
    assert subject.page.evaluate(ELEMENTS) == subject.elements


def test_what_cannot_be_seen_is_shown(subject):
    give_text(subject, BIDI + "\0\x1b[31m\x7f\ufeff")
    (text,) = subject.await_texts(1)
    assert not any(character in text for character in "\u202e\u2066\u200b\0\x1b\x7f\ufeff")
    assert "⟨U+202E⟩" in text and "⟨U+0000⟩" in text and "⟨U+200B⟩" in text
    assert subject.page.evaluate(
        "document.querySelector('#messages .text').closest('bdi[dir=auto]') !== null")


def test_texts_of_all_scripts_are_copied_as_they_are(subject):
    text = (
        "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645 \u200f\u05e9 "
        "\U0001f468\u200d\U0001f469\u200d\U0001f467 \u845b\U000e0100")
    subject.page.evaluate(
        "() => { navigator.clipboard.writeText = async (text) => { notes.copied = text; }; }")
    give_text(subject, text)
    assert subject.await_texts(1) == [text]
    subject.page.click("#messages .copy")
    assert subject.page.evaluate("notes.copied") == text


def test_bytes_that_are_no_text(subject):
    give_text(subject, b"ab\xff\xfe\xed\xa0\x80\xc0\xafz")
    (text,) = subject.await_texts(1)
    assert text.startswith("ab�") and text.endswith("z")


def test_a_text_of_a_megabyte(subject):
    give_text(subject, "abcdefghi \u202e" * 90_000)
    (text,) = subject.await_texts(1, 20)
    assert len(text) < 40_000
    subject.page.click("#messages .show-all", timeout=20_000)
    # It has to go on, and hear.
    give_text(subject, "after it", frame=7)
    assert subject.await_texts(2, 30)[-1] == "after it"


def test_a_link_is_asked_about(subject):
    give_text(subject, "see http://xn--80ak6aa92e.com/a?b or https://EXAMPLE.org.")
    links = subject.wait("#messages a.link") and subject.page.query_selector_all("#messages a.link")
    assert [link.inner_text() for link in links] == ["http://xn--80ak6aa92e.com/a?b", "https://example.org/"]
    links[1].click()
    subject.wait("dialog#ask[open]")
    asked = subject.page.inner_text("#ask-title") + subject.page.inner_text("#ask-text")
    assert "example.org" in asked
    subject.page.click("#ask-no")
    assert subject.page.locator("dialog#ask[open]").count() == 0
    assert len(subject.page.context.pages) == 1


@pytest.mark.parametrize(
    "name", [b"../x.html", b"..\\..\\x.html", b"/etc/passwd", b"x\0.html",
             "e\u202elmth.exe".encode(), b"<b>x</b>.html", b"\xff\xfe", b"", b"." * 300, b"con",
             b"a" * 100_000])
def test_names_of_files(subject, name):
    subject.give({"kind": "file", "bytes": list(b"<script>alert(1)</script>"), "name": list(name)})
    item = subject.wait("#messages > li[data-kind=file]")
    shown = item.query_selector(".name").inner_text()
    with subject.page.expect_download() as download:
        item.query_selector(".save").click()
    saved = download.value.suggested_filename
    for each in (shown, saved):
        assert each.strip(". ") and len(each) < 256
        assert not any(sign in each for sign in "/\\<>\0\u202e")
        assert each.lower() != "con"
    assert open(download.value.path(), "rb").read() == b"<script>alert(1)</script>"


def test_a_file_is_no_page_of_this_origin(subject):
    """Its Blob is bytes to be saved, whatever its name says."""
    subject.page.evaluate("""() => {
      const create = URL.createObjectURL.bind(URL);
      notes.types = [];
      URL.createObjectURL = (blob) => { notes.types.push(blob.type); return create(blob); };
    }""")
    content = list(b"<script>alert(1)</script>")
    subject.give({"kind": "file", "bytes": content, "name": list(b"x.html")})
    with subject.page.expect_download():
        subject.wait("#messages .save").click()
    assert subject.page.evaluate("notes.types") == ["application/octet-stream"]


@pytest.mark.parametrize(
    "text", ["WIFI:T:WPA;S:<img src=x onerror=alert(1)>;P:\u202e\";;",
             "WIFI:" + ";" * 50_000, "WIFI:S:" + "\\" * 50_001,
             "BEGIN:VCARD\nFN:<b>x</b>\nURL:javascript:alert(1)\nEND:VCARD",
             "BEGIN:VCARD\n" + "N:x\n" * 20_000, "http://" * 20_000, "https://a." + "b." * 30_000])
def test_cards_and_long_patterns(subject, text):
    give_text(subject, text)
    subject.wait("#messages > li")
    give_text(subject, "after it", frame=7)
    subject.until(lambda: "after it" in subject.texts, 10)
    assert subject.texts[-1] == "after it"
    assert subject.page.evaluate(ELEMENTS) == subject.elements
    links = subject.page.evaluate("[...document.links].map((a) => a.href)")
    assert "javascript:" not in json.dumps(links)


@pytest.mark.parametrize(
    "name, password", [("net\\", "pass;word"), ("a\\;b", "c\\"), ("\\\\", "\\;P:x;")])
def test_backslashes_of_a_network(subject, name, password):
    """What the page writes of a network it reads as the same, with whatever fields beside it."""
    def escaped(text):
        return re.sub(r'([\\;,:"])', r"\\\1", text)

    give_text(subject, f"WIFI:S:{escaped(name)};T:WPA;P:{escaped(password)};H:true;;")
    subject.wait("#messages .show-password").click()
    assert subject.page.locator("#messages dd").all_inner_texts() == [name, password]


def test_backslashes_of_a_contact(subject):
    give_text(subject, "BEGIN:VCARD\nVERSION:3.0\nFN:Ada\nNOTE:C:\\\\new\\, or\\nD:\\\\\nEND:VCARD")
    subject.wait("#messages dd")
    assert subject.page.locator("#messages dd").all_inner_texts() == ["Ada", "C:\\new, or\nD:\\"]


def test_a_thousand_messages(subject):
    subject.give(*(
        {"kind": "message", "bytes": list(b"%d" % number), "frame": number}
        for number in range(1_000)))
    subject.await_texts(1_000, 20)
    give_text(subject, "the last", frame=5_000)
    # In place of the first, it may be.
    subject.until(lambda: subject.texts[-1] == "the last", 10)
    assert subject.texts[-1] == "the last" and len(subject.texts) >= 1_000


def test_odd_figures(subject):
    """Fields at their bounds: the page shows something, and goes on."""
    for number, fields in enumerate((
            {"marginDecibels": 1e300}, {"marginDecibels": -1e300}, {"snrDecibels": None},
            {"protocol": "<b>"}, {"startSeconds": -5, "endSeconds": -9},
            {"sealed": True, "sealedSeconds": 1e18}, {"sealed": True, "sealedSeconds": -1})):
        give_text(subject, f"odd {number}", frame=100 + number, **fields)
    assert len(subject.await_texts(7)) == 7
    for needed, received in ((0, 0), (1, 2**31), (2**31, 1)):
        subject.give({"kind": "blocks", "needed": needed, "received": received, "frame": 50})
    subject.give(
        {"kind": "failed", "failure": "digest", "marginDecibels": None}, {"kind": "unheard of"})
    give_text(subject, "after them", frame=300)
    assert subject.await_texts(8)[-1] == "after them"


def test_policy_forbids_connections(page):
    """Even a script in the page could not take anything out of it."""
    tried = page.page.evaluate("""async () => {
      const refused = {};
      for (const [name, make] of Object.entries({
        fetch: () => fetch('/else'),
        image: () => new Promise((resolve, reject) => {
          const image = new Image();
          image.onload = resolve;
          image.onerror = () => reject(new Error('refused'));
          image.src = 'http://127.0.0.2/x.png';
        }),
        markup: async () => { document.createElement('div').innerHTML = '<b>x</b>'; },
        evaluation: async () => { (0, eval)('1'); },
        socket: () => new Promise((resolve, reject) => {
          try {
            new WebSocket('ws://127.0.0.2/').onerror = reject;
          } catch (error) {
            reject(error);
          }
        }),
      })) {
        refused[name] = await make().then(() => false, () => true);
      }
      return refused;
    }""")
    assert tried == dict.fromkeys(tried, True)
    # These were this test's own.
    page.errors.clear()
    page.page.evaluate("notes.violations.length = 0")
