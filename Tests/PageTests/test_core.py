"""The core as WebAssembly against the programs: golden recordings, vectors, sealed messages."""
import base64
import json
import math
import operator
import os
import re
import shutil
import subprocess
import wave

import pytest
from air import PROGRAMS, ROOT
from conftest import BUILT
from playwright.sync_api import Error
from server import Site

# One of each family and kind; with --acceptance all that `hrecv` needs no option for, or --protocol
# or --all.
FEW = [
    "hop-office", "hop-two-parts", "hop-quick", "hop-cut-at-end", "classic-office", "burst-short",
    "burst-file-repaired", "burst-too-weak", "ggwave-fastest", "ggwave-audible", "rate-96000"]
EVENTS = ("message", "file", "failed")


@pytest.fixture(scope="module")
def core(browsers, tmp_path_factory):
    """Calls a function of core-worker.js in Chromium."""
    folder = tmp_path_factory.mktemp("core")
    scripts = (ROOT / "Sources/JavaScript").glob("*.js")
    for path in (BUILT / "core.wasm", *scripts, ROOT / "Tests/PageTests/core-worker.js"):
        shutil.copy(path, folder)
    (folder / "index.html").write_text("<!doctype html><title>core</title>")
    site = Site(folder)
    context = browsers("chromium").new_context()
    page = context.new_page()
    page.goto(site.url)
    page.evaluate("""() => {
      const worker = new Worker('core-worker.js', { type: 'module' });
      window.call = (name, values) => new Promise((resolve, reject) => {
        worker.onmessage = ({ data }) =>
          data.error ? reject(new Error(data.error)) : resolve(data.value);
        worker.onerror = (event) => reject(new Error(event.message));
        worker.postMessage({ name, values });
      });
    }""")

    def call(name, *values):
        return page.evaluate("([name, values]) => call(name, values)", [name, list(values)])

    call.folder = folder
    yield call
    context.close()
    site.close()


@pytest.fixture(scope="module")
def recordings(core, acceptance):
    """Names of golden recordings, which are made here, with format and options."""
    listed = subprocess.run(
        [PROGRAMS / "handshake-golden", core.folder, *([] if acceptance else FEW)],
        check=True, stdout=subprocess.PIPE, text=True).stdout
    return [line.split() for line in listed.splitlines()]


def seconds_apart(one, other):
    return max(abs(one[key] - other[key]) for key in ("startSeconds", "endSeconds"))


def test_golden_recordings(core, recordings, figure):
    wrong = []
    held = 0
    everything = core("facts")["protocols"]
    for name, _, form, *options in recordings:
        _, rate, channels = form.split(",")
        if "--length" in options or channels != "1" or int(rate) % 48_000:
            continue  # what the core for C does not do
        protocols = everything if "--all" in options else options[1:2] or None
        held += 1
        try:
            events = core("listen", f"{name}.raw", {"rate": int(rate), "protocols": protocols})
            heard = [event for event in events if event["kind"] in EVENTS]
        except Error as trap:
            wrong.append((name, trap.message))
            continue
        lines = (ROOT / f"Tests/Golden/{name}.jsonl").read_text().splitlines()
        golden = [event for event in map(json.loads, lines) if event["event"] in EVENTS]
        same = len(heard) == len(golden) and all(
            one["kind"] == other["event"] and one["protocol"] == other["protocol"]
            and one["text"] == other.get("text", one["text"])
            and one["name"] == other.get("name", one["name"])
            and seconds_apart(one, other) < 0.001
            and abs((one["marginDecibels"] or 0)
                    - (other["marginDecibels"] or one["marginDecibels"] or 0)) < 0.2
            for one, other in zip(heard, golden))
        if not same:
            wrong.append((name, heard, golden))
    figure("golden recordings in the worker", "all", f"{held - len(wrong)} of {held}")
    assert not wrong
    assert held >= len(FEW)


def hsend(core, *options):
    path = core.folder / "native.wav"
    environment = {
        key: value for key, value in os.environ.items() if not key.startswith("HANDSHAKE")}
    subprocess.run(
        [PROGRAMS / "hsend", "--quiet", "--level", "0", "--output", path, *options],
        check=True, env=environment)
    with wave.open(str(path)) as file:
        (core.folder / "native.raw").write_bytes(file.readframes(file.getnframes()))


