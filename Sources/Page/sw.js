// Keeps the page for use without a network. A new version waits until the person taps Reload.

'use strict';

// The build puts the digest of the page here, so that each version has a store of its own.
const version = '<!-- DIGEST -->';
// Other pages of the host may keep theirs.
const home = new URL(self.registration.scope).pathname;
const ours = `handshake ${home} `;
const current = ours + version;
const files = ['./', 'manifest.webmanifest', 'icon.svg', 'icon-180.png', 'icon-192.png',
  'icon-512.png'];

self.addEventListener('install', (event) => {
  event.waitUntil(caches.open(current).then((store) =>
    // Not from the browser's own store, where the page before may still be.
    store.addAll(files.map((file) => new Request(file, { cache: 'no-cache' })))));
});

self.addEventListener('activate', (event) => {
  event.waitUntil(caches.keys().then((names) =>
    Promise.all(names.filter((name) => name.startsWith(ours) && name !== current)
      .map((name) => caches.delete(name)))));
});

self.addEventListener('message', (event) => {
  if (event.data === 'replace') self.skipWaiting();
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.method !== 'GET') return;
  const isPage = request.mode === 'navigate'
    && [home, home + 'index.html'].includes(new URL(request.url).pathname);
  event.respondWith(caches.open(current).then(async (store) =>
    (await store.match(isPage ? './' : request, { ignoreSearch: true })) ?? fetch(request)));
});
