"""Playing and listening, with a package in place of sounddevice whose devices are an array."""

import sys
import types

import numpy
import pytest
from conftest import in_noise

import handshake


class InputStream:
    """Hears `sound` in blocks as soon as it is opened, and ends with it."""

    def __init__(self, samplerate, device, channels, dtype, callback, finished_callback):
        self.device, self.is_open = device, False
        self.callback, self.finished_callback = callback, finished_callback
        assert (samplerate, channels, dtype) == (48_000, 1, "float32")
        InputStream.last = self

    def __enter__(self):
        self.is_open = True
        block = numpy.empty((480, 1), numpy.float32)
        for start in range(0, len(InputStream.sound) - 480, 480):
            block[:, 0] = InputStream.sound[start : start + 480]
            self.callback(block, 480, None, None)
        self.finished_callback()
        return self

    def __exit__(self, *_):
        self.is_open = False


@pytest.fixture
def device(monkeypatch):
    played = []
    module = types.ModuleType("sounddevice")
    module.InputStream = InputStream
    module.play = lambda samples, **how: played.append((samples, how))
    monkeypatch.setitem(sys.modules, "sounddevice", module)
    return played


def test_send(device):
    handshake.send("hello", device=3, ceiling=19_000)
    ((samples, how),) = device
    assert how == {"samplerate": 48_000, "device": 3, "blocking": True}
    assert samples.dtype == numpy.float32 and 0.6 < abs(samples).max() <= 0.71
    with pytest.raises(ValueError, match="level"):
        handshake.send("hello", level=1)


def test_listen(device):
    InputStream.sound = numpy.concatenate([
        in_noise(handshake.encode(text)) for text in ("one", "two")])
    heard = handshake.listen(device="microphone", rate=48_000)
    assert [next(heard).text, next(heard).text] == ["one", "two"]
    assert InputStream.last.device == "microphone" and InputStream.last.is_open
    heard.close()
    assert not InputStream.last.is_open
    assert [message.text for message in handshake.listen()] == ["one", "two"]


def test_mistakes_are_told_by_the_call(device):
    with pytest.raises(ValueError, match="rate"):
        handshake.listen(rate=1)


def test_without_sounddevice(monkeypatch):
    monkeypatch.setitem(sys.modules, "sounddevice", None)
    with pytest.raises(ImportError, match=r"pip install 'handshake-modem\[devices\]'"):
        handshake.send("hello")
    with pytest.raises(ImportError, match="pip install"):
        handshake.listen()
