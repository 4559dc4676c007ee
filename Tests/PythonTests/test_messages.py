"""Texts and files, from arrays and to them."""

import os
import pathlib
import subprocess
import time
import wave

import numpy
import pytest
from conftest import in_noise

import handshake

PROGRAMS = pathlib.Path(os.environ["HANDSHAKE_PROGRAMS"])
PROTOCOLS = handshake.protocols()


def decoded(samples, rate=48_000, **how):
    return [message.text for message in handshake.decode(samples, rate, **how)]


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_text_in_every_protocol(protocol):
    if "-mono" in protocol:
        with pytest.raises(ValueError, match="fixed length"):
            handshake.encode("hello", protocol)
        return
    text = "hello" if protocol == "classic" else "grüße"
    (message,) = handshake.decode(
        in_noise(handshake.encode(text, protocol)), 48_000, protocols=[protocol])
    assert (message.text, message.data, message.protocol) == (text, text.encode(), protocol)
    assert message.snr_decibels > 5 and message.seal is None
    assert 0.3 < message.start_seconds < message.end_seconds
    assert message.lowest_hertz < message.highest_hertz < 24_000


def test_encoded_samples():
    samples = handshake.encode("hello")
    assert samples.dtype == numpy.float32 and samples.ndim == 1
    assert 0.5 < abs(samples).max() <= 1
    assert len(handshake.encode("hello", copies=3)) > 2.5 * len(samples)
    lower = handshake.decode(in_noise(handshake.encode("hello", ceiling=19_000)), 48_000)
    assert lower[0].highest_hertz < 19_000


@pytest.mark.parametrize("rate", [44_100, 48_000, 96_000, 50_123.5])
def test_every_rate(rate):
    sound = in_noise(handshake.encode("hello", rate=rate), rate=int(rate))
    assert decoded(sound, rate) == ["hello"]


def test_low_rate():
    """What ends below 8 kHz is heard in a recording of a telephone's better codecs."""
    samples = in_noise(handshake.encode("hello", "ggwave-audible-fast", 16_000), rate=16_000)
    assert decoded(samples, 16_000, protocols=["ggwave-audible-fast"]) == ["hello"]


def test_kinds_of_arrays(hello):
    kinds = [
        hello.astype(numpy.float64),
        hello.astype(numpy.float16),
        hello.astype(">f4"),
        (hello * 16_000).astype(numpy.int16),
        (hello * 16_000).astype(">i2"),
        (hello * 1e9).astype(numpy.int32),
        (hello * 100 + 128).astype(numpy.uint8),
        hello.tolist(),
        numpy.repeat(hello, 2)[::2],
        hello[:, None],
        numpy.stack([numpy.zeros_like(hello), hello], axis=1),
        numpy.asfortranarray(numpy.stack([hello, hello, hello], axis=1)),
    ]
    for kind in kinds:
        assert decoded(kind) == ["hello"]
    loud = numpy.concatenate([numpy.full(100, numpy.nan, numpy.float32), [numpy.inf], hello])
    assert decoded(loud) == ["hello"]
    hello.setflags(write=False)
    assert decoded(hello) == ["hello"]
    hello.setflags(write=True)


def test_nothing_in_it():
    assert handshake.decode([], 48_000) == []
    assert handshake.decode(numpy.zeros((0, 2)), 48_000) == []
    assert handshake.decode(numpy.zeros(48_000), 48_000) == []


@pytest.mark.parametrize("how", [{}, {"rung": 2}, {"repair": 20}, {"protocol": "burst-max"}])
def test_files(how):
    data = bytes(range(256))
    (file,) = handshake.decode(in_noise(handshake.encode(data, name="note.bin", **how)), 48_000)
    assert isinstance(file, handshake.File)
    assert (file.name, file.data) == ("note.bin", data)


HOSTILE = [
    "../../etc/passwd", "/etc/shadow", ".bashrc", "a\nb\x1b[31m", "x" * 3000, "..", "", "🛎️", "-rf"]


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_names(name):
    (file,) = handshake.decode(in_noise(handshake.encode(b"content", name=name)), 48_000)
    assert file.data == b"content"
    assert file.name and "/" not in file.name and file.name[0] not in ".-"
    assert file.name.isprintable() and len(file.name.encode()) <= 255


def test_bytes_that_are_no_text():
    data = b"\xff\x00\x1b[2J"
    with pytest.raises(ValueError):
        handshake.encode(data)
    protocol = "ggwave-ultrasound-fastest"
    samples = in_noise(handshake.encode(data, protocol))
    (message,) = handshake.decode(samples, 48_000, protocols=[protocol])
    assert message.data == data and message.text == "\ufffd\x00\x1b[2J"


def test_secrets(secret):
    sealed = in_noise(handshake.encode("gate 7", secret=secret))
    (message,) = handshake.decode(sealed, 48_000, secrets={"home": secret})
    assert message.text == "gate 7" and message.seal.room == "home"
    assert abs(message.seal.seconds - time.time()) < 60
    assert handshake.decode(sealed, 48_000, secrets=[secret])[0].seal.room is None
    assert handshake.decode(sealed, 48_000) == []
    other = handshake.Secret(handshake.new_secret())
    assert handshake.decode(sealed, 48_000, secrets=[other]) == []
    with handshake.Receiver() as receiver:
        receiver.unseal([other])
        receiver.push(sealed)
        receiver.finish()
        reasons = [
            event.reason for event in receiver.events() if isinstance(event, handshake.Failure)]
    assert reasons == [handshake.Reason.OTHER_SECRET]
    assert str(reasons[0]) == "it is sealed with another secret"
    same = handshake.Secret(b"platform four, under the clock\n")
    assert same.fingerprint == secret.fingerprint != other.fingerprint
    assert secret.fingerprint in repr(secret) and "platform" not in repr(secret)


