"""tools/serve-page: a phone's browser gets the page, and nothing else."""
import http.client
import os
import re
import signal
import socket
import ssl
import subprocess

import pytest
from air import ROOT

PROGRAM = ROOT / "tools/serve-page"


def free_port():
    with socket.socket() as probe:
        probe.bind(("", 0))
        return probe.getsockname()[1]


def serve(folder):
    return subprocess.Popen(
        [PROGRAM, "--port", str(free_port())], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        text=True, env=os.environ | {"XDG_DATA_HOME": str(folder)},
        # A shell lets what it starts in the background ignore interrupts, these tests among it.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL))


@pytest.fixture
def serving(tmp_path):
    process = serve(tmp_path)
    lines = []
    while "Ctrl-C" not in (line := process.stdout.readline()):
        assert line, process.stderr.read()
        lines.append(line)
    process.url = re.search(r"https://\S+/", "".join(lines))[0]
    process.printed = "".join(lines)
    yield process
    process.send_signal(signal.SIGINT)
    # Quietly: a line end after ^C, and nothing else.
    assert process.wait(10) == 0 and process.stdout.read().strip() == ""
    assert "Traceback" not in process.stderr.read()


def test_a_phone_listens(serving, open_page, air):
    subject = open_page(url=serving.url, ignore_https_errors=True).listen()
    air.hsend("by HTTPS")
    assert subject.await_texts(1) == ["by HTTPS"]
    # The certificate keeps the service worker out, which the console tells.
    expected = {"An unknown error occurred when fetching the script."}
    assert set(subject.errors) <= expected, subject.errors
    subject.errors.clear()


def test_no_other_site_shows_it_in_a_frame(serving, new_context, site):
    page = new_context(ignore_https_errors=True).new_page()
    page.goto(site.url + "manifest.webmanifest")
    # Where it may not load, the browser's own page of errors does.
    with page.expect_event("console", lambda line: "frame-ancestors" in line.text):
        page.evaluate("""(src) => new Promise((resolve) => {
          document.body.append(Object.assign(
            document.createElement('iframe'), { src, onload: () => resolve() }));
        })""", serving.url)
    assert serving.url not in [frame.url for frame in page.frames]


def test_address_fingerprint_and_code(serving):
    host, port = re.fullmatch(r"https://(.+):(\d+)/", serving.url).groups()
    pem = ssl.get_server_certificate((host, int(port)))
    shown = subprocess.run(
        ["openssl", "x509", "-noout", "-fingerprint", "-sha256"],
        input=pem, capture_output=True, text=True).stdout
    assert shown.split("=")[1].strip() in serving.printed
    assert "█" in serving.printed


@pytest.mark.parametrize(
    "path",
    ["/../core.wasm", "//etc/passwd", "/%2e%2e/handshake.html", "/..%2fhandshake.html",
     "/./index.html", "/nothing"])
def test_nothing_else_is_served(serving, path):
    host, port = re.fullmatch(r"https://(.+):(\d+)/", serving.url).groups()
    connection = http.client.HTTPSConnection(
        host, int(port), context=ssl._create_unverified_context())
    connection.request("GET", path)
    assert connection.getresponse().status == 404
    connection.close()


def test_a_stalled_phone_holds_up_no_other(serving):
    host, port = re.fullmatch(r"https://(.+):(\d+)/", serving.url).groups()
    with socket.create_connection((host, int(port))):
        connection = http.client.HTTPSConnection(
            host, int(port), context=ssl._create_unverified_context(), timeout=5)
        connection.request("GET", "/")
        assert connection.getresponse().status == 200
        connection.close()


def test_the_certificate_is_kept(tmp_path):
    printed = []
    for _ in range(2):
        process = serve(tmp_path)
        while "SHA-256" not in (line := process.stdout.readline()):
            assert line
        printed.append(line)
        process.send_signal(signal.SIGINT)
        process.wait(10)
    assert printed[0] == printed[1]
    (path,) = (tmp_path / "handshake").iterdir()
    assert path.stat().st_mode & 0o077 == 0


@pytest.mark.parametrize(
    "arguments, sentence, status", [
        (["--port", "0"], "'0' is no port", 2), (["--port", "x"], "'x' is no port", 2),
        (["folder"], "usage:", 2)])
def test_wrong_usage(arguments, sentence, status):
    ended = subprocess.run([PROGRAM, *arguments], capture_output=True, text=True)
    assert ended.returncode == status and sentence in ended.stderr and ended.stdout == ""


def test_port_in_use():
    with socket.socket() as taken:
        taken.bind(("", 0))
        taken.listen()
        port = taken.getsockname()[1]
        ended = subprocess.run([PROGRAM, "--port", str(port)], capture_output=True, text=True)
    assert ended.returncode == 1
    assert ended.stderr.startswith(f"tools/serve-page: port {port} is in use: try ")
