// Pages come from the network. Without a connection the last copy of a page is shown, and says that it is one.
// Files at addresses that name their contents are kept for good. Nothing else passes through here.
const PAGES = "pages";
const FILES = "files";
const MOST_PAGES = 40;
const MOST_FILES = 120;

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("fetch", (event) => {
  const {request} = event;
  const {origin, pathname} = new URL(request.url);
  if (origin !== location.origin) return;
  if (request.method === "POST" && ["/logout", "/login", "/sign-up"].includes(pathname)) {
    event.waitUntil(Promise.all([caches.delete(PAGES), showNoNotices()]));  // another person may sit down here
  } else if (request.method === "GET" && request.mode === "navigate") {
    event.respondWith(page(event));
  } else if (request.method === "GET" && pathname.startsWith("/static/")) {
    event.respondWith(file(event));
  }
});

async function page(event) {
  const kept = await caches.open(PAGES);
  try {
    const answer = await fetch(event.request);
    if (answer.ok && answer.headers.get("content-type")?.startsWith("text/html")) {
      event.waitUntil(keep(kept, event.request, answer.clone(), MOST_PAGES));
    }
    return answer;
  } catch (lost) {
    const copy = await kept.match(event.request);
    if (!copy) throw lost;
    const text = (await copy.text()).replace("data-offline hidden", "data-offline");
    return new Response(text, {headers: {"Content-Type": "text/html; charset=utf-8", "Content-Security-Policy": copy.headers.get("content-security-policy") ?? ""}});
  }
}

async function file(event) {
  const kept = await caches.open(FILES);
  const copy = await kept.match(event.request);
  if (copy) return copy;
  const answer = await fetch(event.request);
  if (answer.ok) event.waitUntil(keep(kept, event.request, answer.clone(), MOST_FILES));
  return answer;
}

async function keep(kept, request, answer, most) {
  await kept.put(request, answer);
  const all = await kept.keys();
  await Promise.all(all.slice(0, Math.max(0, all.length - most)).map((one) => kept.delete(one)));
}

// Notices, also while no page is open. A click leads to the table, in the window that shows it if there is one.
self.addEventListener("push", (event) => {
  const {title, body, url} = event.data.json();
  event.waitUntil(self.registration.showNotification(title, {body, tag: url, data: {url}, icon: "/static/newest/icon-192.png"}));
});

async function showNoNotices() {
  await (await self.registration.pushManager?.getSubscription())?.unsubscribe();
}

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(show(new URL(event.notification.data.url, location.origin)));
});

async function show(address) {
  if (address.origin !== location.origin) return;
  const windows = await self.clients.matchAll({type: "window"});
  const found = windows.find(({url}) => new URL(url).pathname === address.pathname);
  await (found ? found.focus() : self.clients.openWindow(address.href));
}
