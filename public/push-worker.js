// Shows push messages of the portal. It handles no requests, so pages load without it.

/** Title of a message that cannot be read; a push must always show something. */
const PORTAL = "Helioport";
const HOME = "/sitelist";

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));
self.addEventListener("push", (event) => event.waitUntil(showMessage(readMessage(event.data))));
self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(openPage(event.notification.data?.path));
});
self.addEventListener("pushsubscriptionchange", (event) => event.waitUntil(renew(event)));

function readMessage(data) {
  try {
    const message = data.json();
    if (typeof message.title === "string" && typeof message.body === "string") return message;
  } catch {
    // The fallback below is shown.
  }
  return { title: PORTAL, body: "" };
}

/** Shows a message. One with the same tag is replaced, and one that is shown already is not signalled again. */
async function showMessage({ title, body, id, tag = PORTAL, path = HOME, lang, dir, at }) {
  const shown = await self.registration.getNotifications({ tag });
  const isRepeated = id !== undefined && shown.some(({ data }) => data?.id === id);
  await self.registration.showNotification(title, {
    body,
    tag,
    lang,
    dir,
    timestamp: at,
    icon: "/icon-512.png",
    badge: "/icon-512.png",
    renotify: !isRepeated,
    silent: isRepeated,
    data: { id, path },
  });
}

/** Opens a page of the portal; another tab may contain unsaved input, so it is only used if it shows this page. */
async function openPage(path) {
  const url = addressOf(path);
  const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const open = pages.find((page) => page.url === url);
  return open === undefined ? self.clients.openWindow(url) : open.focus();
}

function addressOf(path) {
  const home = new URL(HOME, self.location.origin);
  if (typeof path !== "string" || !URL.canParse(path, home.href)) return home.href;
  const url = new URL(path, home.href);
  return url.origin === home.origin ? url.href : home.href;
}

/** Subscribes again when the browser has replaced the subscription, if the user is still signed in. */
async function renew({ oldSubscription, newSubscription }) {
  const options = oldSubscription?.options;
  const subscription =
    newSubscription ?? (options && (await self.registration.pushManager.subscribe(options)));
  if (!subscription) return;
  const { endpoint, keys } = subscription.toJSON();
  await fetch("/api/user/v2/push/subscribe", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ endpoint, keys }),
  });
}
