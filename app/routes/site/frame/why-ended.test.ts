import { expect, test } from "vitest";
import { HOUR_MS } from "#domain/units/durations.ts";
import { whyEnded } from "./why-ended.ts";

const END = Date.UTC(2026, 10, 27, 23);

test("a right that ends when it was to end is not said to be taken back", () => {
  expect(whyEnded("rightEnded", END, END)).toBe("timeUp");
  // Asleep when it ended, and told with the next ticket.
  expect(whyEnded("notYours", END, END + 8 * HOUR_MS)).toBe("timeUp");
});

test("one that ends sooner, or was for good, was taken back", () => {
  expect(whyEnded("rightEnded", END, END - HOUR_MS)).toBe("rightEnded");
  expect(whyEnded("rightEnded", null, END)).toBe("rightEnded");
});

test("who is signed out is told that, whenever the right ends", () => {
  expect(whyEnded("signedOut", END, END)).toBe("signedOut");
});
