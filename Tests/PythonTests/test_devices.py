"""Playing and listening, with a package in place of sounddevice whose devices are an array."""

import sys
import types

import numpy
import pytest
from conftest import in_noise

import handshake


class InputStream:
    def __init__(self, samplerate, device, channels, dtype):
        self.rate, self.device, self.place, self.is_open = samplerate, device, 0, False
        assert (channels, dtype) == (1, "float32")
        InputStream.last = self

    def __enter__(self):
        self.is_open = True
        return self

    def __exit__(self, *_):
        self.is_open = False

    def read(self, count):
        block = InputStream.sound[self.place : self.place + count, None]
        self.place += count
        return numpy.concatenate([block, numpy.zeros((count - len(block), 1), numpy.float32)]), False


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
    InputStream.sound = numpy.concatenate([in_noise(handshake.encode(text)) for text in ("one", "two")])
    heard = handshake.listen(device="microphone", rate=48_000)
    assert [next(heard).text, next(heard).text] == ["one", "two"]
    assert InputStream.last.device == "microphone" and InputStream.last.is_open
    heard.close()
    assert not InputStream.last.is_open


def test_mistakes_are_told_by_the_call(device):
    with pytest.raises(ValueError, match="rate"):
        handshake.listen(rate=1)


def test_without_sounddevice(monkeypatch):
    monkeypatch.setitem(sys.modules, "sounddevice", None)
    with pytest.raises(ImportError, match=r"pip install 'handshake-modem\[devices\]'"):
        handshake.send("hello")
    with pytest.raises(ImportError, match="pip install"):
        handshake.listen()
