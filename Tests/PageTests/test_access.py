"""For everyone: screen readers, keyboards, small screens, large text, languages; and the look."""
import importlib.util
import pathlib
import threading

import pytest

PHONE = {"width": 390, "height": 844}
SCHEMES = ("light", "dark")
AXE_PACKAGE = pathlib.Path(importlib.util.find_spec("axe_playwright_python").origin).parent
AXE = (AXE_PACKAGE / "axe.min.js").read_text()
WIDER = """() => [...document.querySelectorAll('body *')].filter((e) => {
  const box = e.getBoundingClientRect();
  return box.width && box.right > innerWidth + 1 && !e.closest('#spectrogram, .unseen')
}).map((e) => e.tagName + '#' + e.id + '.' + e.className)"""


def violations(subject):
    """Of axe-core's rules for WCAG 2.2, levels A and AA, and its best practices."""
    subject.page.evaluate(AXE)
    found = subject.page.evaluate("axe.run().then((result) => result.violations)")
    return [(each["id"], [node["target"] for node in each["nodes"]]) for each in found]


def give_all_kinds(subject):
    def bytes_of(text):
        return list(text.encode())

    subject.give(
        {"kind": "message", "bytes": bytes_of("WIFI:T:WPA;S:Café;P:sugar;;"), "frame": 1},
        {"kind": "message", "bytes": bytes_of("BEGIN:VCARD\nFN:Ada\nEMAIL:a@b.org\nEND:VCARD"),
         "frame": 2},
        {"kind": "file", "bytes": list(range(200)), "name": bytes_of("photo of the board.jpg"),
         "frame": 3},
        {"kind": "blocks", "received": 123, "needed": 192, "protocol": "burst", "frame": 4},
        {"kind": "message", "bytes": bytes_of("Room 4, https://example.org"), "marginDecibels": 24, "frame": 5},
        {"kind": "message", "bytes": bytes_of("for us"), "sealed": True,
         "sealedSeconds": 1_795_000_000, "frame": 6},
        {"kind": "failed", "failure": "code", "marginDecibels": -3, "frame": 8})
    subject.until(lambda: subject.page.locator("#messages > li").count() >= 6, 10)
    assert subject.page.locator("#messages > li").count() >= 6


@pytest.mark.parametrize("scheme", SCHEMES)
def test_axe(open_page, figure, scheme):
    subject = open_page(viewport=PHONE, color_scheme=scheme)
    found = violations(subject)
    subject.listen()
    give_all_kinds(subject)
    found += violations(subject)
    for kind in ("file", "wifi", "contact"):
        subject.page.click(f"#kind-{kind}")
        found += violations(subject)
    subject.page.click("#open-settings")
    found += violations(subject)
    figure(f"axe violations, {scheme}", 0, len(found))
    assert found == []


def focused(subject):
    return subject.page.evaluate("document.activeElement.id || document.activeElement.className")


def press_until(subject, identity, key="Tab"):
    for _ in range(60):
        subject.page.keyboard.press(key)
        if focused(subject) == identity:
            # Who uses a keyboard has to see where it is.
            assert subject.page.evaluate("document.activeElement.matches(':focus-visible')")
            return
    raise AssertionError(f"the keyboard does not reach #{identity}")


def test_by_keyboard_alone(open_page, air):
    subject = open_page()
    keyboard = subject.page.keyboard
    press_until(subject, "listen")
    keyboard.press("Enter")
    subject.wait("#state[data-state=listening]")
    air.hsend("by keyboard")
    assert subject.await_texts(1) == ["by keyboard"]
    press_until(subject, "copy")
    press_until(subject, "text")
    keyboard.type("typed")
    assert subject.page.is_enabled("#send")
    press_until(subject, "send")
    with air.hrecv() as hrecv:
        keyboard.press("Enter")
        subject.wait("dialog#ask[open]")
        press_until(subject, "ask-yes")
        keyboard.press("Enter")
        assert subject.await_sent() == "sent"
        assert (event := hrecv.next()) and event["text"] == "typed"
    press_until(subject, "open-settings", "Shift+Tab")
    keyboard.press("Enter")
    subject.wait("dialog#settings[open]")
    press_until(subject, "check")
    keyboard.press("Escape")
    subject.page.wait_for_selector("dialog#settings[open]", state="detached", timeout=3000)
    assert focused(subject) == "open-settings"


def test_who_goes_elsewhere_while_it_sends_stays_there(open_page):
    subject = open_page().listen()
    subject.page.fill("#text", "meanwhile")
    subject.press_send()
    subject.await_sending()
    subject.page.focus("#open-settings")
    assert subject.page.is_visible("#sending")
    assert subject.await_sent() == "sent"
    subject.wait("#compose")
    assert focused(subject) == "open-settings"


def test_who_is_on_a_card_stays_there(open_page):
    """A card is drawn anew as it is shown whole, or as more is known of it."""
    subject = open_page().listen()
    subject.give({"kind": "message", "bytes": list(b"long " * 1000), "frame": 5})
    subject.wait("#messages .show-all").focus()
    subject.page.keyboard.press("Enter")
    assert subject.page.locator("#messages .show-all").count() == 0
    assert focused(subject) == "copy"
    subject.page.focus("#messages .remove")
    subject.give({"kind": "repeated", "frame": 5})
    subject.wait("#messages .note")
    assert focused(subject) == "remove"


