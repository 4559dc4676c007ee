"""What hsend plays reaches the page."""
import array
import hashlib
import math
import os
import random
import re
import signal
import subprocess
import time
import wave

import pytest
from air import PROGRAMS
from conftest import note_latency
from processes import start_process
from texts import plain_texts, sentence

PROTOCOLS = ("hop", "burst")


def hear(subject, air, texts, seconds=5):
    """Sends the texts by turns of protocol; gives those that came and their delays in ms."""
    late = []
    for number, text in enumerate(texts):
        air.hsend("--protocol", PROTOCOLS[number % 2], "--", text)
        subject.await_texts(number + 1, seconds)
        if len(arrivals := subject.arrivals) == number + 1:
            late.append(arrivals[-1]["milliseconds"] - 1000 * air.last_loud)
    return subject.texts, late


@pytest.mark.parametrize(
    "kind, rate, file", [
        ("chromium", 48_000, False), ("chromium", 44_100, True), ("firefox", 48_000, False),
        ("firefox", 44_100, True)])
def test_live(open_page, airs, count, figure, acceptance, kind, rate, file):
    subject = open_page(kind, rate, file).listen()
    texts = plain_texts(count)
    heard, late = hear(subject, airs(rate), texts)
    where = f"{kind}, {rate / 1000:g} kHz, {'file' if file else 'http'}"
    figure(f"hsend to page: {where}", f"{count} of {count}",
           f"{len(set(heard) & set(texts))} of {count}")
    assert heard == texts
    note_latency(
        figure, f"end of sound to text: {where}", late, largest=500, median=300,
        acceptance=acceptance)


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


def test_one_microphone(open_page):
    """In Firefox, for Chromium always tells of two channels, which may be the same."""
    subject = open_page("firefox", hooks="{ worker: {} }").listen()
    assert subject.page.evaluate("notes.channels") == [1]


@pytest.mark.parametrize("kind, rate, has_worklets", [
    ("chromium", 48_000, True), ("chromium", 44_100, True), ("firefox", 48_000, True),
    ("firefox", 44_100, True), ("chromium", 44_100, False), ("firefox", 48_000, False)])
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


def test_slow_phone(open_page, air, count, figure, acceptance):
    subject = open_page(hooks="{ worker: { slowness: 5 } }").listen()
    texts = plain_texts(count, seed=2)
    heard, late = hear(subject, air, texts, 30)
    assert heard == texts
    note_latency(
        figure, "slow phone (six times the time): end of sound to text", late, largest=3000,
        acceptance=acceptance)


@pytest.mark.parametrize("zeros", [0, 83])
def test_recorded(start_browser, open_page, airs, tmp_path, zeros):
    """A recording, with zeros of underruns too, that Chromium takes for a 44.1 kHz microphone."""
    generator = random.Random(1)
    sent = tmp_path / "sent.wav"
    subprocess.run(
        [PROGRAMS / "hsend", "--quiet", "--rate", "44100", "--protocol", "burst", "--output", sent,
         "from a recording"], check=True)
    with wave.open(str(sent)) as file:
        sound = array.array("h", file.readframes(file.getnframes()))
    # It plays from the moment at which the microphone opens: on a busy processor the page hears it
    # seconds later.
    lead, tail = 8 * 44_100 * [0], 2 * 44_100 * [0]
    heard = [sample + round(generator.gauss(0, 30)) for sample in (*lead, *sound, *tail)]
    middle = len(lead) + len(sound) // 2
    heard[middle:middle] = zeros * [0]
    with wave.open(str(tmp_path / "captured.wav"), "wb") as file:
        file.setparams((1, 2, 44_100, 0, "NONE", None))
        file.writeframes(array.array("h", heard).tobytes())
    browser = start_browser(
        "chromium", airs(44_100).environment,
        "--use-fake-ui-for-media-stream", "--use-fake-device-for-media-stream",
        f"--use-file-for-fake-audio-capture={tmp_path}/captured.wav%noloop")
    subject = open_page(browser=browser).listen()
    assert subject.await_texts(1, 20) == ["from a recording"]


def test_processing_of_voices_is_told_and_hides_all(open_page, air):
    """What the page gets where a browser ignores its wishes: 18 kHz are gone."""
    subject = open_page(hooks="{ microphone: (ask) => ask({ audio: true }) }").listen()
    subject.await_hint("voice")
    air.hsend("unheard")
    subject.hear_on(2)
    assert subject.texts == []


