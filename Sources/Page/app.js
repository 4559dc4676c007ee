// Joins the form of what is sent, keeps an installed page for use without a network, and begins.

// ---- sending ----

function joinSender() {
  for (const kind of ['text', 'file', 'wifi', 'contact']) {
    find('kind-' + kind).onclick = () => {
      sender.choose(kind);
      find('send').scrollIntoView({ block: 'nearest' });
    };
  }
  for (const id of ['text', 'wifi-name', 'wifi-password', 'contact-name', 'contact-phone',
    'contact-email']) {
    find(id).addEventListener('input', () => sender.price());
  }
  onChange('wifi-open', ({ checked }) => {
    find('wifi-password').disabled = checked;
    sender.price(0);
  });
  onChange('file', ({ files }) => sender.takeFile(files[0]));
  find('paste').onclick = () => sender.paste();
  find('sender').addEventListener('submit', (event) => {
    event.preventDefault();
    sender.send();
  });
  if (!CSS.supports('field-sizing', 'content')) {
    find('text').addEventListener('input', ({ target }) => {
      target.style.height = 'auto';
      target.style.height = `${target.scrollHeight + 2}px`;
    });
  }
  find('text').addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    sender.send();
  });
  find('stop-sending').onclick = () => sender.stop();
  // What was shared to the installed page fills the field, and is never sent by itself.
  const shared = new URLSearchParams(location.search);
  const text = [shared.get('title'), shared.get('text'), shared.get('url')]
    .filter(Boolean).join('\n');
  if (text) {
    find('text').value = text;
    history.replaceState(null, '', location.pathname);
  }
}

// ---- installed pages ----

/** Beside its service worker the page is kept for use without a network. */
async function keepOffline() {
  if (!/^https?:$/.test(location.protocol) || !isSecureContext) return;
  document.head.append(element('link', { rel: 'manifest', href: 'manifest.webmanifest' }),
    element('link', { rel: 'apple-touch-icon', href: 'icon-180.png' }));
  if (!navigator.serviceWorker) return;
  try {
    const registration = await navigator.serviceWorker.register(trustedAddress('sw.js'));
    const offer = () => {
      find('update').hidden = !registration.waiting || !navigator.serviceWorker.controller;
    };
    offer();
    registration.addEventListener('updatefound', () => {
      registration.installing.addEventListener('statechange', offer);
    });
    find('reload').onclick = () => {
      navigator.serviceWorker.addEventListener('controllerchange', () => location.reload());
      // In another tab it may have been tapped before.
      if (registration.waiting) registration.waiting.postMessage('replace');
      else location.reload();
    };
  } catch {
    // The page alone, or a certificate that the browser does not trust: it works while it is open.
  }
}

// ---- the beginning ----

settings.load();
// Another tab's settings hold here too. Otherwise this tab would store a passphrase again that was
// forgotten there.
window.addEventListener('storage', ({ key }) => {
  if (key !== storageKey && key !== null) return;
  settings.load();
  showLanguage();
});
joinSettings();
joinSender();
find('listen').onclick = () => listening.start();
find('resume').onclick = () => listening.start();
find('stop').onclick = () => listening.stop();
document.addEventListener('visibilitychange', () => listening.visibility());
window.addEventListener('resize', () => picture.ask());
navigator.mediaDevices?.addEventListener?.('devicechange', () => showMicrophones());
setInterval(() => listening.checkSound(), 1000);
// A form that takes most of the screen would cover what was received, so it then scrolls along.
new ResizeObserver(() => {
  const form = find('sender');
  form.classList.toggle('scrolls', form.offsetHeight > 0.5 * window.innerHeight);
}).observe(find('sender'));
sender.choose('text');
showLanguage();

engine.start().then(() => {
  document.documentElement.dataset.core = 'ready';
  showSettings();
  sender.price(0);
  secrets.load();
}, (error) => engine.die(error.message));
keepOffline();
