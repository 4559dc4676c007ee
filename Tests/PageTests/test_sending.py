"""What the page plays reaches hrecv, or another page."""
import hashlib
import random
import subprocess

import pytest
from air import PROGRAMS
from texts import plain_texts, sentence


@pytest.mark.parametrize(
    "kind, rate, file", [
        ("chromium", 48_000, False), ("chromium", 44_100, True), ("firefox", 48_000, False),
        ("firefox", 44_100, True)])
def test_live(open_page, airs, count, figure, kind, rate, file):
    subject = open_page(kind, rate, file)
    texts = plain_texts(count, seed=4)
    with airs(rate).hrecv() as hrecv:
        results = [subject.send(text) for text in texts]
        heard = hrecv.texts(count)
    where = f"{kind}, {rate / 1000:g} kHz, {'file' if file else 'http'}"
    figure(f"page to hrecv: {where}", f"{count} of {count}",
           f"{len(set(heard) & set(texts))} of {count}")
    assert heard == texts and set(results) == {"sent"}


def test_by_burst(open_page, air):
    subject = open_page()
    subject.set(protocol="burst")
    with air.hrecv() as hrecv:
        assert subject.send("by burst") == "sent"
        assert (event := hrecv.next()), hrecv.others
    assert (event["protocol"], event["text"]) == ("burst", "by burst")


def test_page_to_page(open_page, air, count, figure):
    listener, sender = open_page().listen(), open_page()
    texts = plain_texts(count, seed=5)
    for number, text in enumerate(texts):
        sender.send(text)
        listener.await_texts(number + 1, 5)
    heard = listener.texts
    figure("page to page", f"{count} of {count}", f"{len(set(heard) & set(texts))} of {count}")
    assert heard == texts and sender.texts == []


def test_a_busy_processor_does_not_tear_it(open_page, air):
    """Chromium asks for sound this many seconds before it is heard; the least would be 0.01."""
    subject = open_page(hooks="""(() => {
      window.AudioContext = class extends AudioContext {
        constructor(options) {
          super(options);
          window.player = this;
        }
      };
      return {};
    })()""")
    assert subject.send("hello") == "sent"
    assert subject.page.evaluate("player.baseLatency") > 0.08


def test_what_it_sends_it_does_not_hear(page, air):
    """Half duplex: capture stops while it sends, and goes on afterwards."""
    page.listen()
    assert page.send("my own") == "sent"
    page.await_state("listening")
    air.hsend("yours")
    assert page.await_texts(1) == ["yours"]


def test_listening_begins_while_it_sends(page, air):
    """What it hears of itself is no message; the same text from somebody else is one."""
    page.page.fill("#text", "one and the same text")
    page.press_send()
    page.await_sending()
    page.listen()
    assert page.await_sent() == "sent"
    # What it heard of itself would be shown before.
    air.hsend("another text")
    assert page.await_texts(1) == ["another text"]
    assert page.send("again") == "sent"
    air.hsend("again")
    assert page.await_texts(2) == ["another text", "again"]


def test_file_with_repair(open_page, air, tmp_path, acceptance, figure):
    content = random.Random(6).randbytes(20_000 if acceptance else 1_500)
    path = tmp_path / "notes.bin"
    path.write_bytes(content)
    folder = tmp_path / "came"
    folder.mkdir()
    subject = open_page()
    subject.set(repair="20")
    with air.hrecv("--output", str(folder)) as hrecv:
        assert subject.send_file(path) == "sent"
        assert (event := hrecv.next(15)) and event["event"] == "file"
        assert event["name"] == "notes.bin"
        # The event is printed when the file is kept.
        saved = (folder / "notes.bin").read_bytes()
    equal = hashlib.sha256(saved).digest() == hashlib.sha256(content).digest()
    figure(f"file of {len(content) / 1000:g} kB, page to hrecv", "SHA-256 equal",
           "equal" if equal else "different")
    assert equal


def test_sealed(open_page, air):
    subject = open_page()
    subject.use_secret("platform four")
    with air.hrecv("--secret", "platform four") as hrecv:
        assert subject.send("for us") == "sent"
        assert (event := hrecv.next()), hrecv.others
    assert event["text"] == "for us" and event["sealed"]


def test_what_is_sent_while_a_secret_is_made_is_sealed(open_page, air):
    """Making it takes a second, in which a text that was typed before must not go in clear."""
    subject = open_page()
    subject.compose("text", lambda: subject.page.fill("#text", "for us alone"))
    with air.hrecv() as hrecv:
        subject.page.evaluate("""() => {
          document.querySelector('#passphrase').value = 'platform four';
          document.querySelector('#use-passphrase').click();
        }""")
        subject.press_send()
        assert subject.await_sent() == "sent"
        air.hsend("the next")
        assert hrecv.next()["text"] == "the next"
    assert [event["cause"] for event in hrecv.others if event["event"] == "failed"] == ["noSecret"]


def test_a_new_secret_is_one_of_the_programs(open_page, air):
    subject = open_page()
    subject.page.click("#open-settings")
    subject.page.click("#new-secret")
    subject.until(lambda: subject.page.input_value("#passphrase"), 5)
    words = subject.page.input_value("#passphrase")
    subject.page.click("#use-passphrase")
    subject.wait("#fingerprint[data-fingerprint]:not([data-fingerprint=''])")
    subject.page.click("#close-settings")
    with air.hrecv("--secret", words) as hrecv:
        subject.send("by new words")
        assert (event := hrecv.next()) and event["text"] == "by new words"
    # It is kept for this tab alone.
    assert "passphrase" not in (subject.page.evaluate("localStorage.getItem('handshake')") or "")


