import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { projectRoot } from "../house/source-tree.ts";

/** Columns of rules.tsv; docs/verification.md describes them. */
const COLUMNS = ["section", "part", "n", "rule", "state", "proof", "source", "work"] as const;
const STATES = ["proven", "present", "deviates", "missing"];

type Row = Record<(typeof COLUMNS)[number], string>;

/** Rules that an audit counted in each section of the specification; R are those of its interpretation. */
const RULES_OF_SECTION: Readonly<Record<string, number>> = {
  1: 57,
  2: 208,
  3: 323,
  4: 133,
  5: 67,
  6: 55,
  7: 150,
  8: 69,
  9: 164,
  R: 6,
};

/** Deviations that the interpretation of the specification accepts, with the reason of each. */
const ACCEPTED: Readonly<Record<string, string>> = {
  "cropper sizes": "The cropper fills its window, and selects the largest part of the ratio.",
  "chart heights": "Charts are higher than 200 px, so that several lines remain legible.",
  "refusals at their field": "A refused value is reported beside its field until it is changed.",
  "revalidation instead of a reload": "Data is read again, and typed values are kept.",
  "a fresh key per call": "No key is stored, so that none can be stolen.",
  "shape of a curve": "A curve has series with instants, ranges and stale periods.",
  "the session is kept": "A page that the role does not allow leads to the site list.",
};
const MAX_DEVIATIONS = 10;
/** Number of rules that may be missing; it only shrinks. */
const MAX_MISSING = 0;

function readRows(): Row[] {
  const text = readFileSync(join(projectRoot, "tests/specification/rules.tsv"), "utf8");
  const [head = "", ...lines] = text.replace(/\n$/, "").split("\n");
  expect(head.split("\t")).toEqual(COLUMNS);
  return lines.map((line) => {
    const cells = line.split("\t");
    expect(cells, line).toHaveLength(COLUMNS.length);
    return Object.fromEntries(COLUMNS.map((column, at) => [column, cells[at] ?? ""])) as Row;
  });
}

const rows = readRows();

/** Files and titles of tests that a row names. */
const proofsOf = ({ proof }: Row) =>
  proof
    .split(" | ")
    .filter(Boolean)
    .map((one) => {
      const [file = "", title] = one.split(" › ");
      return { file, title };
    });

const countOf = (counted: readonly Row[]) => counted.reduce((sum, { n }) => sum + Number(n), 0);

const sources = new Map<string, string>();
function sourceOf(file: string): string {
  const known = sources.get(file);
  if (known !== undefined) return known;
  const path = join(projectRoot, file);
  const source = existsSync(path) ? readFileSync(path, "utf8") : "";
  sources.set(file, source);
  return source;
}

/** Whether a file has a test or a group of tests with exactly this title. */
const hasTitle = (file: string, title: string) =>
  ['"', "`"].some((quote) => sourceOf(file).includes(quote + title + quote));

function findFaults(row: Row): string[] {
  const { rule, state, n, source, work } = row;
  const proofs = proofsOf(row);
  const faults: string[] = [];
  if (!/^[1-9]\d*$/.test(n)) faults.push("no number of rules");
  if (!STATES.includes(state)) faults.push(`no state: ${state}`);
  if (state !== "missing" && proofs.length === 0) faults.push("no proof");
  if (state === "proven" && proofs.every(({ title }) => title === undefined))
    faults.push("no test");
  if ((state === "deviates") !== Object.hasOwn(ACCEPTED, source))
    faults.push("no accepted deviation");
  if ((state === "missing") !== (work !== "")) faults.push("work only for a missing rule");
  for (const { file, title } of proofs) {
    if (sourceOf(file) === "") faults.push(`no file ${file}`);
    else if (title !== undefined && !hasTitle(file, title)) faults.push(`no test “${title}”`);
  }
  return faults.map((fault) => `${rule}: ${fault}`);
}

test("each section has as many rules as the audit counted, 1,232 in total", () => {
  const counted = Object.keys(RULES_OF_SECTION).map((section) => [
    section,
    countOf(rows.filter((row) => row.section === section)),
  ]);
  expect(Object.fromEntries(counted)).toEqual(RULES_OF_SECTION);
  expect(countOf(rows)).toBe(1232);
});

test("each rule names the test or file that proves it, and each deviation is an accepted one", () => {
  expect(rows.flatMap(findFaults)).toEqual([]);
});

test("at most ten rules deviate, and each accepted deviation is in use", () => {
  const deviating = rows.filter(({ state }) => state === "deviates");
  expect(countOf(deviating)).toBeLessThanOrEqual(MAX_DEVIATIONS);
  const used = new Set(deviating.map(({ source }) => source));
  expect([...used].toSorted()).toEqual(Object.keys(ACCEPTED).toSorted());
});

test("no further rule is missing", () => {
  expect(countOf(rows.filter(({ state }) => state === "missing"))).toBeLessThanOrEqual(MAX_MISSING);
});

test("a planted rule without a test, with a lost title or with another deviation is found", () => {
  const [right] = rows;
  if (right === undefined) throw new Error("the table is empty");
  const planted = (change: Partial<Row>) => findFaults({ ...right, rule: "Planted", ...change });
  expect(planted({})).toEqual([]);
  const here = "tests/specification/rules.test.ts";
  expect(planted({ proof: here })).toEqual(["Planted: no test"]);
  expect(planted({ proof: `${here} › lost` })).toEqual(["Planted: no test “lost”"]);
  expect(planted({ proof: "lost.ts › a" })).toEqual(["Planted: no file lost.ts"]);
  expect(planted({ state: "deviates", source: "unknown" })).toEqual([
    "Planted: no accepted deviation",
  ]);
  expect(planted({ work: "in work" })).toEqual(["Planted: work only for a missing rule"]);
});
