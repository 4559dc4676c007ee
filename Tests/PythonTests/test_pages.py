"""What the guide page and the example say is so."""

import pathlib
import re
import subprocess
import sys

import numpy

import handshake

ROOT = pathlib.Path(__file__).parents[2]
PAGE = ROOT / "Sources/Libraries/HandShake/HandShake.docc/Python.md"


def test_guide_page(capsys, monkeypatch):
    """Every block of Python runs, one after the other, with an air that brings what was sent."""
    air = []
    monkeypatch.setattr(handshake, "send", lambda text: air.append(handshake.encode(text)))
    monkeypatch.setattr(handshake, "listen", lambda: iter(handshake.decode(air.pop(), 48_000)))
    played = []
    noise = numpy.random.default_rng(1).normal(0, 1e-3, (600, 4800))
    names = {"microphone": noise, "play": played.append}
    blocks = re.findall(r"(?ms)^```python\n(.*?)^```", PAGE.read_text())
    assert len(blocks) == 8
    for block in blocks:
        exec(compile(block, str(PAGE), "exec"), names)
    printed = capsys.readouterr().out
    assert re.match(
        r"hello \d+\.\d+\n(so far: .*\n)+hello\nhello\nnote.txt b'any bytes'\nhome gate 7\n",
        printed)
    assert "\nUnconfirmed(tries=3, reason=<Reason.NO_ANSWER: 15>)\n" in printed and len(played) == 3


def test_example_draws(tmp_path):
    """matplotlib may not be there: what the messages are is told first."""
    told = subprocess.run(
        [sys.executable, "-I", ROOT / "tools/examples/spectrogram.py"], cwd=tmp_path,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    lines = told.stdout.decode().splitlines()
    assert [line.split()[2] for line in lines] == ["hop", "burst", "classic"], told.stderr
    assert all(line.endswith("hello") for line in lines)
    if told.returncode == 0:
        assert (tmp_path / "spectrogram.png").read_bytes().startswith(b"\x89PNG")
    else:
        assert b"pip install matplotlib" in told.stderr