@pytest.mark.parametrize("secret", [None, "platform four"])
def test_confirmed(open_page, air, secret):
    subject = open_page()
    if secret:
        subject.use_secret(secret)
    subject.listen()
    subject.page.check("#confirm")
    with air.hrecv("--answer", *(["--secret", secret] if secret else [])) as hrecv:
        assert subject.send("did it come?", 60) == "confirmed"
        assert (event := hrecv.next()) and event["text"] == "did it come?"


@pytest.mark.acceptance
def test_unconfirmed(open_page, air):
    subject = open_page().listen()
    subject.page.check("#confirm")
    assert subject.send("is anyone there?", 60) == "unconfirmed"
    assert sentence("unconfirmed-no-answer").fullmatch(subject.page.inner_text("#sent"))[1] == "3"


def test_an_exchange_outlives_settings(open_page, air):
    """It goes on as it was begun, whatever is chosen meanwhile."""
    subject = open_page().listen()
    subject.page.check("#confirm")
    subject.compose("text", lambda: subject.page.fill("#text", "did it come?"))
    subject.press_send()
    subject.await_sending()
    # It hears its own try as well, and must not take that for somebody else's.
    subject.set(answer=True, ceiling="18500")
    subject.use_secret("platform four")
    # The first try was in vain.
    with air.hrecv("--answer") as hrecv:
        assert subject.await_sent(60) == "confirmed"
        assert (event := hrecv.next()) and event["text"] == "did it come?"


@pytest.mark.parametrize("act", ["stop", "unplug"])
def test_an_exchange_that_breaks_off(open_page, air, act):
    """Who waits for an answer that can no longer be heard is told, and nothing sounds any more."""
    subject = open_page(hooks="{ microphone: (ask, constraints) => ask(constraints) }").listen()
    subject.page.check("#confirm")
    subject.compose("text", lambda: subject.page.fill("#text", "is anyone there?"))
    subject.press_send()
    subject.await_sending()
    if act == "stop":
        subject.page.click("#stop")
    else:
        subject.page.evaluate("notes.stream.getTracks()[0].dispatchEvent(new Event('ended'))")
    assert subject.await_sent(5) == "failed"
    assert sentence("confirmDeaf").fullmatch(subject.page.inner_text("#sent"))
    assert air.falls_quiet()


def test_a_quick_tap(page, air):
    """A tap right after typing sends the last text, though the page has not told its duration."""
    with air.hrecv() as hrecv:
        for text in ("first", "second"):
            page.page.fill("#text", text)
            page.press_send()
            assert page.await_sent() == "sent"
            assert (event := hrecv.next()) and event["text"] == text


def test_stopped(page, air):
    page.page.fill("#text", "a long text, " * 20)
    page.press_send()
    page.await_sending()
    page.page.click("#stop-sending")
    assert page.await_sent(10) == "stopped"
    assert air.falls_quiet()


def test_stopped_before_it_sounds(page, air):
    with air.hrecv() as hrecv:
        page.page.fill("#text", "not after all")
        page.page.evaluate("""new MutationObserver(
          () => document.querySelector('#stop-sending').click())
          .observe(document.querySelector('#sending'), { attributeFilter: ['hidden'] })""")
        page.press_send()
        assert page.await_sent() == "stopped"
        air.hsend("the next")
        assert hrecv.next()["text"] == "the next"


def test_stopped_before_there_is_a_microphone(open_page, air):
    """As while a browser asks whether the page may have it."""
    subject = open_page(hooks="""{ microphone: async (ask, constraints) => {
      await new Promise((resolve) => { window.allow = resolve; });
      return ask(constraints);
    } }""")
    subject.page.check("#confirm")
    with air.hrecv() as hrecv:
        subject.compose("text", lambda: subject.page.fill("#text", "not after all"))
        subject.press_send()
        subject.await_sending()
        subject.page.click("#stop-sending")
        subject.page.evaluate("allow()")
        assert subject.await_sent() == "stopped"
        air.hsend("the next")
        assert hrecv.next()["text"] == "the next"


def test_too_long(page):
    page.page.fill("#text", "x" * 100_000)
    page.wait("#cost[data-error=true]")
    assert page.page.is_disabled("#send")
    assert sentence("status-too-long").fullmatch(page.page.inner_text("#cost"))


def test_wifi_and_contact(page, air):
    def wifi():
        page.page.fill("#wifi-name", "Café; 5")
        page.page.fill("#wifi-password", "a:b\\c")

    def contact():
        page.page.fill("#contact-name", "Ada")
        page.page.fill("#contact-email", "a@b.org")

    with air.hrecv() as hrecv:
        for kind, fill, start in (
                ("wifi", wifi, "WIFI:T:WPA;S:Café\\; 5;P:a\\:b\\\\c;;"),
                ("contact", contact, "BEGIN:VCARD\n")):
            page.compose(kind, fill)
            page.press_send()
            assert page.await_sent() == "sent"
            assert (event := hrecv.next()) and event["text"].startswith(start)


def test_cost_is_the_duration(page, air):
    """What the page says beforehand is what hsend --dry-run says."""
    page.page.fill("#text", "Coffee in ten minutes")
    page.wait("#cost[data-seconds]", state="attached")
    told = air.run(
        PROGRAMS / "hsend", "--dry-run", "--", "Coffee in ten minutes", stderr=subprocess.STDOUT)
    seconds = float(page.page.get_attribute("#cost", "data-seconds"))
    assert abs(seconds - float(told.split()[0])) < 0.3, told
