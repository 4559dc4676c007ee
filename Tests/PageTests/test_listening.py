"""How the page listens: microphones, interruptions, and the check of this device."""
import os
import signal

import pytest
from air import PROTOCOLS
from texts import sentence


@pytest.mark.parametrize("kind", ["chromium", "firefox"])
def test_listens_at_the_rate_of_the_device(open_page, kind):
    """At another rate, sound from Firefox comes in steps of the clock, and bursts are lost."""
    subject = open_page(kind, 44_100, hooks="""(window.AudioContext = class extends AudioContext {
      constructor(options) {
        super(options);
        (window.rates ??= []).push([options?.sampleRate ?? null, this.sampleRate]);
      }
    }, {})""").listen()
    assert subject.page.evaluate("rates") == [[None, 44_100]]


def test_the_loudspeaker_may_be_late(open_page):
    """By 40 ms at least: Chromium loses captured sound if its loudspeaker is late."""
    subject = open_page(hooks="""(window.AudioContext = class extends AudioContext {
      constructor(options) {
        super(options);
        window.context = this;
      }
    }, {})""").listen()
    assert 0.04 < subject.page.evaluate("context.baseLatency") < 0.1


def test_one_microphone(open_page):
    """In Firefox, for Chromium always tells of two channels, which may be the same."""
    subject = open_page("firefox", hooks="{ worker: {} }").listen()
    assert subject.page.evaluate("notes.channels") == [1]


@pytest.mark.parametrize("kind, rate, has_worklets", [
    ("chromium", 48_000, True), ("firefox", 44_100, True), ("chromium", 44_100, False),
    ("firefox", 48_000, False)])
def test_two_microphones(start_browser, make_air, open_page, tmp_path, kind, rate, has_worklets):
    """What one of them alone hears arrives, whichever it is, beside the noise of the other."""
    air = make_air(rate, channels=2)
    without = "" if has_worklets else "delete window.AudioWorkletNode, "
    subject = open_page(
        browser=start_browser(kind, air.environment),
        hooks=f"({without}{{ worker: {{}} }})").listen()
    assert subject.page.evaluate("notes.channels") == [2]
    sent = []
    for protocol in PROTOCOLS:
        for place in ("front-left", "front-right"):
            sent.append(f"{protocol} at the {place}")
            path = tmp_path / "sent.wav"
            air.hsend(
                "--protocol", protocol, "--rate", str(rate), "--output", path, "--", sent[-1])
            air.play(path, f"--channel-map={place}", "--no-remix")
            assert subject.await_texts(len(sent), 5) == sent


@pytest.mark.parametrize("kind", ["chromium", "firefox"])
def test_another_number_of_microphones(start_browser, make_air, open_page, kind):
    """As after a change of the device: a new receiver opens only where the number differs."""
    air = make_air(channels=2)
    subject = open_page(browser=start_browser(kind, air.environment), hooks="""(
      MediaStreamTrack.prototype.getSettings = () => ({ channelCount: window.told }),
      { worker: {} })""").listen()
    for told in (1, 2, 4):
        subject.page.evaluate(f"window.told = {told}")
        subject.page.click("#stop")
        subject.page.click("#resume")
        subject.await_state("listening")
    assert subject.page.evaluate("notes.channels") == [1, 2]
    air.hsend("heard by both")
    assert subject.await_texts(1) == ["heard by both"]


def test_processing_of_voices_is_told_and_hides_all(open_page, air):
    """What the page gets where a browser ignores its wishes: 18 kHz are gone."""
    subject = open_page(hooks="{ microphone: (ask) => ask({ audio: true }) }").listen()
    subject.await_hint("voice")
    air.hsend("unheard")
    subject.hear_on(2)
    assert subject.texts == []


def test_lost_sound_takes_its_time(open_page):
    """What was not captured, and what came too late to be heard, has passed all the same."""
    subject = open_page(hooks="{ worker: {} }").listen()
    subject.page.evaluate("""() => {
      const { port1, port2 } = new MessageChannel();
      notes.workers.at(-1).postMessage({ kind: 'attach', number: 0, port: port2 }, [port2]);
      const start = Date.now();
      // Seconds of silence, each of which ended so many seconds from that time.
      window.give = (from, ...ends) => {
        for (const end of ends) {
          const samples = new Float32Array(48000 * notes.channels[0]);
          port1.postMessage({ samples, at: from + 1000 * end });
        }
      };
      window.start = start;
      window.blockCount = 0;
      notes.workers.at(-1).addEventListener('message', ({ data }) => {
        // A microphone's blocks have two columns.
        if (data.columns?.length > 20) window.blockCount += 1;
      });
      give(start, 0);
    }""")
    subject.await_truth("blockCount === 1")

    def heard(seconds, given):
        end = subject.page.evaluate("notes.heardSeconds") + seconds
        subject.page.evaluate(f"give({given})")
        subject.await_truth(f"Math.abs(notes.heardSeconds - {end}) < 0.1")

    heard(1, "start, 1")
    heard(11, "start, 12")
    assert subject.notes == []
    # More than twenty seconds late is too late, until nothing is late any more.
    heard(41, "Date.now(), -15, -25, -24, 25")
    (told,) = subject.notes
    assert sentence("dropped").fullmatch(told)[1] == "39 s"


