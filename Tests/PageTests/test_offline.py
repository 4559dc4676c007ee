"""Installed: one load, then no network."""
from conftest import BUILT
from server import Site

OWN = {"/", "/sw.js", "/manifest.webmanifest", "/icon.svg", "/icon-180.png", "/icon-192.png",
       "/icon-512.png"}


def test_requests(open_page, air, figure):
    """Nothing is asked for but the page and what installs it, and nothing at all after that."""
    # Its own: the service worker of another test may still be fetching.
    site = Site(BUILT / "site")
    subject = open_page(url=site.url)
    # It is ready when it has fetched what it keeps.
    subject.page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    assert set(site.requested) == OWN
    # The page by itself, by the browser and by the service worker that keeps it.
    assert site.requested.count("/") <= 2
    loaded = len(site.requested)
    subject.requests.clear()
    subject.listen()
    air.hsend("hello")
    assert subject.await_texts(1) == ["hello"]
    assert subject.send("hello back") == "sent"
    subject.page.click("#open-settings")
    subject.page.click("#close-settings")
    others = [url for url in subject.requests if not url.startswith(("data:", "blob:"))]
    figure("requests after load", 0, len(site.requested) - loaded + len(others))
    assert len(site.requested) == loaded and others == []


def test_without_network(open_page, air):
    own = Site(BUILT / "site")
    subject = open_page(url=own.url)
    subject.page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    own.close()
    subject.open().listen()
    air.hsend("offline")
    assert subject.await_texts(1) == ["offline"]


def test_caches_of_other_pages(open_page):
    """A new version takes the place of its own former ones alone."""
    own = Site(BUILT / "site")
    subject = open_page(url=own.url)
    subject.page.evaluate("""async () => {
      await (await navigator.serviceWorker.ready).unregister();
      for (const name of ['another app', 'handshake / former', 'handshake /deeper/ other']) {
        await caches.open(name);
      }
    }""")
    subject.open()
    subject.until(lambda: "handshake / former" not in subject.page.evaluate("caches.keys()"), 10)
    names = subject.page.evaluate("caches.keys()")
    assert {"another app", "handshake /deeper/ other"} < set(names) and len(names) == 3
    own.close()


def test_a_file_asks_for_nothing(open_page):
    subject = open_page(file=True).listen()
    others = [url for url in subject.requests if not url.startswith(("data:", "blob:"))]
    assert others == [subject.url]


def test_manifest(open_page, site):
    subject = open_page()
    session = subject.page.context.new_cdp_session(subject.page)
    manifest = session.send("Page.getAppManifest")
    assert manifest["url"] and not [error for error in manifest["errors"] if error["critical"]]
