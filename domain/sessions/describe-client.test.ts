import fc from "fast-check";
import { expect, test } from "vitest";
import { describeClient } from "./describe-client.ts";

const CHROME = "AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36";

test.each([
  ["Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0", "Firefox, Linux"],
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${CHROME}`, "Chrome, Windows"],
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${CHROME} Edg/141.0.0.0`, "Edge, Windows"],
  [`Mozilla/5.0 (Linux; Android 10; K) ${CHROME}`, "Chrome, Android"],
  [
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1",
    "Safari, iPhone",
  ],
  ["curl/8.14.1", "curl"],
  ["", null],
  ["my own client", null],
])("%s", (userAgent, name) => {
  expect(describeClient(userAgent)).toBe(name);
});

test("only names of the list are kept from a client's header", () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(describeClient(`<b>${text}</b> Firefox/1 Linux`)).toMatch(/^[A-Za-z, ]+$/);
    }),
  );
});