def test_file(open_page, air, tmp_path, acceptance, figure):
    content = random.Random(3).randbytes(20_000 if acceptance else 1_500)
    path = tmp_path / "measured.bin"
    path.write_bytes(content)
    subject = open_page().listen()
    air.hsend("--input", path)
    item = subject.wait("#messages > li[data-kind=file]", 15)
    assert item.query_selector(".name").inner_text() == "measured.bin"
    with subject.page.expect_download() as download:
        item.query_selector(".save").click()
    saved = open(download.value.path(), "rb").read()
    assert download.value.suggested_filename == "measured.bin"
    equal = hashlib.sha256(saved).digest() == hashlib.sha256(content).digest()
    figure(f"file of {len(content) / 1000:g} kB, hsend to page", "SHA-256 equal",
           "equal" if equal else "different")
    assert equal


def test_sealed(open_page, air):
    subject = open_page().listen()
    subject.use_secret("platform four")
    air.hsend("--secret", "platform four", "--", "for us")
    assert subject.await_texts(1) == ["for us"]
    assert subject.page.get_attribute("#messages > li", "data-sealed") == "true"
    air.hsend("--secret", "another secret", "--", "not for us")
    air.hsend("for all")
    assert subject.await_texts(2) == ["for us", "for all"]
    assert subject.page.get_attribute("#messages > li[data-kind=text]", "data-sealed") is None


def test_sealed_without_the_secret(open_page, air):
    subject = open_page().listen()
    air.hsend("--secret", "platform four", "--", "for others")
    subject.wait("#messages > li[data-kind=note]")
    assert subject.texts == []


SEEN = "localStorage.getItem('handshake-seen')"


@pytest.mark.parametrize("between", ["stop", "trap", "reload"])
def test_a_recording_of_what_came_is_refused(open_page, air, tmp_path, between):
    """Any receiver refuses it: after Stop, by another core, and after the page was loaded again."""
    recorded = tmp_path / "recorded.wav"
    air.hsend("--secret", "platform four", "--output", recorded, "--", "once")
    # A page that is a file keeps nothing, since other files could change it, and knows what came
    # while it is open.
    subject = open_page(file=between == "stop", hooks="{ worker: {} }")
    subject.use_secret("platform four")
    subject.listen()
    air.play(recorded)
    assert subject.await_texts(1) == ["once"]
    if between == "stop":
        subject.page.click("#stop")
        subject.page.click("#resume")
    elif between == "trap":
        subject.trap()
        subject.wait("#messages > li[data-kind=note]")
    else:
        subject.open()
        subject.use_secret("platform four")
        subject.page.click("#listen")
    subject.await_state("listening")
    assert bool(subject.page.evaluate(SEEN)) == (between != "stop")
    shown = subject.texts
    air.play(recorded)
    refusal = sentence("sealedReplayed")
    subject.until(lambda: subject.notes[-1:] and refusal.fullmatch(subject.notes[-1]), 10)
    assert refusal.fullmatch(subject.notes[-1])
    assert subject.texts == shown


@pytest.mark.parametrize("stored, is_kept", [
    ("HandShake seen 2" + 24 * "7", True), ("HandShake seen 2" + 23 * "7", False),
    ("HandShake seen 3" + 24 * "7", False), ("[object Object]", False)])
def test_stored_by_others(open_page, air, stored, is_kept):
    """What another tab accepted stays; what is something else counts as nothing."""
    subject = open_page()
    subject.use_secret("platform four")
    subject.page.evaluate("(stored) => localStorage.setItem('handshake-seen', stored)", stored)
    subject.listen()
    air.hsend("--secret", "platform four", "--", "for us")
    assert subject.await_texts(1) == ["for us"]
    kept = re.fullmatch("HandShake seen 2((?:[0-9a-f]{24})+)", subject.page.evaluate(SEEN))[1]
    assert len(kept) == 24 * (1 + is_kept)
    assert kept.startswith(24 * "7") == is_kept


