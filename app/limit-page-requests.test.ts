import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { limitPageRequests } from "./limit-page-requests.ts";

beforeEach(() => vi.stubGlobal("location", { href: "http://localhost/sitelist" }));
afterEach(() => vi.unstubAllGlobals());

/** Never responds, and rejects with the reason of its signal. */
const silent: typeof fetch = (_, init) =>
  new Promise((_resolve, reject) => {
    init?.signal?.addEventListener("abort", () => reject(init.signal?.reason), { once: true });
  });

test.each(["http://localhost/realtime.data?key=k", "/user.data", "/_root.data"])(
  "a page that does not respond fails with a timeout: %s",
  async (address) => {
    const limited = limitPageRequests(silent, 5);
    await expect(limited(address, {})).rejects.toMatchObject({ name: "TimeoutError" });
    const request = new Request(new URL(address, location.href), { method: "POST" });
    await expect(limited(request)).rejects.toMatchObject({ name: "TimeoutError" });
  },
);

test("a page that is left is aborted for that reason", async () => {
  const left = new AbortController();
  const answered = limitPageRequests(silent)("/realtime.data", { signal: left.signal });
  left.abort();
  await expect(answered).rejects.toMatchObject({ name: "AbortError" });
});

test("other requests keep their own limits", async () => {
  const send = vi.fn<typeof fetch>(async () => new Response());
  const init = { method: "POST" };
  await limitPageRequests(send)("/api/site/v2/list", init);
  expect(send).toHaveBeenCalledWith("/api/site/v2/list", init);
});
