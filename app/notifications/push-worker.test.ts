import { readFileSync } from "node:fs";
import { beforeEach, expect, test, vi } from "vitest";

const source = readFileSync(new URL("../../public/push-worker.js", import.meta.url), "utf8");
const ORIGIN = "https://portal.example";

type Listener = (event: Record<string, unknown>) => void;
type Shown = { title: string; options: Record<string, unknown> & { data: object } };

let listeners: Record<string, Listener> = {};
let shown: Shown[] = [];
let opened: string[] = [];
let windows: { url: string; focus: () => Promise<void> }[] = [];
const fetched = vi.fn(async () => new Response());
const resubscribed = vi.fn(async () => subscription("https://fcm.googleapis.com/new"));

const subscription = (endpoint: string) => ({
  options: { userVisibleOnly: true },
  toJSON: () => ({ endpoint, expirationTime: null, keys: { p256dh: "p", auth: "a" } }),
});

beforeEach(() => {
  [listeners, shown, opened, windows] = [{}, [], [], []];
  fetched.mockClear();
  resubscribed.mockClear();
  const worker = {
    location: { origin: ORIGIN },
    addEventListener: (name: string, listener: Listener) => {
      listeners[name] = listener;
    },
    skipWaiting: async () => undefined,
    clients: {
      claim: async () => undefined,
      matchAll: async () => windows,
      openWindow: async (url: string) => opened.push(url),
    },
    registration: {
      getNotifications: async ({ tag }: { tag: string }) =>
        shown.filter(({ options }) => options.tag === tag).map(({ options }) => options),
      showNotification: async (title: string, options: Shown["options"]) =>
        shown.push({ title, options }),
      pushManager: { subscribe: resubscribed },
    },
  };
  new Function("self", "fetch", source)(worker, fetched);
});

async function dispatch(name: string, event: object): Promise<void> {
  const waits: Promise<unknown>[] = [];
  listeners[name]?.({ ...event, waitUntil: (wait: Promise<unknown>) => waits.push(wait) });
  await Promise.all(waits);
}

const message = {
  id: "m1",
  title: "Alpha roof",
  body: "Fault: Battery voltage is below the limit",
  tag: "t",
  path: "/log?key=k_1&logId=4",
  lang: "en",
  dir: "ltr",
  at: 1_790_000_000_000,
};
const push = (data: unknown) => dispatch("push", { data: { json: () => data } });
const click = (path: unknown) =>
  dispatch("notificationclick", { notification: { close() {}, data: { path } } });

test("a message is shown with its texts, and once signalled", async () => {
  await push(message);
  await push(message);
  await push({ ...message, id: "m2" });
  expect(shown.map(({ title }) => title)).toEqual(Array(3).fill("Alpha roof"));
  expect(shown[0]?.options).toMatchObject({
    body: message.body,
    tag: "t",
    lang: "en",
    dir: "ltr",
    timestamp: message.at,
    data: { path: message.path },
  });
  expect(shown.map(({ options }) => options.silent)).toEqual([false, true, false]);
});

test("a message that cannot be read shows the name of the portal", async () => {
  await dispatch("push", { data: null });
  await push({ title: 1 });
  await push("text");
  expect(shown.map(({ title }) => title)).toEqual(Array(3).fill("Helioport"));
});

test("a click opens the page of the alarm, or shows it if it is open, and never another site", async () => {
  await click(message.path);
  expect(opened).toEqual([`${ORIGIN}${message.path}`]);
  const focus = vi.fn(async () => undefined);
  windows = [{ url: `${ORIGIN}${message.path}`, focus }];
  await click(message.path);
  expect(focus).toHaveBeenCalledOnce();
  opened = [];
  windows = [];
  for (const path of ["https://evil.example/", "//evil.example/", "javascript:alert(1)", 4])
    await click(path);
  expect(opened).toEqual(Array(4).fill(`${ORIGIN}/sitelist`));
});

test("a subscription that the browser replaced is stored again", async () => {
  await dispatch("pushsubscriptionchange", { oldSubscription: subscription("old") });
  expect(resubscribed).toHaveBeenCalledWith({ userVisibleOnly: true });
  const [address, init] = fetched.mock.calls[0] as unknown as [string, RequestInit];
  expect(address).toBe("/api/user/v2/push/subscribe");
  expect(JSON.parse(String(init.body))).toEqual({
    endpoint: "https://fcm.googleapis.com/new",
    keys: { p256dh: "p", auth: "a" },
  });
});

test("it handles no requests, so that pages do not depend on it", () => {
  expect(Object.keys(listeners)).not.toContain("fetch");
});
