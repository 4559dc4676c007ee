"""What hsend plays reaches the page."""
import array
import hashlib
import math
import random
import re
import subprocess
import time
import wave

import pytest
from air import PROGRAMS, PROTOCOLS
from conftest import note_latency
from processes import start_process
from texts import plain_texts, sentence


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
