// Keeps the last pages and shows them while the server is away. A server that is there is always asked, so nothing old is shown
// for new. Its text contains the version of the program: another one replaces it at once, with all that it has kept.
const version = 'VERSION';
const names = 'NAMES'.split(' ');
const files = 'files ' + version;
const pages = 'pages ' + version;
/** How many pages are kept. */
const most = 60;
/** How long a server may take for a page that is kept, in milliseconds. */
const patience = 4000;
/** After how long a kept page is fetched again by itself, in milliseconds. */
const age = 3_600_000;
/** Addresses that are no pages. */
const others = /^\/(a|app|do|in|out|events|understood|share)(\/|$)/;

self.addEventListener('install', (event) => event.waitUntil((async () => {
  const cache = await caches.open(files);
  await cache.addAll(names.map((name) => `/a/${version}/${name}`));
  await self.skipWaiting();
})()));

self.addEventListener('activate', (event) => event.waitUntil((async () => {
  for (const name of await caches.keys()) if (name !== files && name !== pages) await caches.delete(name);
  await self.clients.claim();
})()));

const find = async (cache, address) => (await caches.open(cache)).match(address, { ignoreVary: true });

async function keep(address, response) {
  const cache = await caches.open(pages);
  const headers = new Headers(response.headers);
  headers.set('X-Kept', new Date().toISOString());
  // A page that is kept again moves to the end.
  await cache.delete(address, { ignoreVary: true });
  await cache.put(address, new Response(await response.blob(), { headers }));
  const kept = await cache.keys();
  for (const { url } of kept.slice(0, Math.max(kept.length - most, 0))) await cache.delete(url, { ignoreVary: true });
}

const isPage = ({ ok, redirected, headers }) => ok && !redirected && headers.get('Content-Type')?.startsWith('text/html');

async function page(event, address) {
  const kept = find(pages, address);
  const asked = fetch(event.request).then(async (response) => {
    if (response.status === 401) await caches.delete(pages);
    else if (isPage(response)) event.waitUntil(keep(address, response.clone()));
    return response;
  });
  const late = new Promise((resolve) => setTimeout(resolve, patience)).then(() => kept);
  try {
    return (await Promise.race([asked, late])) ?? await asked;
  } catch (error) {
    const response = (await kept) ?? (event.request.mode === 'navigate' ? await find(pages, '/') : undefined);
    if (!response || event.request.signal.aborted) throw error;
    return response;
  }
}

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname, search, searchParams } = new URL(request.url);
  if (origin !== location.origin) return;
  if (request.method === 'POST' && pathname === '/out') {
    event.respondWith(fetch(request).then(async (response) => {
      await caches.delete(pages);
      return response;
    }));
  } else if (request.method !== 'GET') {
    return;
  } else if (pathname.startsWith(`/a/${version}/`)) {
    event.respondWith(find(files, pathname).then((file) => file ?? fetch(request)));
  } else if (!others.test(pathname) && !searchParams.has('part') && !request.headers.has('X-Refresh')) {
    event.respondWith(page(event, pathname + search));
  }
});

self.addEventListener('message', (event) => event.waitUntil((async () => {
  for (const address of event.data.keep ?? []) {
    const kept = await find(pages, address);
    if (kept && Date.now() - Date.parse(kept.headers.get('X-Kept')) < age) continue;
    // A page that is only looked at takes no word that is meant for the person.
    const response = await fetch(address, { headers: { 'X-Refresh': '1' } });
    if (isPage(response)) await keep(address, response);
  }
})().catch(() => {
  // The server is away: the next start keeps them.
})));

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  const { href } = event.notification.data;
  event.waitUntil((async () => {
    const [client] = await self.clients.matchAll({ type: 'window' });
    if (!client) return self.clients.openWindow(href);
    await client.focus();
    client.postMessage({ visit: href });
  })());
});
