// Keeps the page for use without a network. A new version waits until the person taps Reload.

'use strict';

// The build puts the digest of the page here, so that each version has a store of its own.
const version = '<!-- DIGEST -->';
const files = ['./', 'manifest.webmanifest', 'icon.svg', 'icon-180.png', 'icon-192.png',
  'icon-512.png'];

self.addEventListener('install', (event) => {
  event.waitUntil(caches.open(version).then((store) => store.addAll(files)));
});

self.addEventListener('activate', (event) => {
  event.waitUntil(caches.keys().then((names) =>
    Promise.all(names.filter((name) => name !== version).map((name) => caches.delete(name)))));
});

self.addEventListener('message', (event) => {
  if (event.data === 'replace') self.skipWaiting();
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.method !== 'GET') return;
  const isPage = request.mode === 'navigate'
    && /\/(index\.html)?$/.test(new URL(request.url).pathname);
  event.respondWith(caches.open(version).then(async (store) =>
    (await store.match(isPage ? './' : request, { ignoreSearch: true })) ?? fetch(request)));
});