def vector_texts():
    """Protocol and text of the vectors of Tests/Vectors that a text makes."""
    for name in ("hop", "classic", "burst"):
        vectors = json.loads((ROOT / f"Tests/Vectors/{name}.json").read_text())
        for vector in vectors["vectors"] if isinstance(vectors, dict) else vectors:
            if isinstance(text := vector.get("text"), list):
                text = bytes(text).decode(errors="ignore")
            # hsend takes no others.
            is_taken = text and text.isprintable() and vector.get("rung", 0) <= 9
            if is_taken and not vector.get("identity") and not vector.get("repair"):
                yield vector.get("protocol", name), vector.get("rung", -1), text


def test_vectors_sound_as_those_of_hsend(core, acceptance, figure):
    """Tests hold the programs to the vectors by symbol, and the core to the programs by sample."""
    vectors = list(dict.fromkeys(vector_texts()))
    assert len(vectors) > 20
    worst = 0
    for protocol, rung, text in vectors if acceptance else vectors[::4]:
        options = ["--rung", str(rung)] if rung >= 0 else []
        hsend(core, "--protocol", protocol, *options, "--", text)
        sending = {"text": text, "protocol": protocol, "rung": rung}
        compared = core("compare", sending, "native.raw", 48_000)
        one, other = compared["sampleCounts"]
        assert one == other, (protocol, text, compared)
        worst = max(worst, compared["difference"])
    figure("samples sent against those of hsend", "0.001", f"{worst:.5f}")
    assert worst < 0.001


@pytest.mark.parametrize("hertz", [1_000, 14_000, 17_000, 18_500, 20_500])
def test_resampled_tones(core, hertz):
    """From 44.1 to 48 kHz a tone keeps its frequency and level, and nothing comes beside it."""
    samples = core("resample", hertz, 1, [1764])
    assert len(samples) == 48_000
    assert core("resample", hertz, 1, [1, 2048, 7, 333]) == samples
    turns = [2 * math.pi * hertz * index / 48_000 for index in range(4000, 44_000)]
    cosines, sines = list(map(math.cos, turns)), list(map(math.sin, turns))
    heard = samples[4000:44_000]
    # Over whole periods of all these tones cosine and sine are orthogonal.
    a, b = (sum(map(operator.mul, wave, heard)) / 20_000 for wave in (cosines, sines))
    rest = sum((x - a * c - b * s) ** 2 for x, c, s in zip(heard, cosines, sines)) / 20_000
    assert abs(20 * math.log10(math.hypot(a, b))) < 0.01
    assert 10 * math.log10(rest) < -75


def test_resampled_pair(core):
    assert core("resamplePair", [1764])
    assert core("resamplePair", [1, 2048, 7, 333])


PLACES = (0.05, 0.3, 0.41, 0.4105)  # of the sound, where zeros come in


@pytest.mark.parametrize("rate", [44_100, 48_000])
@pytest.mark.parametrize("zeros", [4, 10, 83, 128, 1024])
@pytest.mark.parametrize(
    "others", [[], [0.002], [0]], ids=["one", "noise-beside", "silence-beside"])
