import { expect, test } from "vitest";
import { readRetryAfter } from "./retry-after.ts";

const NOW = Date.UTC(2026, 10, 24, 12);
const read = (value?: string) =>
  readRetryAfter(new Headers(value === undefined ? {} : { "Retry-After": value }), NOW);

test("seconds and dates are read, everything else means no delay", () => {
  expect(read("120")).toBe(120);
  expect(read(new Date(NOW + 90_500).toUTCString())).toBe(90);
  expect(read(new Date(NOW - 90_000).toUTCString())).toBe(0);
  for (const value of [undefined, "", "-5", "1.5", "soon", "9".repeat(20)])
    expect(read(value)).toBe(0);
});
