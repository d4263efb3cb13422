import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { loadChunk, untilLoaded } from "./load-chunk.ts";

const FILE = "https://portal.test/assets/around-2ZqEaqii.js";
const failure = new TypeError(`Failed to fetch dynamically imported module: ${FILE}`);

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Runs all waits. */
async function settle<Value>(promise: Promise<Value>): Promise<Value> {
  promise.catch(() => {});
  await vi.advanceTimersByTimeAsync(10_000);
  return promise;
}

test("a chunk that arrives at once is loaded once", async () => {
  const load = vi.fn(async () => "chunk");
  expect(await loadChunk(load)).toBe("chunk");
  expect(load).toHaveBeenCalledTimes(1);
});

test("a chunk that failed is loaded again by a browser that sends a second request", async () => {
  const load = vi.fn(async () => "chunk").mockRejectedValueOnce(failure);
  const importAt = vi.fn(async () => "wrong");
  expect(await settle(loadChunk(load, importAt))).toBe("chunk");
  expect(importAt).not.toHaveBeenCalled();
});

test("a browser that remembers the failure gets another address of the same file", async () => {
  const load = vi.fn(() => Promise.reject(failure));
  const importAt = vi.fn(async (address: string) => address);
  importAt.mockRejectedValueOnce(failure);
  const found = [await settle(loadChunk(load, importAt)), await settle(loadChunk(load, importAt))];
  const addresses = importAt.mock.calls.flat();
  expect(found).toEqual(addresses.slice(1));
  // No address occurs twice, because browsers also remember the failure of a repeated attempt.
  expect(new Set(addresses).size).toBe(3);
  for (const address of addresses) expect(address.split("?retry=")[0]).toBe(FILE);
});

test.each([
  "Importing a module script failed.",
  "Failed to fetch dynamically imported module: https://portal.test/assets/shared-2ZqEaqii.js",
])("no second instance of an unknown or a shared file: %s", async (message) => {
  const load = vi.fn(() => Promise.reject(new TypeError(message)));
  const importAt = vi.fn(async () => "wrong");
  await expect(settle(loadChunk(load, importAt))).rejects.toThrow(message);
  expect(load).toHaveBeenCalledTimes(3);
  expect(importAt).not.toHaveBeenCalled();
});

test("offline no attempt is made until the browser is online", async () => {
  const window = new EventTarget();
  const navigator = { onLine: false };
  vi.stubGlobal("navigator", navigator);
  vi.stubGlobal("addEventListener", window.addEventListener.bind(window));
  const load = vi.fn(async () => "chunk").mockRejectedValueOnce(failure);
  const loaded = loadChunk(load);
  await vi.advanceTimersByTimeAsync(3_600_000);
  expect(load).toHaveBeenCalledTimes(1);
  navigator.onLine = true;
  window.dispatchEvent(new Event("online"));
  expect(await settle(loaded)).toBe("chunk");
});

test("a required chunk is requested until it loads", async () => {
  let missing = 20;
  const loaded = untilLoaded(async () => {
    missing -= 1;
    if (missing > 0) throw new TypeError("Importing a module script failed.");
    return "chunk";
  });
  await vi.advanceTimersByTimeAsync(10 * 60_000);
  expect(await loaded).toBe("chunk");
});
