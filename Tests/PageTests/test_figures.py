"""Figures of the acceptance table that no other test measures."""
import base64
import gzip
import os
import random
import re
import time

import pytest
from conftest import BUILT, note_latency
from processes import processes_with
from texts import plain_texts

TICKS = os.sysconf("SC_CLK_TCK")


def test_sizes(figure):
    page = (BUILT / "handshake.html").stat().st_size
    embedded = re.search(rb'id="?core"?>([^<]+)<', (BUILT / "handshake.html").read_bytes())[1]
    compressed = base64.b85decode(embedded.replace(b".", b"<"))
    core = gzip.decompress(compressed)
    figure("handshake.html", "706 kB", f"{page / 1000:.0f} kB")
    figure(
        "core.wasm", "1178 kB, 471 kB gzipped",
        f"{len(core) / 1000:.0f} kB, {len(compressed) / 1000:.0f} kB gzipped")
    assert page <= 706_000 and len(core) <= 1_178_000 and len(compressed) <= 471_000
    assert (BUILT / "site/index.html").read_bytes() == (BUILT / "handshake.html").read_bytes()


def renderers():
    """Processes of this test's Chromium that show pages."""
    found = processes_with(b"--type=renderer")
    assert found, "there is no renderer of Chromium"
    return found


def worker_seconds():
    """Processor seconds of the busiest worker's thread so far."""
    most = 0.0
    for renderer in renderers():
        for task in (renderer / "task").iterdir():
            name, fields = (task / "stat").read_text().rsplit(")", 1)
            if "DedicatedWorker" in name:
                fields = fields.split()
                most = max(most, (int(fields[11]) + int(fields[12])) / TICKS)
    assert most > 0, "no worker of the page has run"
    return most


def renderer_bytes():
    """The memory of the largest renderer outside files, as the browser's task manager shows it."""
    most = 0
    for renderer in renderers():
        lines = (renderer / "status").read_text().splitlines()
        most = max(most, sum(
            1024 * int(line.split()[1]) for line in lines
            if line.startswith(("RssAnon:", "VmSwap:"))))
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
    note_latency(figure, "navigation to listening", taken, largest=600, acceptance=True)


@pytest.mark.acceptance
def test_processor_time(open_page, figure):
    subject = open_page().listen()
    subject.hear_on(3)
    before, start = worker_seconds(), time.monotonic()
    subject.hear_on(30, 60)
    share = (worker_seconds() - before) / (time.monotonic() - start)
    figure("listening to all near-ultrasonic protocols, CPU s per s of the worker", "0.035",
           f"{share:.4f}")
    assert share <= 0.035


@pytest.mark.acceptance
@pytest.mark.hours
def test_hours_of_noise(request, open_page, air, figure):
    """A message a minute; all come, nothing else does, and memory stays."""
    minutes = max(1, round(request.config.getoption("minutes")))
    subject = open_page().listen()
    texts = plain_texts(minutes, seed=7)
    sent = {}
    generator = random.Random(8)
    start = time.monotonic()
    half = 0
    for number, text in enumerate(texts):
        due = start + 60 * number + generator.uniform(0, 50)
        subject.page.wait_for_timeout(1000 * max(0, due - time.monotonic()))
        level, protocol = generator.choice(("-3", "-12", "-24")), ("hop", "burst")[number % 2]
        air.hsend("--level", level, "--protocol", protocol, "--", text)
        sent[text] = f"{protocol} at {level} dB after {time.monotonic() - start:.0f} s"
        if number == minutes // 2:
            half = renderer_bytes()
    heard = subject.await_texts(minutes)
    figure(f"{minutes} minutes of noise: messages, and wrong ones", f"{minutes}, 0",
           f"{len(set(heard) & set(texts))}, {len([text for text in heard if text not in texts])}")
    figure(f"memory after {minutes / 2:g} and {minutes} minutes", "128 MB, the same",
           f"{half / 1e6:.0f} MB, {renderer_bytes() / 1e6:.0f} MB")
    assert heard == texts, [sent[text] for text in texts if text not in heard]
    assert max(half, renderer_bytes()) <= 128e6
