import { expect, test } from "vitest";
import { FAMILIES, type FamilyName, runRestorations } from "./run.ts";

// A sample of `npm run probe -- restorations`.
test.each(Object.keys(FAMILIES) as FamilyName[])(
  "the devices of a site %s have the values of a snapshot after its restoration",
  (family) => {
    const { findings, restored } = runRestorations(family, 3, 6);
    expect(findings).toEqual([]);
    expect(restored).toBeGreaterThan(0);
  },
);
