"""What a browser, a system or a device refuses: a sentence, and a way on."""
import json
import os
import signal

import pytest
from texts import sentence


def sends(subject, air):
    with air.hrecv() as hrecv:
        assert subject.send("all the same") == "sent"
        assert (event := hrecv.next()) and event["text"] == "all the same"


def test_microphone_denied(start_browser, open_page, air):
    browser = start_browser("chromium", air.environment, "--use-fake-ui-for-media-stream=deny")
    subject = open_page(browser=browser)
    subject.page.click("#listen")
    subject.await_state("failed")
    sends(subject, air)
    # Once more: it may have been allowed meanwhile.
    subject.page.click("#listen")
    subject.await_state("failed")


@pytest.mark.acceptance
def test_microphone_denied_in_firefox(start_browser, open_page, air):
    browser = start_browser("firefox", air.environment, preferences={
        "media.navigator.permission.disabled": False, "permissions.default.microphone": 2})
    subject = open_page(browser=browser)
    subject.page.click("#listen")
    subject.await_state("failed")
    sends(subject, air)


def test_no_microphone(start_browser, open_page, air, tmp_path):
    (tmp_path / "none.conf").write_text("")
    nothing = air.environment | {
        "PULSE_SERVER": f"unix:{tmp_path}/none", "ALSA_CONFIG_PATH": f"{tmp_path}/none.conf"}
    browser = start_browser("chromium", nothing)
    subject = open_page(browser=browser)
    subject.page.click("#listen")
    subject.await_state("failed")


@pytest.mark.parametrize(
    "name", ["NotAllowedError", "NotReadableError", "OverconstrainedError", "AbortError"])
def test_refusals_by_name(open_page, name):
    hooks = f"{{ microphone: () => Promise.reject(new DOMException('no', '{name}')) }}"
    subject = open_page(hooks=hooks)
    subject.page.click("#listen")
    subject.await_state("failed")


def test_track_ended(open_page, air):
    """Unplugged: one tap listens again."""
    subject = open_page(hooks="{ microphone: (ask, constraints) => ask(constraints) }").listen()
    subject.page.evaluate("notes.stream.getTracks()[0].dispatchEvent(new Event('ended'))")
    subject.await_state("paused")
    subject.page.click("#resume")
    subject.await_state("listening")
    air.hsend("again")
    assert subject.await_texts(1) == ["again"]


def test_track_muted(open_page):
    subject = open_page(hooks="{ microphone: (ask, constraints) => ask(constraints) }").listen()
    subject.page.evaluate("notes.stream.getTracks()[0].dispatchEvent(new Event('mute'))")
    subject.await_hint("muted")
    subject.page.evaluate("notes.stream.getTracks()[0].dispatchEvent(new Event('unmute'))")
    subject.await_state("listening")
    assert "muted" not in subject.hints


@pytest.mark.parametrize("kind", ["chromium", "firefox"])
def test_sound_server_ends(start_browser, make_air, open_page, kind):
    """No page that says it listens is deaf."""
    air = make_air()
    browser = start_browser(kind, air.environment)
    subject = open_page(browser=browser).listen()
    os.kill(air.server, signal.SIGKILL)
    subject.await_state("paused", 20)


def test_silence(start_browser, make_air, open_page):
    """Nothing but zeros is no microphone."""
    silent = make_air(noise=False)
    browser = start_browser("chromium", silent.environment)
    subject = open_page(browser=browser).listen()
    subject.await_hint("silent")
    silent.hsend("hello")
    assert subject.await_texts(1) == ["hello"]


@pytest.mark.parametrize("kind, rate", [("chromium", 16_000), ("firefox", 32_000)])
def test_slow_microphone(start_browser, make_air, open_page, kind, rate):
    """As of a Bluetooth headset."""
    slow = make_air(rate)
    browser = start_browser(kind, slow.environment)
    subject = open_page(browser=browser)
    subject.page.click("#listen")
    subject.await_hint("slowInput")


def test_what_was_open_is_closed(open_page):
    """After a mute by the system and two taps at once, one microphone is open; after Stop none."""
    subject = open_page(hooks="""{ microphone: async (ask, constraints) => {
      const stream = await ask(constraints);
      (window.streams ??= []).push(stream);
      return stream;
    } }""").listen()
    subject.page.evaluate("notes.stream.getTracks()[0].dispatchEvent(new Event('mute'))")
    subject.await_state("paused")
    subject.page.evaluate(
        "() => { for (let tap = 0; tap < 2; tap += 1)"
        " document.querySelector('#resume').click(); }")
    subject.await_state("listening")
    open_tracks = (
        "streams.flatMap((each) => each.getTracks())"
        ".filter((each) => each.readyState === 'live').length")
    assert subject.page.evaluate(open_tracks) == 1
    subject.page.click("#stop")
    assert subject.page.evaluate(open_tracks) == 0


def test_a_passphrase_forgotten_in_another_tab(open_page, new_context):
    context = new_context()
    first = open_page(context=context)
    first.set(keep_passphrase=True)
    first.use_secret("platform four")
    stored = "localStorage.getItem('handshake') ?? ''"
    assert "platform four" in first.page.evaluate(stored)
    # Its own secret is still being made as the first forgets it.
    second = open_page(context=context)
    assert second.page.is_checked("#keep-passphrase")
    first.page.click("#open-settings")
    first.page.click("#forget-passphrase")
    first.until(lambda: "platform" not in first.page.evaluate(stored), 5)
    first.page.click("#close-settings")
    second.wait("#fingerprint:not([data-fingerprint=''])", state="attached")
    first.set(level_decibels="-25")
    second.until(lambda: second.page.input_value("#level-decibels") == "-25", 10)
    second.set(level_decibels="-20")
    assert "platform" not in second.page.evaluate(stored)


