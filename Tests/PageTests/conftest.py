"""Options, browsers, air and the table of figures of tools/test page."""
import contextlib
import os
import pathlib
import statistics

import pytest
from air import ROOT, Air
from playwright.sync_api import sync_playwright
from processes import browsers_end_after, hasten_browsers, hasten_session
from server import Site
from subject import Subject

BUILT = ROOT / ".build/page"
LONGEST_SECONDS = 150  # of one test; of the full counts, four times as long
CHROMIUM, FIREFOX = "/usr/bin/chromium", "/usr/bin/firefox-esr"


def pytest_addoption(parser):
    parser.addoption("--acceptance", action="store_true", help="the full counts")
    parser.addoption(
        "--minutes", type=float, default=120, help="of noise with a message a minute (120)")
    parser.addoption("--screenshots", type=pathlib.Path, help="a folder for pictures of the page")


def pytest_configure(config):
    config.addinivalue_line("markers", "acceptance: runs only with --acceptance")
    config.addinivalue_line("markers", "hours: takes as long as it takes")
    config.figures = []
    hasten_session(os.getpid())


def pytest_unconfigure():
    # It is the session of whoever called, whose other programs would starve sound servers.
    hasten_session(os.getpid(), niceness=0)


def pytest_collection_modifyitems(config, items):
    if not config.getoption("acceptance"):
        for item in items:
            if item.get_closest_marker("acceptance"):
                item.add_marker(pytest.mark.skip(reason="needs --acceptance"))


def pytest_terminal_summary(terminalreporter, config):
    if not config.figures:
        return
    rows = [("figure", "bound", "measured"), *config.figures]
    widths = [max(len(row[column]) for row in rows) for column in range(3)]
    terminalreporter.section("figures")
    for row in rows:
        cells = (text.ljust(width) for text, width in zip(row, widths))
        terminalreporter.write_line(" | ".join(cells).rstrip())


@pytest.fixture
def figure(request):
    """Notes a figure for the table: `figure(name, bound, measured)`, all of them texts."""
    figures = request.config.figures
    return lambda name, bound, measured: figures.append((name, str(bound), str(measured)))


@pytest.fixture(scope="session")
def acceptance(request):
    return request.config.getoption("acceptance")


@pytest.fixture(autouse=True)
def deadline(request, acceptance):
    if request.node.get_closest_marker("hours"):
        yield
    else:
        with browsers_end_after(LONGEST_SECONDS * (4 if acceptance else 1)):
            yield


@pytest.fixture(scope="session")
def count(acceptance):
    """How many texts go each way."""
    return 20 if acceptance else 3


@pytest.fixture(scope="session")
def site():
    site = Site(BUILT / "site")
    yield site
    site.close()


@pytest.fixture(scope="session")
def airs():
    """The air of loudspeakers and microphones at a rate: `airs(44_100)`."""
    made = {}

    def at(rate):
        if rate not in made:
            made[rate] = Air(rate)
        return made[rate]

    yield at
    for air in made.values():
        air.close()


@pytest.fixture(scope="session")
def air(airs):
    return airs(48_000)


@pytest.fixture(scope="session")
def playwright():
    with sync_playwright() as playwright:
        yield playwright


def launch(playwright, kind, environment, *arguments, preferences={}):
    """A browser in the air of that environment, which gets the microphone without a question."""
    browser = _start(playwright, kind, environment, arguments, preferences)
    hasten_browsers()
    return browser


def _start(playwright, kind, environment, arguments, preferences):
    if kind == "firefox":
        return playwright.firefox.launch(
            # The channel of this name is driven by WebDriver BiDi: an unpatched Firefox understands
            # it.
            channel="moz-firefox", executable_path=FIREFOX, env=environment,
            firefox_user_prefs={
                "media.navigator.permission.disabled": True, "media.navigator.streams.fake": False,
                # On a desktop its audio thread comes before others, which a container does not
                # grant. Its 25 ms run empty then, and what it captured meanwhile it throws away: 46
                # ms stand in for that.
                "media.cubeb_latency_mtg_frames": 2048, **preferences})
    return playwright.chromium.launch(
        executable_path=CHROMIUM, env=environment, ignore_default_args=["--mute-audio"],
        args=list(arguments) or ["--use-fake-ui-for-media-stream"])


@pytest.fixture(scope="session")
def browsers(playwright, airs):
    """A browser that is kept for all tests: `browsers("firefox", 44_100)`."""
    made = {}

    def of(kind, rate=48_000):
        if (kind, rate) not in made or not made[kind, rate].is_connected():
            made[kind, rate] = launch(playwright, kind, airs(rate).environment)
        return made[kind, rate]

    yield of
    for browser in made.values():
        browser.close()


@pytest.fixture
def make_air():
    """Air that only one test has: `make_air(16_000)`."""
    with contextlib.ExitStack() as made:
        def make(*arguments, **options):
            air = Air(*arguments, **options)
            made.callback(air.close)
            return air

        yield make


@pytest.fixture
def start_browser(playwright, make_air):
    """A browser that only one test has, as `launch` starts it."""
    with contextlib.ExitStack() as started:
        def start(*arguments, **options):
            browser = launch(playwright, *arguments, **options)
            started.callback(browser.close)
            return browser

        yield start


@pytest.fixture
def new_context(browsers, start_browser):
    """A new profile of `browser`, or of a kept browser; closes all in the end, whatever failed."""
    with contextlib.ExitStack() as made:
        def make(kind="chromium", rate=48_000, browser=None, **options):
            context = (browser or browsers(kind, rate)).new_context(**options)
            made.callback(context.close)
            return context

        yield make


@pytest.fixture
def open_page(new_context, site):
    """Opens the page in a new profile: `open_page("firefox", file=True)`; closes all in the end.

    `url`: there. `hooks`: JavaScript of an object, see hooks.js. `browser`: that one. `context`: in
    the same profile. `core`: what becomes of it. Others: as Playwright's new_context takes them.
    """
    opened = []

    def open_page(
        kind="chromium", rate=48_000, file=False, url=None, hooks="{}", browser=None, context=None,
        core="ready", **options
    ):
        if context is None:
            context = new_context(kind, rate, browser, **options)
        url = url or ((BUILT / "handshake.html").as_uri() if file else site.url)
        context.set_default_timeout(10_000)
        subject = Subject(context.new_page(), url, hooks)
        opened.append(subject)
        return subject.open(core)

    yield open_page
    # A page that is gone cannot be asked.
    for subject in opened:
        if not subject.page.is_closed():
            # Shown where the test failed.
            print(subject.page.inner_text("body"))
            subject.check_innocent()


@pytest.fixture
def page(open_page):
    """The page in Chromium, from a web server, not listening yet."""
    return open_page()


def note_latency(figure, name, milliseconds, largest, median=None, *, acceptance):
    """Notes how late something was; holds it to the bounds where the machine is quiet."""
    bound = f"median {median} ms, largest {largest} ms" if median else f"{largest} ms"
    figure(name, bound, latency(milliseconds) if milliseconds else "none")
    if acceptance:
        assert milliseconds and max(milliseconds) <= largest
        assert median is None or statistics.median(milliseconds) <= median


def latency(milliseconds):
    return f"median {statistics.median(milliseconds):.0f} ms, largest {max(milliseconds):.0f} ms"
