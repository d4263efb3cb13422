import { expect, test } from "vitest";
import { readLocalInstant } from "./local-instant.ts";

test("a typed time is one of the site's clocks", () => {
  expect(readLocalInstant("2026-01-01T12:30", "UTC")).toBe(Date.UTC(2026, 0, 1, 12, 30));
  expect(readLocalInstant("2026-07-01T12:30:00", "Europe/Berlin")).toBe(
    Date.UTC(2026, 6, 1, 10, 30),
  );
  // The clocks skip this time.
  expect(readLocalInstant("2026-03-29T02:30", "Europe/Berlin")).toBe(Date.UTC(2026, 2, 29, 1, 30));
});

test("nothing and nonsense are distinguished", () => {
  expect(readLocalInstant(" ", "UTC")).toBeUndefined();
  for (const text of ["tomorrow", "2026-02-30T12:00", "2026-02-03", "2026-02-03T24:00"])
    expect(readLocalInstant(text, "UTC"), text).toBeNaN();
});
