import { expect, test } from "vitest";
import { HOUR_MS } from "#domain/units/durations.ts";
import { endReasonOf } from "./end-reason.ts";

const END = Date.UTC(2026, 10, 27, 23);

test("an access that ends at its agreed time is not reported as revoked", () => {
  expect(endReasonOf("accessEnded", END, END)).toBe("timeUp");
  // The device slept when the access ended and learns of it with the next ticket.
  expect(endReasonOf("notYours", END, END + 8 * HOUR_MS)).toBe("timeUp");
});

test("an access that ends early, or had no end, is reported as revoked", () => {
  expect(endReasonOf("accessEnded", END, END - HOUR_MS)).toBe("accessEnded");
  expect(endReasonOf("accessEnded", null, END)).toBe("accessEnded");
});

test("a signed-out user sees that reason, whenever the access ends", () => {
  expect(endReasonOf("signedOut", END, END)).toBe("signedOut");
});