def test_zeros_of_underruns_are_taken_out(core, rate, zeros, others):
    """Where a browser's queue runs empty, zeros tear a burst apart; without them it is whole."""
    sending = {"text": "torn apart", "protocol": "burst"}
    torn = core("underruns", sending, rate, PLACES, zeros, [rate // 25], others)
    assert torn == {"isSame": True, "before": [], "after": ["torn apart"]}
    assert core("underruns", sending, rate, PLACES, zeros, [1, 128, 2048, 7, 333], others) == torn


@pytest.mark.parametrize("zeros", [4, 83, 1024])
def test_zeros_of_one_microphone_are_no_underrun(core, zeros):
    assert core("noisePair", zeros)


def test_what_is_sent_is_taken_for_no_underrun(core):
    """Amid digital silence, at any level, as 16 bits."""
    for protocol in core("facts")["protocols"]:
        for rate in (44_100, 48_000, 96_000):
            sending = {"text": "gate 7", "protocol": protocol}
            assert core("silences", sending, rate), (protocol, rate)


@pytest.mark.parametrize("deviation", [0.1, 0.5, 2, 4, 8, 30, 100, 1000])
def test_noise_is_taken_for_no_underrun(core, deviation):
    """Of a microphone of 16 bits, and so many of their steps as its deviation."""
    assert core("noise", deviation, 2_000_001)


def test_memory(core, figure):
    """A browser never takes a core's memory back, not even what false starts in noise needed."""
    texts = [f"message {number}" for number in range(30)]
    after = core("memory", 300, texts)
    figure("memory of the core after 5 minutes with 30 messages", "30 MB",
           f"{after['byteCount'] / 1e6:.1f} MB")
    assert [event["text"] for event in after["events"] if event["kind"] == "message"] == texts
    assert after["byteCount"] <= 30e6


def test_every_protocol_is_sent_and_heard(core, tmp_path):
    protocols = core("facts")["protocols"]
    assert {"hop", "hop-quick", "hop-deep", "classic", "burst"} <= set(protocols)
    for protocol in protocols:
        samples = base64.b64decode(core("send", {"text": "gate 7", "protocol": protocol}, 48_000))
        (core.folder / "own.raw").write_bytes(bytes(19_200) + samples + bytes(96_000))
        heard = core("listen", "own.raw", {"protocols": protocols})
        texts = [event["text"] for event in heard if event["kind"] == "message"]
        assert texts == ["gate 7"], protocol


def test_secrets(core):
    for vector in json.loads((ROOT / "Tests/Vectors/sealed.json").read_text())["secrets"]:
        assert core("fingerprint", vector["passphrase"]) == vector["fingerprint"]
        if "code" in vector:
            assert core("fingerprint", vector["code"]) == vector["fingerprint"]
    made = {core("newSecret") for _ in range(3)}
    assert len(made) == 3
    assert all(re.fullmatch(r"(?:[a-z]{5}-){4}[a-z]{5}", words) for words in made)


def test_sealed_by_hsend_for_the_core(core):
    hsend(core, "--secret", "platform four", "--", "sealed ü")
    heard = core("listen", "native.raw", {"secrets": ["another secret", "platform four"]})
    messages = [event for event in heard if event["kind"] == "message"]
    assert [(event["text"], event["sealed"]) for event in messages] == [("sealed ü", True)]
    heard = core("listen", "native.raw", {"secrets": ["another secret"]})
    assert [event["failure"] for event in heard if event["kind"] == "failed"] == ["other-secret"]


def test_sealed_by_the_core_for_hrecv(core, tmp_path):
    path = tmp_path / "sealed.wav"
    sending = {"text": "sealed ü", "secret": "platform four"}
    with wave.open(str(path), "wb") as file:
        file.setparams((1, 2, 48_000, 0, "NONE", None))
        file.writeframes(bytes(19_200))
        file.writeframes(base64.b64decode(core("send", sending, 48_000)))
        file.writeframes(bytes(96_000))
    lines = subprocess.run(
        [PROGRAMS / "hrecv", "--json", "--secret", "platform four", "--input", path],
        check=True, stdout=subprocess.PIPE, text=True).stdout.splitlines()
    messages = [event for event in map(json.loads, lines) if event["event"] == "message"]
    assert [(event["text"], event["sealed"]) for event in messages] == [("sealed ü", True)]


def test_what_cannot_be_sent_is_refused_with_a_sentence(core):
    sentences = set()
    for sending, status in (
            ({"text": ""}, "bad-text"), ({"text": "a", "protocol": "nonsense"}, "unknown-protocol"),
            ({"text": "a" * 100_000, "protocol": "hop"}, "too-long"),
            ({"text": "a", "ceilingHertz": 100}, "no-placement")):
        refusal = core("refusal", sending, 48_000)
        assert refusal and refusal["status"] == status, sending
        sentences.add(refusal["message"])
    assert len(sentences) == 4, sentences
    assert all(re.fullmatch(r"\w+( \S+){2,}", each) for each in sentences), sentences
