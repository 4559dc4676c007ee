"""The page agrees on a secret with another page, and with the programs."""
import json
import subprocess

import pytest
from air import PROGRAMS
from processes import start_process
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


@pytest.mark.parametrize(
    "turn", [0, *(pytest.param(turn, marks=pytest.mark.acceptance) for turn in range(1, 20))])
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


class Program:
    """hsend or hrecv that pairs, in its own home; a person there accepts or refuses at once."""

    def __init__(self, air, name, folder, accepts=True):
        self.environment = air.environment | {"XDG_CONFIG_HOME": str(folder)}
        self.name, self.shown = name, folder / "shown"
        person = folder / "person"
        person.write_text(
            f'#!/bin/sh\nread digits; echo "$digits" >"{self.shown}"\nexit {0 if accepts else 1}\n')
        person.chmod(0o700)
        self.process = start_process(
            [PROGRAMS / name, "--pair", "page", "--accept-by", person], env=self.environment,
            stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        # Shown where the test failed.
        print(self.process.communicate()[1])

    @property
    def digits(self):
        return self.shown.read_text().strip() if self.shown.exists() else ""

    def end(self):
        """Its exit status."""
        return self.process.wait(60)

    @property
    def rooms(self):
        """What it says of the secrets that it keeps."""
        return subprocess.run(
            [PROGRAMS / self.name, "--list-rooms"], env=self.environment, stdout=subprocess.PIPE,
            text=True).stdout


@pytest.mark.parametrize(
    "kind, name",
    [("chromium", "hsend"), ("firefox", "hrecv"),
     *(pytest.param(kind, "hrecv", marks=pytest.mark.acceptance)
       for kind in 10 * ["chromium", "firefox"])])
def test_page_with_a_program(open_page, air, tmp_path, kind, name):
    subject = open_page(kind)
    begin(subject)
    with Program(air, name, tmp_path) as program:
        shown = digits(subject)
        subject.until(lambda: program.digits, 10)
        assert program.digits == shown
        subject.page.click("#digits-match")
        await_word(subject, "paired")
        assert program.end() == 0, program.process.stderr.read()
        assert program.rooms.split()[:2] == ["page", await_fingerprint(subject)]


@pytest.mark.parametrize("name", ["hrecv", "hsend"])
def test_digits_that_differ(open_page, air, tmp_path, name):
    subject = open_page()
    begin(subject)
    with Program(air, name, tmp_path) as program:
        digits(subject)
        subject.page.click("#digits-differ")
        await_word(subject, "unpaired-refused")
        assert program.end() == 5 and "page" not in program.rooms
    assert subject.page.text_content("#fingerprint") == ""
    assert not subject.page.is_visible("#digits-match") and subject.page.is_enabled("#pair")


def test_the_other_refuses(open_page, air, tmp_path):
    subject = open_page(locale="de-DE")
    begin(subject)
    with Program(air, "hsend", tmp_path, accepts=False) as program:
        word = "unpaired-ended-by-other"
        subject.wait(f"#pairing-state[data-word={word}]", 30)
        assert sentence(word, "de").fullmatch(subject.page.inner_text("#pairing-state"))
        assert program.end() == 5
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
    # Browsers tell of a closed dialogue in a later task.
    subject.wait(f"#pairing-state[data-word={word}]", state="attached")
    assert sentence(word).fullmatch(subject.page.text_content("#pairing-state"))
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
    """A screen reader reads single digits, they fit a small screen, no key accepts by chance."""
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
    assert subject.page.evaluate(
        "(e => e.scrollWidth <= e.clientWidth)(document.querySelector('#digits'))")
    subject.page.click("#digits-differ")
