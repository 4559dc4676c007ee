"""The package in Chromium and Firefox: tools/test npm tells its folder by HANDSHAKE_PACKAGE."""
import os
import pathlib
import shutil
import sys

import pytest
from playwright.sync_api import sync_playwright

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "PageTests"))
from air import Air  # noqa: E402
from conftest import launch  # noqa: E402
from processes import browsers_end_after  # noqa: E402
from server import Handler, Site  # noqa: E402

PACKAGE = pathlib.Path(os.environ["HANDSHAKE_PACKAGE"])
POLICY = ("default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; "
          "img-src 'self'")


class PolicyHandler(Handler):
    """The strictest policy that works, from a server that does not know WebAssembly."""

    extensions_map = {**Handler.extensions_map, ".wasm": "application/octet-stream"}

    def end_headers(self):
        self.send_header("Content-Security-Policy", POLICY)
        super().end_headers()


@pytest.fixture(scope="session")
def browsers():
    """Both, with a sound device, without which Firefox plays nothing, and without need of a tap."""
    air = Air(noise=False)
    with sync_playwright() as playwright:
        made = {
            "chromium": launch(
                playwright, "chromium", air.environment,
                "--autoplay-policy=no-user-gesture-required"),
            "firefox": launch(
                playwright, "firefox", air.environment, preferences={"media.autoplay.default": 0}),
        }
        yield made
        for browser in made.values():
            browser.close()
    air.close()


@pytest.fixture(params=["chromium", "firefox"])
def browser(request, browsers):
    return browsers[request.param]


@pytest.fixture(params=[Handler, PolicyHandler], ids=["plain", "policy"])
def site(request, tmp_path):
    shutil.copytree(PACKAGE, tmp_path / "modem")
    (tmp_path / "index.html").write_text("<!doctype html><title>modem</title>")
    site = Site(tmp_path, request.param)
    yield site
    site.close()


@pytest.fixture(autouse=True)
def deadline():
    """The page itself gives up after a minute, as long as it runs."""
    with browsers_end_after(100):
        yield


@pytest.fixture
def run(browser, site):
    """What an asynchronous function gives in a page that has the package as `modem`."""
    page = browser.new_page()
    errors = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.goto(site.url)
    yield lambda body: page.evaluate(f"""() => {{
      const late = new Promise((_, reject) => {{
        setTimeout(() => reject(new Error('it takes longer than a minute')), 60_000);
      }});
      const run = async () => {{ const modem = await import('/modem/index.js'); {body} }};
      return Promise.race([run(), late]);
    }}""")
    page.close()
    assert errors == []


def test_texts(run):
    assert run("""
      const heard = [];
      for (const rate of [44100, 48000]) {
        for (const protocol of ['hop', 'burst']) {
          const samples = await modem.encode('grüße', { rate, protocol });
          heard.push(...await modem.decode(samples, { rate }));
        }
      }
      return heard.map(({ text }) => text);
    """) == ["grüße"] * 4


def test_secret_and_refusal(run):
    told = run("""
      const secret = await modem.Secret.open('platform four and a half');
      const samples = await modem.encode('sealed', { secret });
      const [message] = await modem.decode(samples, { rate: 48000, secrets: [secret] });
      const error = await modem.encode('a', { rate: 0 }).catch((each) => each);
      return [message.text, error.message];
    """)
    assert told == ["sealed", "rate is 0: give 1 to 768000"]


def test_worklet_hears_what_is_played(run):
    """Two stations hear one node, into which goes also what the context plays for them."""
    assert run("""
      const context = new AudioContext({ sampleRate: 48000 });
      // The room: what is to sound goes there as well, for a test has no microphone.
      const room = context.createGain();
      const { connect } = AudioNode.prototype;
      AudioNode.prototype.connect = function (target, ...others) {
        if (this instanceof GainNode && target === context.destination) connect.call(this, room);
        return connect.call(this, target, ...others);
      };
      await context.resume();
      const [sender, answerer] = [await modem.Station.open({ rate: 48000 }),
        await modem.Station.open({ rate: 48000 })];
      answerer.answer();
      const told = await new Promise((resolve) => {
        const texts = new Set();
        const hear = (event) => {
          if (event.kind === 'message') texts.add(event.text);
          if (event.kind.endsWith('confirmed')) resolve([event.kind, [...texts]]);
        };
        const listeners = [modem.listen(room, answerer, hear), modem.listen(room, sender, hear)];
        Promise.all(listeners).then(() => sender.confirm('gate 7'));
      });
      await context.close();
      return told;
    """) == ["confirmed", ["gate 7"]]


def test_a_receiver_of_another_rate_is_refused(run):
    assert "open the receiver with the context's" in run("""
      const context = new AudioContext({ sampleRate: 48000 });
      const receiver = await modem.Receiver.open({ rate: 44100 });
      const listening = modem.listen(context.createGain(), receiver, () => {});
      return listening.then(() => null, ({ message }) => message);
    """)
