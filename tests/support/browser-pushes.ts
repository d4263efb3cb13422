import { type BrowserContext, type CDPSession, expect, type Page } from "@playwright/test";
import { readE2eServer } from "./e2e-server.ts";
import { PushReceiver } from "./push-receiver.ts";
import type { ReceivedRequest } from "./receiver-server.ts";

/** A message as the browser shows it. */
export type ShownNotification = { title: string; body: string; tag: string; dir: string };

/**
 * The push messages of a browser. Only the push service is replaced: the browser subscribes to a receiver on this
 * machine, and what arrives there is checked and decrypted with the keys of the subscription and handed to the service
 * worker of the page.
 */
export class BrowserPushes {
  readonly #context: BrowserContext;
  readonly #receiver: PushReceiver;
  /** Number of the messages that were handed to the service worker. */
  #delivered = 0;

  private constructor(context: BrowserContext, receiver: PushReceiver) {
    this.#context = context;
    this.#receiver = receiver;
  }

  /** Call it before the context opens a page. */
  static async prepare(context: BrowserContext): Promise<BrowserPushes> {
    const { receiver: origin, url } = readE2eServer();
    const receiver = await PushReceiver.open(`${origin}/push/${crypto.randomUUID()}`);
    await context.grantPermissions(["notifications"], { origin: new URL(url).origin });
    await context.addInitScript(replacePushService, receiver.subscription);
    return new BrowserPushes(context, receiver);
  }

  /**
   * Waits for the next message and hands it to the service worker.
   * @returns the notifications that the browser shows then
   */
  async deliverNext(page: Page): Promise<ShownNotification[]> {
    const { endpoint } = this.#receiver;
    let waiting: ReceivedRequest[] = [];
    const count = async () => {
      const all: ReceivedRequest[] = await (await fetch(endpoint)).json();
      waiting = all.slice(this.#delivered);
      return waiting.length;
    };
    await expect
      .poll(count, { message: "a push message", timeout: 60_000, intervals: [250] })
      .toBeGreaterThan(0);
    const [next] = waiting;
    if (next === undefined) throw new Error("no message");
    this.#delivered += 1;
    const { body, headers } = next;
    const init = { body: Buffer.from(body, "base64"), headers: headers as HeadersInit };
    await this.#receiver.receive(endpoint, init);
    const { text = "" } = this.#receiver.received.at(-1) ?? {};
    const devtools = await this.#deliver(page, text);
    const shown = await this.#shown(page, JSON.parse(text).tag);
    await devtools.detach();
    return shown;
  }

  /** @returns the address that a click on the notification with a tag opens */
  async click(tag: string): Promise<string> {
    const [worker] = this.#context.serviceWorkers();
    if (worker === undefined) throw new Error("no service worker");
    return worker.evaluate(async (wanted) => {
      // Only a real click lets a service worker open a window; what it would open is recorded instead.
      const self = globalThis as unknown as {
        registration: ServiceWorkerRegistration;
        clients: { openWindow: unknown };
        NotificationEvent: new (type: string, init: object) => Event;
      };
      const [notification] = await self.registration.getNotifications({ tag: wanted });
      return new Promise<string>((resolve) => {
        self.clients.openWindow = (address: string) => Promise.resolve(resolve(address));
        dispatchEvent(new self.NotificationEvent("notificationclick", { notification }));
      });
    }, tag);
  }

  /** Delivers a message as the browser does. The session that is returned must stay open until the message is shown. */
  async #deliver(page: Page, data: string): Promise<CDPSession> {
    // A worker that is not active yet receives no message.
    await page.evaluate(async () => {
      const { active } = await navigator.serviceWorker.ready;
      if (active === null || active.state === "activated") return;
      await new Promise((resolve) => active.addEventListener("statechange", resolve));
    });
    const devtools = await this.#context.newCDPSession(page);
    const { origin } = new URL(page.url());
    const registrationId = await new Promise<string>((resolve, reject) => {
      devtools.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
        const own = registrations.find(({ scopeURL }) => scopeURL === `${origin}/`);
        if (own !== undefined) resolve(own.registrationId);
      });
      devtools.send("ServiceWorker.enable").catch(reject);
    });
    await devtools.send("ServiceWorker.deliverPushMessage", { origin, registrationId, data });
    return devtools;
  }

  /** Waits until a notification with a tag is shown. */
  async #shown(page: Page, tag: string): Promise<ShownNotification[]> {
    let shown: ShownNotification[] = [];
    await expect
      .poll(
        async () => {
          shown = await page.evaluate(async () => {
            const registration = await navigator.serviceWorker.ready;
            const all = await registration.getNotifications();
            return all.map(({ title, body, tag, dir }) => ({ title, body, tag, dir }));
          });
          return shown.map((one) => one.tag);
        },
        { intervals: [100] },
      )
      .toContain(tag);
    return shown;
  }
}

/** Runs in each page: the browser's subscription is the given one from the moment that a page subscribes. */
function replacePushService(subscription: PushReceiver["subscription"]): void {
  const SUBSCRIBED = "test-subscription";
  const subscriptionWith = (key: string) =>
    ({
      endpoint: subscription.endpoint,
      options: {
        applicationServerKey: Uint8Array.from(key.split(","), Number).buffer,
        userVisibleOnly: true,
      },
      toJSON: () => subscription,
      unsubscribe: async () => {
        localStorage.removeItem(SUBSCRIBED);
        return true;
      },
    }) as unknown as PushSubscription;
  PushManager.prototype.getSubscription = async () => {
    const key = localStorage.getItem(SUBSCRIBED);
    return key === null ? null : subscriptionWith(key);
  };
  PushManager.prototype.subscribe = async (options) => {
    if (Notification.permission !== "granted" || !options?.userVisibleOnly)
      throw new DOMException("not allowed", "NotAllowedError");
    const key = String(new Uint8Array(options.applicationServerKey as ArrayBuffer));
    localStorage.setItem(SUBSCRIBED, key);
    return subscriptionWith(key);
  };
}
