"""The page agrees on a secret with another page, and with the C library."""
import json

import pytest
from pairer import ENDED_BY_OTHER, FIRST, PAIRED, SECOND, UNPAIRED, Pairer
from test_access import PHONE, WIDER, violations
from texts import sentence

STORED = "JSON.parse(localStorage.getItem('handshake')) ?? {}"


def begin(subject):
    """Taps Pair, and says yes to what the page asks."""
    subject.page.click("#open-settings")
    subject.page.click("#pair")
    meets = "#pairing-state[data-word=pairingMeets]"
    subject.until(lambda: subject._says_yes() or subject.page.locator(meets).count(), 10)
    subject.wait(meets)


def digits(subject):
    subject.wait("#digits:not(:empty)", 60)
    shown = subject.page.inner_text("#digits span[aria-hidden]")
    assert [part.isdecimal() and len(part) for part in shown.split(" ")] == [3, 3]
    return shown.replace(" ", "")


def await_word(subject, word, seconds=30):
    subject.wait(f"#pairing-state[data-word={word}]", seconds)
    assert sentence(word).fullmatch(subject.page.inner_text("#pairing-state"))


def await_fingerprint(subject):
    subject.wait("#fingerprint[data-fingerprint]:not([data-fingerprint=''])")
    return subject.page.text_content("#fingerprint")


@pytest.mark.parametrize("turn", [0, *(pytest.param(turn, marks=pytest.mark.acceptance) for turn in range(1, 20))])
def test_page_with_page(open_page, air, turn):
    pages = [open_page(), open_page()]
    for subject in pages:
        begin(subject)
    shown = [digits(subject) for subject in pages]
    assert shown[0] == shown[1]
    for subject in pages:
        assert subject.page.text_content("#fingerprint") == ""
        subject.page.click("#digits-match")
    for subject in pages:
        await_word(subject, "paired")
    letters = [await_fingerprint(subject) for subject in pages]
    assert letters[0] == letters[1]
    for subject in pages:
        subject.page.click("#close-settings")
    assert pages[0].send("for you alone") == "sent"
    assert pages[1].await_texts(1) == ["for you alone"]
    assert pages[1].page.locator("#messages > li .lock").count() == 1


@pytest.mark.parametrize("kind, part", [("chromium", FIRST), ("chromium", SECOND), ("firefox", SECOND)])
def test_page_with_the_library(open_page, air, kind, part):
    subject = open_page(kind)
    begin(subject)
    with Pairer(air, part) as other:
        shown = digits(subject)
        subject.until(lambda: other.digits, 10)
        assert other.digits == shown
        subject.page.click("#digits-match")
        await_word(subject, "pairingWaits")
        other.decide(True)
        await_word(subject, "paired")
        assert other.await_end() == (PAIRED, 0)
        assert await_fingerprint(subject) == other.fingerprint


def test_digits_that_differ(open_page, air):
    subject = open_page()
    begin(subject)
    with Pairer(air, SECOND) as other:
        digits(subject)
        other.decide(True)
        subject.page.click("#digits-differ")
        await_word(subject, "unpaired-refused")
        assert other.await_end() == (UNPAIRED, ENDED_BY_OTHER)
    assert subject.page.text_content("#fingerprint") == ""
    assert not subject.page.is_visible("#digits-match") and subject.page.is_enabled("#pair")


def test_the_other_refuses(open_page, air):
    subject = open_page(locale="de-DE")
    begin(subject)
    with Pairer(air, FIRST) as other:
        digits(subject)
        subject.page.click("#digits-match")
        subject.until(lambda: other.digits, 10)
        other.decide(False)
        subject.wait("#pairing-state[data-word=unpaired-ended-by-other]", 30)
        assert sentence("unpaired-ended-by-other", "de").fullmatch(subject.page.inner_text("#pairing-state"))
    assert subject.page.text_content("#fingerprint") == ""


@pytest.mark.parametrize("act", ["stop-pairing", "close-settings", "unplug"])
def test_what_ends_it(open_page, air, act):
    subject = open_page(hooks="{ microphone: (ask, constraints) => ask(constraints) }")
    begin(subject)
    if act == "unplug":
        subject.page.evaluate("notes.stream.getTracks()[0].dispatchEvent(new Event('ended'))")
    else:
        subject.page.click(f"#{act}")
    word = "pairingDeaf" if act == "unplug" else "pairingStopped"
    assert subject.page.text_content("#pairing-state") and subject.page.get_attribute("#pairing-state", "data-word") == word
    assert subject.page.is_enabled("#pair")
    assert air.falls_quiet(seconds=7, limit=10)


def test_a_key_is_kept_as_a_passphrase_is(open_page, new_context, air):
    """It is stored where that was asked for, and a page opened as a file takes it away."""
    key = bytes(range(32)).hex()
    context = new_context()
    subject = open_page(context=context)
    kept = json.dumps({"keepsPassphrase": True, "pairedKey": key})
    subject.page.evaluate("(kept) => localStorage.setItem('handshake', kept)", kept)
    subject.open()
    subject.page.click("#open-settings")
    letters = await_fingerprint(subject)
    assert subject.page.evaluate(STORED)["pairedKey"] == key
    subject.page.uncheck("#keep-passphrase")
    assert "pairedKey" not in subject.page.evaluate(STORED)
    assert subject.page.text_content("#fingerprint") == letters
    subject.page.check("#keep-passphrase")
    assert subject.page.evaluate(STORED)["pairedKey"] == key
    subject.page.click("#forget-passphrase")
    subject.await_truth(f"!('pairedKey' in ({STORED}))")
    context = new_context()
    first = open_page(context=context, file=True)
    first.page.evaluate("(kept) => localStorage.setItem('handshake', kept)", kept)
    second = open_page(context=context, file=True)
    assert second.page.evaluate(STORED) == {}


@pytest.mark.parametrize("locale", ["en-GB", "de-DE"])
def test_how_digits_look(open_page, locale):
    """The digits are told to a screen reader one by one, fit on a small screen, and no key accepts them by chance."""
    subject = open_page(viewport=PHONE, locale=locale)
    begin(subject)
    subject.give({"kind": "digits", "bytes": list(b"042317")})
    assert digits(subject) == "042317"
    assert subject.page.get_attribute("#digits", "role") == "status"
    assert "0 4 2 3 1 7" in subject.page.text_content("#digits .unseen")
    assert subject.page.evaluate("document.activeElement.id") == "digits-differ"
    assert violations(subject) == []
    subject.page.set_viewport_size({"width": 320, "height": 568})
    assert subject.page.evaluate(WIDER) == []
    subject.page.evaluate("document.documentElement.style.fontSize = '200%'")
    assert subject.page.evaluate("(e => e.scrollWidth <= e.clientWidth)(document.querySelector('#digits'))")
    subject.page.click("#digits-differ")