def test_settings_change_while_a_file_arrives(open_page, air, tmp_path):
    """None of them loses what came of it."""
    path = tmp_path / "long.bin"
    path.write_bytes(random.Random(9).randbytes(6_000))
    subject = open_page().listen()
    command = [PROGRAMS / "hsend", "--quiet", "--input", path]
    with start_process(command, env=air.environment) as sending:
        subject.wait("#messages > li[data-kind=pending]", 15)
        subject.set(answer=True, ceiling="18500")
        subject.use_secret("platform four")
        subject.page.click("#open-settings")
        subject.page.click("#forget-passphrase")
        subject.page.click("#close-settings")
        assert sending.poll() is None
        assert sending.wait(60) == 0
    subject.wait("#messages > li[data-kind=file]", 5)
    assert subject.notes == []


def test_what_arrives_outlives_stop(page):
    """Its blocks are still there, and the rest may come when it listens again."""
    page.listen()
    page.give({"kind": "blocks", "received": 3, "needed": 9, "protocol": "burst", "frame": 70_000})
    page.wait("#messages > li[data-kind=pending]")
    page.page.click("#stop")
    page.wait("#state[data-state=idle]")
    page.page.click("#resume")
    page.await_state("listening")
    page.give({"kind": "file", "bytes": [1], "name": [97], "protocol": "burst", "frame": 70_000})
    page.wait("#messages > li[data-kind=file]")
    assert page.page.locator("#messages > li").count() == 1


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


def test_answers(open_page, air):
    """hsend --confirm knows that the page has it; where the page does not answer, it says so."""
    subject = open_page()
    subject.set(answer=True)
    subject.listen()
    air.hsend("--confirm", "is it there?")
    assert subject.await_texts(1) == ["is it there?"]
    subject.set(answer=False)
    subject.await_state("listening")
    with pytest.raises(subprocess.CalledProcessError) as unconfirmed:
        air.hsend("--confirm=1", "does it answer?")
    assert unconfirmed.value.returncode == 5
    assert subject.await_texts(2) == ["is it there?", "does it answer?"]


def test_answers_to_what_is_sealed(open_page, air):
    subject = open_page()
    subject.set(answer=True)
    subject.use_secret("platform four")
    subject.listen()
    air.hsend("--confirm", "--secret", "platform four", "--", "is it there?")
    assert subject.await_texts(1) == ["is it there?"]


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


def test_boxes(open_page):
    """A box is around what arrives, another around what came, none around what no file needs."""
    subject = open_page(device_scale_factor=2).listen()

    def is_drawn(*colour):
        return subject.page.evaluate(
            """([red, green, blue]) => {
              const canvas = document.querySelector('#spectrogram');
              const { width, height } = canvas;
              const { data } = canvas.getContext('2d').getImageData(0, 0, width, height);
              for (let i = 0; i < data.length; i += 4)
                if (data[i] === red && data[i + 1] === green && data[i + 2] === blue) return true;
              return false;
            }""", colour)

    arriving, came = (201, 211, 230), (143, 224, 163)
    for event, is_arriving, is_there in (
        ({"kind": "blocks", "received": 9, "needed": 9, "frame": 7}, False, False),
        ({"kind": "blocks", "received": 3, "needed": 9, "frame": 8}, True, False),
        ({"kind": "file", "bytes": [1], "name": [97], "frame": 8}, False, True),
    ):
        subject.give({"protocol": "burst", "endSeconds": 60, **event})

        def drawn():
            return (is_drawn(*arriving), is_drawn(*came))

        subject.until(lambda: drawn() == (is_arriving, is_there), 10)
        assert drawn() == (is_arriving, is_there), event


def test_time_left(open_page):
    """Of something long, by the pace of its blocks; their frame's end is known from the start."""
    subject = open_page(hooks="""(() => {
      const now = performance.now.bind(performance);
      window.laterSeconds = 0;
      performance.now = () => now() + 1000 * window.laterSeconds;
      return {};
    })()""")

    def give(received):
        subject.give({
            "kind": "blocks", "received": received, "needed": 25, "protocol": "burst", "frame": 7})

    def text():
        return subject.page.inner_text("#messages > li[data-kind=pending]")

    start = time.monotonic()
    give(1)
    subject.wait("#messages > li[data-kind=pending]")
    subject.page.evaluate("laterSeconds = 8")
    give(5)
    subject.until(lambda: "left" in text(), 10)
    left = int(re.search(r"about (\d+) s left", text())[1])
    assert 5 * 8 <= left <= math.ceil(5 * (8 + time.monotonic() - start))


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
