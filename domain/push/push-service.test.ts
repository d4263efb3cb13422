import { expect, test } from "vitest";
import { pushRetryDelay } from "./push-attempts.ts";
import { vendorOfEndpoint } from "./push-service.ts";

test("the push services of the browsers are known", () => {
  expect(vendorOfEndpoint("https://fcm.googleapis.com/fcm/send/a:b")).toBe("Google");
  expect(vendorOfEndpoint("https://updates.push.services.mozilla.com/wpush/v2/x")).toBe("Mozilla");
  expect(vendorOfEndpoint("https://web.push.apple.com/QA")).toBe("Apple");
  expect(vendorOfEndpoint("https://wns2-par02p.notify.windows.com/w/?token=B%3d")).toBe(
    "Microsoft",
  );
});

test("no other address is an endpoint, however similar it looks", () => {
  const others = [
    "http://fcm.googleapis.com/fcm/send/a",
    "https://fcm.googleapis.com:8443/fcm/send/a",
    "https://fcm.googleapis.com:443/fcm/send/a",
    "https://fcm.googleapis.com./fcm/send/a",
    "https://FCM.googleapis.com/fcm/send/a",
    "https://fcm.googleapis.com@127.0.0.1/",
    "https://user@fcm.googleapis.com/",
    "https://fcm.googleapis.com\\@127.0.0.1/",
    "https://fcm.googleapis.com/#a",
    "https://fcm.googleapis.com.example.org/",
    "https://example.org/fcm.googleapis.com",
    "https://evilfcm.googleapis.com/",
    "https://storage.googleapis.com/",
    "https://push.services.mozilla.com.example.org/",
    "https://xpush.services.mozilla.com/",
    "https://push.services.mozilla.com/",
    "https://evilnotify.windows.com/",
    "https://push.apple.com.evil.example/",
    "https://127.0.0.1/",
    "https://[::1]/",
    "https://localhost/",
    " https://fcm.googleapis.com/a",
    "https://fcm.googleapis.com/a b",
    `https://fcm.googleapis.com/${"a".repeat(1_000)}`,
    "",
    "fcm.googleapis.com",
  ];
  expect(others.filter((endpoint) => vendorOfEndpoint(endpoint) !== null)).toEqual([]);
});

test("a message waits longer after each attempt, and at least as long as the service requires", () => {
  const MINUTE = 60_000;
  expect([1, 2, 3, 4].map((attempts) => pushRetryDelay(attempts, 0.5, 0) / MINUTE)).toEqual([
    1, 2, 4, 8,
  ]);
  expect(pushRetryDelay(20, 1, 0)).toBe(75 * MINUTE);
  expect(pushRetryDelay(1, 0, 600)).toBe(10 * MINUTE);
  expect(pushRetryDelay(1, 0, 1e9)).toBe(24 * 60 * MINUTE);
});
