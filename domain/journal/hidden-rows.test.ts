import fc from "fast-check";
import { expect, test } from "vitest";
import { describeHidden, numbered } from "./hidden-rows.ts";
import type { JournalDetails } from "./journal-entry.ts";
import { limitDetails } from "./limit-details.ts";

/** Returns the numbers that entries state. */
function readIds(entries: readonly JournalDetails[]): number[] {
  const texts = entries.flatMap((entry) =>
    Object.entries(entry).flatMap(([name, value]) => (/^logIds\d*$/.test(name) ? [value] : [])),
  );
  return texts.flatMap((text) =>
    String(text)
      .split(", ")
      .flatMap((range) => {
        const [first = 0, last = first] = range.split("-").map(Number);
        return Array.from({ length: last - first + 1 }, (_, index) => first + index);
      }),
  );
}

const KIND = { device: "D".repeat(300), description: "Input voltage", count: 2 };

test("rows that follow each other are one entry, however many they are", () => {
  const logIds = Array.from({ length: 20_000 }, (_, index) => index + 1);
  expect(describeHidden({ logIds, to: 5, kinds: [] })).toEqual([
    { rows: 20_000, to: 5, logIds: "1-20000" },
  ]);
  expect(
    describeHidden({ logIds: [3], to: null, kinds: [{ ...KIND, device: "Inverter" }] }),
  ).toEqual([
    {
      rows: 1,
      to: null,
      logIds: "3",
      device: "Inverter",
      description: "Input voltage",
      count: 2,
    },
  ]);
  expect(describeHidden({ logIds: [], to: null, kinds: [] })).toEqual([]);
});

test("the entries state exactly the hidden rows, and no detail of them is cut off", () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.integer({ min: 1, max: 3_000 }), { minLength: 1 }), (logIds) => {
      const kinds = [{ ...KIND, device: "Inverter" }, KIND, KIND, KIND].map((kind) => ({
        ...kind,
        device: kind.device.slice(0, 200),
      }));
      const entries = describeHidden({ logIds, to: null, kinds });
      expect(entries.map(limitDetails)).toEqual(entries);
      expect(readIds(entries)).toEqual(logIds.toSorted((one, other) => one - other));
    }),
  );
});

test("the worst log of 20,000 rows needs a bounded number of entries", () => {
  const logIds = Array.from({ length: 10_000 }, (_, index) => 1_000_000 + index * 2);
  const entries = describeHidden({ logIds, to: null, kinds: [KIND, KIND, KIND] });
  expect(readIds(entries)).toEqual(logIds);
  expect(entries.length).toBeLessThanOrEqual(100);
  expect(numbered("device", 2)).toBe("device3");
});
