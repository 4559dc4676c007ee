"""Figures of the acceptance table that no other test measures."""
import gzip
import os
import pathlib
import random
import statistics
import time

import pytest
from conftest import BUILT
from texts import plain_texts

TICKS = os.sysconf("SC_CLK_TCK")


def test_sizes(figure):
    page = (BUILT / "handshake.html").stat().st_size
    core = (BUILT / "core.wasm").read_bytes()
    compressed = len(gzip.compress(core, 9))
    figure("handshake.html", "750 kB", f"{page / 1000:.0f} kB")
    figure("core.wasm", "1300 kB, 480 kB gzipped", f"{len(core) / 1000:.0f} kB, {compressed / 1000:.0f} kB gzipped")
    assert page <= 750_000 and len(core) <= 1_300_000 and compressed <= 480_000
    assert (BUILT / "site/index.html").read_bytes() == (BUILT / "handshake.html").read_bytes()


def renderers(air):
    """Processes of Chromium in that air that show pages."""
    server = f"PULSE_SERVER={air.environment['PULSE_SERVER']}".encode()
    found = []
    for folder in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            if b"--type=renderer" in (folder / "cmdline").read_bytes() and server in (folder / "environ").read_bytes():
                found.append(folder)
        except OSError:
            pass  # it has ended, or is another user's
    return found


def worker_seconds(air):
    """Processor seconds of the busiest worker's thread so far."""
    most = 0.0
    for renderer in renderers(air):
        for task in (renderer / "task").iterdir():
            name, fields = (task / "stat").read_text().rsplit(")", 1)
            if "DedicatedWorker" in name:
                fields = fields.split()
                most = max(most, (int(fields[11]) + int(fields[12])) / TICKS)
    return most


def renderer_bytes(air):
    """Memory that the largest renderer has for itself."""
    most = 0
    for renderer in renderers(air):
        lines = (renderer / "smaps_rollup").read_text().splitlines()
        most = max(most, sum(1000 * int(line.split()[1]) for line in lines if line.startswith("Private_")))
    return most


@pytest.mark.acceptance
def test_start(open_page, figure):
    """From navigation to listening; the tap comes as soon as there is a button."""
    subject = open_page()
    taken = []
    for _ in range(7):
        subject.page.goto(subject.url, wait_until="commit")
        subject.page.click("#listen")
        subject.wait("#state[data-state=listening]")
        taken.append(subject.page.evaluate("notes.listening"))
    figure("navigation to listening", "600 ms", f"median {statistics.median(taken):.0f} ms, largest {max(taken):.0f} ms")


@pytest.mark.acceptance
def test_processor_time(open_page, air, figure):
    subject = open_page().listen()
    subject.page.wait_for_timeout(3000)
    before, start = worker_seconds(air), time.monotonic()
    subject.page.wait_for_timeout(30_000)
    share = (worker_seconds(air) - before) / (time.monotonic() - start)
    figure("listening to all near-ultrasonic protocols, CPU s per s of the worker", "0.035", f"{share:.4f}")


@pytest.mark.acceptance
def test_hours_of_noise(request, open_page, air, figure):
    """A message a minute; all come, nothing else does, and memory stays."""
    minutes = max(1, round(request.config.getoption("minutes")))
    subject = open_page().listen()
    texts = plain_texts(minutes, seed=7)
    generator = random.Random(8)
    start = time.monotonic()
    half = 0
    for number, text in enumerate(texts):
        subject.page.wait_for_timeout(1000 * max(0, start + 60 * number + generator.uniform(0, 50) - time.monotonic()))
        air.hsend("--level", str(generator.choice((-3, -12, -24))), "--protocol", ("hop", "burst")[number % 2], "--", text)
        if number == minutes // 2:
            half = renderer_bytes(air)
    heard = subject.await_texts(minutes)
    figure(f"{minutes} minutes of noise: messages, and wrong ones", f"{minutes}, 0",
           f"{len(set(heard) & set(texts))}, {len([text for text in heard if text not in texts])}")
    figure(f"memory after {minutes / 2:g} and {minutes} minutes", "128 MB, the same",
           f"{half / 1e6:.0f} MB, {renderer_bytes(air) / 1e6:.0f} MB")
    assert heard == texts
