import { fromBase64Url, toBase64Url } from "#protocol/base64url.ts";

/** Address of the service worker; its scope is the whole portal. */
const WORKER = "/push-worker.js";

/** Whether this browser can receive push messages: on iOS only an installed page can. */
export function canReceivePushes(): boolean {
  return (
    isSecureContext &&
    "serviceWorker" in navigator &&
    "PushManager" in window &&
    "Notification" in window
  );
}

/** The subscription of this browser, as the portal stores it. */
export type BrowserSubscription = { endpoint: string; keys: { p256dh: string; auth: string } };

/** Returns the subscription of this browser; null if there is none. It asks for no permission. */
export async function findSubscription(): Promise<BrowserSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration("/");
  const subscription = await registration?.pushManager.getSubscription();
  return subscription ? readSubscription(subscription) : null;
}

/**
 * Subscribes this browser with the portal's key. A subscription with another key is replaced, because the portal cannot
 * send to it.
 * @param publicKey base64url
 * @throws if the browser refuses
 */
export async function subscribeBrowser(publicKey: string): Promise<BrowserSubscription> {
  await navigator.serviceWorker.register(WORKER, { updateViaCache: "none" });
  const { pushManager } = await navigator.serviceWorker.ready;
  const current = await pushManager.getSubscription();
  const key = current?.options.applicationServerKey;
  if (current && key && toBase64Url(new Uint8Array(key)) === publicKey)
    return readSubscription(current);
  await current?.unsubscribe();
  const applicationServerKey = fromBase64Url(publicKey);
  const options = { userVisibleOnly: true, applicationServerKey };
  return readSubscription(await pushManager.subscribe(options));
}

/** Ends the subscription of this browser at its push service. */
export async function unsubscribeBrowser(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration("/");
  const subscription = await registration?.pushManager.getSubscription();
  await subscription?.unsubscribe();
}

function readSubscription(subscription: PushSubscription): BrowserSubscription {
  const { endpoint = "", keys: { p256dh = "", auth = "" } = {} } = subscription.toJSON();
  return { endpoint, keys: { p256dh, auth } };
}