@pytest.mark.parametrize("locale", ["en-GB", "de-DE"])
def test_320_pixels(open_page, locale):
    subject = open_page(viewport={"width": 320, "height": 568}, locale=locale).listen()
    give_all_kinds(subject)
    for kind in ("text", "file", "wifi", "contact"):
        subject.page.click(f"#kind-{kind}")
        assert subject.page.evaluate(WIDER) == []
    subject.page.click("#open-settings")
    assert subject.page.evaluate(WIDER) == []


@pytest.mark.parametrize("locale", ["en-GB", "de-DE"])
def test_text_of_200_percent(open_page, locale):
    subject = open_page(viewport=PHONE, locale=locale).listen()
    give_all_kinds(subject)
    subject.page.evaluate("document.documentElement.style.fontSize = '200%'")
    assert subject.page.evaluate(WIDER) == []
    clipped = """() => [...document.querySelectorAll('button, label, p, h1, h2, .facts')]
      .filter((e) => e.offsetParent && !e.closest('.unseen'))
      .filter((e) => e.clientWidth && e.scrollWidth > e.clientWidth + 1)
      .map((e) => e.outerHTML.slice(0, 80))"""
    assert subject.page.evaluate(clipped) == []
    subject.page.click("#open-settings")
    assert subject.page.evaluate(clipped) == []


def test_targets_are_large(open_page):
    subject = open_page(viewport=PHONE).listen()
    give_all_kinds(subject)
    small = """() => [...document.querySelectorAll('button, textarea, select, summary, input')]
      .filter((e) => !['checkbox', 'range'].includes(e.type))
      .filter((e) => e.offsetParent && e.getBoundingClientRect().height < 43.5)
      .map((e) => e.outerHTML.slice(0, 80))"""
    assert subject.page.evaluate(small) == []
    subject.page.click("#open-settings")
    assert subject.page.evaluate(small) == []


@pytest.mark.parametrize("locale, language", [("en-GB", "en"), ("de-DE", "de"), ("fr-FR", "en")])
def test_languages(open_page, locale, language):
    subject = open_page(locale=locale)
    assert subject.page.get_attribute("html", "lang") == language
    words = "[...document.querySelectorAll('[data-word]')].map((e) => e.textContent.trim())"
    assert all(subject.page.evaluate(words))
    before = subject.page.inner_text("body")
    other = "de" if language == "en" else "en"
    subject.set(language=other)
    assert subject.page.get_attribute("html", "lang") == other
    assert subject.page.inner_text("body") != before
    assert (subject.page.get_attribute("html", "lang")
            == subject.open().page.get_attribute("html", "lang"))


def test_announced(open_page):
    subject = open_page()
    subject.give({"kind": "message", "bytes": list(b"hear hear")})
    assert subject.await_texts(1) == ["hear hear"]
    assert subject.page.get_attribute("#announce", "aria-live") == "polite"
    assert "hear hear" in subject.page.text_content("#announce")


def test_layout(open_page):
    """On a phone: the button to listen at first, the field and its button at the bottom."""
    subject = open_page(viewport=PHONE)

    def box(selector):
        return subject.page.locator(selector).bounding_box()

    assert box("#listen")["y"] + box("#listen")["height"] < 500
    for _ in range(2):
        assert box("#send")["y"] + box("#send")["height"] <= PHONE["height"]
        assert box("#text")["y"] < box("#send")["y"]
        assert box("header")["y"] == 0
        subject.listen() if subject.state == "idle" else give_all_kinds(subject)
    first = box("#messages > li:first-child")
    assert first["x"] >= 0 and first["x"] + first["width"] <= PHONE["width"]
    assert first["y"] < box("#sender")["y"]


@pytest.mark.parametrize("scheme", SCHEMES)
def test_screenshots(request, open_page, air, tmp_path, scheme):
    folder = request.config.getoption("screenshots")
    if not folder:
        pytest.skip("needs --screenshots FOLDER")

    def picture(subject, name):
        subject.page.screenshot(path=folder / f"{name}-{scheme}.png")

    look = {"viewport": PHONE, "color_scheme": scheme, "device_scale_factor": 2, "locale": "en-GB"}
    subject = open_page(**look)
    picture(subject, "empty")
    subject.listen()
    air.hsend("--protocol", "burst", "--", "Room 4, https://example.org")
    air.hsend("Coffee in ten minutes")
    assert len(subject.await_texts(2)) == 2
    picture(subject, "text")
    path = tmp_path / "board.jpg"
    path.write_bytes(bytes(range(256)) * 12)
    sending = threading.Thread(target=air.hsend, args=("--robust", "--input", path))
    sending.start()
    subject.wait("#messages > li[data-kind=pending] progress", 15)
    subject.hear_on(1)
    picture(subject, "arriving")
    sending.join()
    subject.wait("#messages > li[data-kind=file]", 15)
    picture(subject, "file")
    subject.page.click("#open-settings")
    picture(subject, "settings")
    subject = open_page(hooks="{ microphone: (ask) => ask({ audio: true }) }", **look).listen()
    subject.await_hint("voice")
    subject.hear_on(4)
    picture(subject, "hint")