def test_stops_and_listens_again(page, air):
    page.listen()
    page.page.click("#stop")
    page.wait("#state[data-state=idle]")
    air.hsend("unheard")
    assert page.texts == []
    page.page.click("#listen:visible, #resume:visible")
    page.await_state("listening")
    air.hsend("heard")
    assert page.await_texts(1) == ["heard"]


def test_in_the_background(page, air):
    """Where the browser lets the page hear there, it hears, and notes nothing when seen again."""
    def be(hidden):
        page.page.evaluate(
            """(hidden) => {
              Object.defineProperty(document, 'hidden', { value: hidden, configurable: true });
              document.dispatchEvent(new Event('visibilitychange'));
            }""", hidden)

    page.listen()
    be(hidden=True)
    air.hsend("behind others")
    assert page.await_texts(1) == ["behind others"]
    be(hidden=False)
    assert page.state == "listening"
    assert page.page.locator("#messages > li[data-kind=note]").count() == 0


@pytest.mark.parametrize("kind", ["chromium", "firefox"])
def test_after_sound_stood_still(start_browser, make_air, open_page, kind):
    """As where a device slept: what is sent afterwards is heard from the first on."""
    air = make_air()
    # By how much the clock of sound is behind, and how often the microphone was joined to the node
    # that copies it.
    subject = open_page(browser=start_browser(kind, air.environment), hooks="""(() => {
      const { connect } = MediaStreamAudioSourceNode.prototype;
      window.joinedCount = 0;
      MediaStreamAudioSourceNode.prototype.connect = function (...values) {
        window.joinedCount += 1;
        window.behindSeconds = () => Date.now() / 1000 - this.context.currentTime;
        return connect.apply(this, values);
      };
      return {};
    })()""").listen()
    air.hsend("before")
    subject.await_texts(1)
    joined, behind = subject.page.evaluate("[joinedCount, behindSeconds()]")
    server = air.server
    os.kill(server, signal.SIGSTOP)
    try:
        subject.await_truth(f"behindSeconds() > {behind + 1.5}")
    finally:
        os.kill(server, signal.SIGCONT)
    # With an empty queue in place of the full one, which fills by half while nothing takes from it.
    subject.await_truth(f"joinedCount === {joined + 2}")
    air.hsend("after")
    assert subject.await_texts(2) == ["before", "after"]


def test_check_of_this_device(page):
    """It hears itself in all bands, keeps the usual ceiling, and shows none of what it sent."""
    page.page.click("#open-settings")
    page.page.click("#check")
    result = page.wait("#check-result[data-ceiling]", 25)
    assert result.get_attribute("data-ceiling") == "20000"
    assert sentence("checkHears").fullmatch(result.inner_text())[1] == "20"
    assert page.page.input_value("#ceiling") == "0"
    assert page.texts == []


def test_check_of_a_deaf_device(open_page):
    """What is treated as a voice comes back without its treble."""
    subject = open_page(hooks="{ microphone: (ask) => ask({ audio: true }) }")
    subject.page.click("#open-settings")
    subject.page.click("#check")
    assert subject.wait("#check-result[data-ceiling]", 25).get_attribute("data-ceiling") == "0"


def test_check_that_is_left(page, air):
    """Who closes the settings and sends is no reason to lower the ceiling."""
    page.page.click("#open-settings")
    page.page.click("#check")
    page.await_state("listening")
    page.page.click("#close-settings")
    with air.hrecv() as hrecv:
        assert page.send("meanwhile") == "sent"
        page.until(lambda: page.page.is_enabled("#check"), 10)
        while (event := hrecv.next()) and event["text"] != "meanwhile":
            assert event["text"].startswith("check ")
        assert event
    assert page.page.get_attribute("#check-result", "data-ceiling") is None
    assert page.page.input_value("#ceiling") == "0"


def test_messages_are_no_noise(open_page):
    """Who hears much in the first seconds is not told that it is too loud."""
    subject = open_page().listen()

    def survey():
        subject.page.evaluate(
            """notes.workers.at(-1).dispatchEvent(new MessageEvent('message', { data: {
              kind: 'findings',
              findings: [{ kind: 'noise', severity: 'prevents', value: 0 }] } }))""")

    survey()
    assert subject.hints == ["noise"]
    subject.give({"kind": "blocks", "received": 3, "needed": 9, "protocol": "burst"})
    subject.wait("#messages > li[data-kind=pending]")
    survey()
    assert subject.hints == []