def test_clear_beside_secrets(hello, secret):
    assert decoded(hello, secrets=[secret]) == []
    assert decoded(hello, secrets=[secret], also_unsealed=True) == ["hello"]
    with handshake.Receiver() as receiver:
        receiver.unseal([secret])
        receiver.unseal([])
        receiver.push(hello)
        receiver.finish()
        texts = [event.text for event in receiver.events() if isinstance(event, handshake.Message)]
        assert texts == ["hello"]


def test_recording_of_hsend(tmp_path):
    path = tmp_path / "hello.wav"
    subprocess.run([PROGRAMS / "hsend", "--output", path, "--rate", "44100", "hello"], check=True)
    with wave.open(str(path)) as recording:
        frames = recording.readframes(recording.getnframes())
        samples = numpy.frombuffer(frames, "<i2").reshape(-1, recording.getnchannels())
        assert decoded(samples, recording.getframerate()) == ["hello"]


def test_heard_by_hrecv(tmp_path):
    path = tmp_path / "hello.wav"
    with wave.open(str(path), "wb") as recording:
        recording.setnchannels(1)
        recording.setsampwidth(2)
        recording.setframerate(48_000)
        recording.writeframes((handshake.encode("grüße") * 32_000).astype("<i2").tobytes())
    heard = subprocess.run(
        [PROGRAMS / "hrecv", "--input", path], check=True, stdout=subprocess.PIPE)
    assert heard.stdout.decode() == "grüße\n"


def test_protocol_file(tmp_path):
    path = pathlib.Path(__file__).parents[2] / "Protocols/hop-quick.json"
    assert decoded(handshake.encode("hello", path), protocols=[path]) == ["hello"]


def test_survey(hello):
    found = handshake.survey(numpy.zeros(48_000), 48_000)
    assert found[0].trouble is handshake.Trouble.MUTED
    assert found[0].severity is handshake.Severity.PREVENTS
    noise = numpy.random.default_rng(1).normal(0, 0.01, (480_000, 2))
    assert handshake.survey(noise, 48_000) == []
    noise[:, 1] = 0
    assert handshake.survey(noise, 48_000)[0].trouble is handshake.Trouble.DEAD_CHANNELS


def test_probe():
    sound = handshake.probe(level=-6)
    assert sound.dtype == numpy.float32 and sound.shape == (288_000,)
    assert 0.4 < abs(sound).max() < 0.51
    path = handshake.measure(in_noise(sound), 48_000)
    assert path.level == -6 and path.obstacle is None
    for cells in (path.hertz, path.response, path.noise, path.steadiness):
        assert cells.shape == (80,)
    assert not path.hidden.any() and abs(path.response).max() < 1 and path.noise.max() < -40
    assert [step.level for step in path.steps] == [-18, -15, -12, -9, -6]
    advice = path.recommendation
    assert (advice.protocol, advice.ceiling, advice.level) == ("burst", 20_000, -6)
    assert advice.margin > 3
    sent = handshake.encode("hello", advice.protocol, rung=advice.rung, ceiling=advice.ceiling)
    assert decoded(in_noise(sent)) == ["hello"]


def test_probe_at_other_rates_and_none():
    for rate in (44_100, 96_000):
        sound = in_noise(handshake.probe(rate, level=-20, ceiling=18_500))
        assert handshake.measure(sound, rate).level == -20
    noise = numpy.random.default_rng(3).normal(0, 0.2, 288_000)
    faint, fainter = (
        handshake.measure(handshake.probe(level=level) + noise, 48_000) for level in (-18, -24))
    assert faint.recommendation.protocol == "hop" and faint.recommendation.rung is None
    assert fainter.recommendation is None
    assert faint.obstacle is fainter.obstacle is handshake.Obstacle.TOO_FAINT
    assert handshake.measure(numpy.zeros(480_000), 48_000) is None
    assert handshake.measure(handshake.probe()[:150_000], 48_000) is None
    assert handshake.measure([], 48_000) is None


def test_probe_is_that_of_the_programs(tmp_path):
    path = tmp_path / "probe.wav"
    subprocess.run(
        [PROGRAMS / "hsend", "--quiet", "--probe", "--level=-6", "--output", path], check=True)
    with wave.open(str(path)) as file:
        samples = numpy.frombuffer(file.readframes(file.getnframes()), "<i2")
    measured = handshake.measure(samples, 48_000)
    assert measured.level == -6 and measured.recommendation.protocol == "burst"


def test_spectrum():
    sine = numpy.sin(2 * numpy.pi * 18_000 * numpy.arange(48_000) / 48_000)
    drawn = handshake.spectrum(sine, 48_000, 16_000, 20_000, rows=40)
    assert drawn.decibels.shape == (40, len(drawn.seconds)) and drawn.hertz.shape == (40,)
    assert 40 < len(drawn.seconds) < 50 and (numpy.diff(drawn.seconds) > 0.02).all()
    loudest = drawn.hertz[drawn.decibels[:, 20].argmax()]
    assert abs(loudest - 18_000) <= 100 and abs(drawn.decibels[:, 20].max()) < 1
    assert handshake.spectrum([], 48_000).decibels.shape == (256, 0)
