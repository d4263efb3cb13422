import { createHash } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import {
  type ChainedEntry,
  chainEntry,
  EMPTY_HEAD,
  headAfter,
  type JournalHead,
  writeEntry,
} from "./journal-entry.ts";
import { verifyExport, writeTail } from "./verify-export.ts";

const sha256 = (text: string) => createHash("sha256").update(text, "utf8").digest("hex");

type Written = { lines: string[]; entries: ChainedEntry[]; head: JournalHead };

function writeJournal(length: number): Written {
  let head = EMPTY_HEAD;
  const entries: ChainedEntry[] = [];
  for (let number = 1; number <= length; number += 1) {
    const details = { name: `Häuschen “${number}”`, to: number / 3, isOn: true, from: null };
    const author = number % 3 === 0 ? null : `p${number % 5}`;
    const entry = chainEntry(head, {
      at: 1_790_000_000_000,
      author,
      details,
      what: "site.renamed",
    });
    entries.push(entry);
    head = headAfter(entry, sha256);
  }
  const names = { p1: "Ana", p2: "Ben 电站" };
  const lines = [...entries.map(writeEntry), tailOf(head, names)];
  return { lines, entries, head };
}

function tailOf({ number, hash }: JournalHead, names: Record<string, string> = {}): string {
  const content = { entries: number, exportedAt: 1_790_000_100_000, hash, names, site: 12 };
  return writeTail(content, sha256);
}

const problemOf = (lines: readonly string[], expected?: JournalHead) =>
  verifyExport(lines, sha256, expected);

test("an export is valid, and so is that of an empty journal", () => {
  const { lines, head } = writeJournal(20);
  expect(problemOf(lines)).toMatchObject({ isValid: true, head, site: 12 });
  expect(problemOf(lines, head)).toMatchObject({ isValid: true });
  expect(problemOf(lines, headAfterEntry(7))).toMatchObject({ isValid: true });
  expect(problemOf([tailOf(EMPTY_HEAD)])).toMatchObject({ isValid: true });

  function headAfterEntry(number: number): JournalHead {
    return { number, hash: sha256(lines[number - 1] ?? "") };
  }
});

test("the hash of an entry is that of its line, as any other program computes it", () => {
  const { lines, head } = writeJournal(3);
  expect(lines[0]).toBe(
    `{"at":1790000000000,"author":"p1","details":{"from":null,"isOn":true,"name":"Häuschen “1”","to":0.3333333333333333},"number":1,"previous":"${"0".repeat(64)}","what":"site.renamed"}`,
  );
  expect(JSON.parse(lines[1] ?? "")).toHaveProperty("previous", sha256(lines[0] ?? ""));
  expect(head.hash).toBe(sha256(lines[2] ?? ""));
});

test("each kind of change is reported with its line", () => {
  const { lines, entries, head } = writeJournal(10);
  const swap = [...lines];
  [swap[3], swap[4]] = [swap[4] ?? "", swap[3] ?? ""];
  expect(problemOf(swap)).toMatchObject({ isValid: false, line: 4 });
  expect(problemOf(lines.toSpliced(5, 1))).toMatchObject({ line: 6 });
  expect(problemOf(lines.toSpliced(5, 0, lines[5] ?? ""))).toMatchObject({ line: 7 });
  expect(problemOf(lines.slice(1))).toMatchObject({ line: 1 });
  expect(problemOf(lines.slice(0, -1))).toMatchObject({
    line: 10,
    problem: "the head line is missing: the end of the file was cut off",
  });
  expect(problemOf(lines.toSpliced(9, 1))).toMatchObject({
    line: 10,
    problem:
      "the head line counts 10 entries, the file has 9: entries before it were removed or added",
  });
  expect(problemOf([])).toMatchObject({ isValid: false, line: 1 });
  // An entry that was changed and written anew: the next one does not follow.
  const forged = { ...entries[4], what: "site.deleted" } as ChainedEntry;
  expect(problemOf(lines.with(4, writeEntry(forged)))).toMatchObject({ line: 6 });
  // The last one: the head does not follow.
  const last = { ...entries[9], what: "site.deleted" } as ChainedEntry;
  expect(problemOf(lines.with(9, writeEntry(last)))).toMatchObject({ line: 11 });
  // A journal that was cut and sealed again is found by the head from another source only.
  const cut = [...lines.slice(0, 8), tailOf({ number: 8, hash: sha256(lines[7] ?? "") })];
  expect(problemOf(cut)).toMatchObject({ isValid: true });
  expect(problemOf(cut, head)).toMatchObject({ isValid: false, line: 9 });
  expect(problemOf(lines, { number: 4, hash: "f".repeat(64) })).toMatchObject({ line: 4 });
});

test("1,000 random mutations of a file are all found", () => {
  const { lines } = writeJournal(40);
  const bytes = new TextEncoder().encode(`${lines.join("\n")}\n`);
  const line = fc.nat({ max: lines.length - 1 });
  const mutation = fc.oneof(
    fc.record({ kind: fc.constant("bit" as const), at: fc.nat({ max: bytes.length * 8 - 9 }) }),
    fc.record({
      kind: fc.constant("cut" as const),
      at: fc.integer({ min: 0, max: bytes.length - 2 }),
    }),
    fc.record({ kind: fc.constant("drop" as const), at: line }),
    fc.record({ kind: fc.constant("insert" as const), at: line, from: line }),
    fc.record({ kind: fc.constant("swap" as const), at: line, from: line }),
  );
  let found = 0;
  fc.assert(
    fc.property(mutation, (one) => {
      const mutated = mutate(one);
      if (mutated === null) return;
      found += 1;
      expect(verifyExport(mutated, sha256).isValid).toBe(false);
    }),
    { numRuns: 1_200, seed: 16 },
  );
  expect(found).toBeGreaterThanOrEqual(1_000);

  /** Returns the lines of the mutated file; null if it is the same file. */
  function mutate(one: typeof mutation extends fc.Arbitrary<infer T> ? T : never): string[] | null {
    switch (one.kind) {
      case "bit": {
        const changed = bytes.slice();
        const byte = Math.floor(one.at / 8);
        changed[byte] = (changed[byte] ?? 0) ^ (1 << (one.at % 8));
        return split(changed);
      }
      case "cut":
        return split(bytes.slice(0, one.at));
      case "drop":
        return lines.toSpliced(one.at, 1);
      case "insert":
        return lines.toSpliced(one.at, 0, lines[one.from] ?? "");
      case "swap": {
        if (one.at === one.from) return null;
        const other = lines[one.from] ?? "";
        return lines.with(one.from, lines[one.at] ?? "").with(one.at, other);
      }
    }
  }
});

function split(bytes: Uint8Array): string[] {
  return new TextDecoder().decode(bytes).replace(/\n$/, "").split("\n");
}
