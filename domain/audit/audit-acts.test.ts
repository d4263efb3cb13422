import { expect, test } from "vitest";
import { AUDIT_ACTS, AUDIT_AREAS, actsOf, shortenAddress } from "./audit-acts.ts";

test("every act belongs to one area, and every area has acts", () => {
  expect(AUDIT_AREAS.flatMap(actsOf).sort()).toEqual([...AUDIT_ACTS].sort());
  for (const area of AUDIT_AREAS) expect(actsOf(area).length, area).toBeGreaterThan(0);
});

test("an address keeps its first character and its domain, and a domain stays", () => {
  expect(shortenAddress("ana.lopez@example.org")).toBe("a…@example.org");
  expect(shortenAddress("@example.org")).toBe("@example.org");
});