def test_core_traps_once(open_page, air):
    """Another worker goes on, and what was there is still there."""
    subject = open_page(hooks="{ worker: {} }").listen()
    air.hsend("before")
    assert subject.await_texts(1) == ["before"]
    subject.trap()
    subject.wait("#messages > li[data-kind=note]")
    subject.await_state("listening")
    air.hsend("after")
    assert subject.await_texts(2) == ["before", "after"]


def test_core_traps_always(open_page):
    subject = open_page(hooks="{ worker: { isTrapped: true } }")
    subject.page.click("#listen")
    subject.await_state("failed", 20)
    assert subject.page.evaluate("notes.workers.length") == 4
    subject.page.fill("#text", "nothing plays this")
    subject.wait("#cost[data-error=true]")
    assert subject.page.is_disabled("#send")


def test_core_traps_for_good_while_it_sends(open_page, air):
    """The microphone is not opened again for a core that is gone."""
    hooks = "{ worker: {}, microphone: (ask, constraints) => ask(constraints) }"
    subject = open_page(hooks=hooks).listen()
    for count in (2, 3, 4):
        subject.trap()
        subject.until(lambda: subject.page.evaluate("notes.workers.length") == count, 10)
    subject.compose("text", lambda: subject.page.fill("#text", "a long text, " * 20))
    subject.press_send()
    subject.await_sending()
    subject.trap()
    assert subject.await_sent() == "failed"
    subject.await_state("failed")
    assert subject.page.evaluate(
        "notes.stream.getTracks().every((track) => track.readyState === 'ended')")


def test_core_refused(open_page):
    """As where memory is short."""
    subject = open_page(hooks="{ worker: { isRefused: true } }", core="failed")
    assert subject.page.is_disabled("#send")
    subject.page.click("#listen")
    subject.await_state("failed")


def test_nothing_may_be_stored(open_page, air):
    """Storage that is refused: settings hold until the page is closed."""
    subject = open_page(hooks="""(() => {
      Storage.prototype.setItem = Storage.prototype.getItem = () => {
        throw new DOMException('no', 'SecurityError');
      };
      return {};
    })()""")
    subject.set(protocol="burst")
    with air.hrecv() as hrecv:
        subject.send("all the same")
        assert (event := hrecv.next()) and event["protocol"] == "burst"


def test_storage_of_nonsense(open_page, new_context):
    context = new_context()
    first = open_page(context=context)
    stored = json.dumps(
        {"language": "xx", "levelDecibels": 1e9, "copies": "many", "protocol": "none"})
    first.page.evaluate("(stored) => localStorage.setItem('handshake', stored)", stored)
    open_page(context=context).listen()


def test_a_passphrase_is_not_kept_in_a_file(open_page, new_context):
    """Any other file could read it: it is not offered there, and what was kept before goes."""
    context = new_context()
    first = open_page(context=context, file=True)
    stored = "localStorage.getItem('handshake')"
    kept = json.dumps(
        {"keepsPassphrase": True, "passphrase": "platform four", "levelDecibels": -20})
    first.page.evaluate("(kept) => localStorage.setItem('handshake', kept)", kept)
    second = open_page(context=context, file=True)
    assert json.loads(second.page.evaluate(stored)) == {"levelDecibels": -20}
    second.page.click("#open-settings")
    assert second.page.is_visible("#passphrase") and not second.page.is_visible("#keep-passphrase")
    assert second.page.input_value("#passphrase") == ""
    assert second.page.text_content("#fingerprint") == ""


@pytest.mark.parametrize("locale, language", [("en-GB", "en"), ("de-DE", "de")])
def test_who_keeps_a_passphrase_is_warned(open_page, locale, language):
    subject = open_page(locale=locale)
    subject.page.click("#open-settings")
    assert subject.page.is_visible("#keep-passphrase")
    assert sentence("keepRisk", language).fullmatch(subject.page.inner_text("#keep-risk"))


def test_what_opens_too_late_touches_nothing(open_page):
    """A microphone is allowed after Stop and another Listen: the new session's sound has no gap."""
    subject = open_page(hooks="""(() => {
      const { disconnect } = MediaStreamAudioSourceNode.prototype;
      window.cutCount = 0;
      MediaStreamAudioSourceNode.prototype.disconnect = function (...values) {
        window.cutCount += 1;
        return disconnect.apply(this, values);
      };
      let isFirst = true;
      return { microphone: async (ask, constraints) => {
        const stream = await ask(constraints);
        if (!isFirst) return stream;
        isFirst = false;
        await new Promise((resolve) => { window.allow = resolve; });
        window.late = stream;
        return stream;
      } };
    })()""")
    subject.page.click("#listen")
    subject.await_truth("Boolean(window.allow)")
    subject.page.click("#stop")
    subject.page.click("#listen:visible, #resume:visible")
    subject.await_state("listening")
    before = subject.page.evaluate("cutCount")
    subject.page.evaluate("allow()")
    subject.await_truth("window.late?.getTracks()[0].readyState === 'ended'")
    subject.hear_on(0.2)
    assert subject.page.evaluate("cutCount") == before
    assert subject.state == "listening"


@pytest.mark.parametrize("words, status", [
    ("short", "secret-too-short"), ("babad-bamag-fosak-lubir-zuzub", "secret-mistyped")])
def test_a_passphrase_that_makes_no_secret(open_page, words, status):
    subject = open_page()
    subject.page.click("#open-settings")
    subject.page.fill("#passphrase", words)
    subject.page.click("#use-passphrase")
    told = sentence(f"status-{status}")
    subject.until(lambda: told.fullmatch(subject.page.inner_text("#passphrase-state")), 10)
    assert told.fullmatch(subject.page.inner_text("#passphrase-state"))
