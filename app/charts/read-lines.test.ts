import { expect, test } from "vitest";
import type { ChartLine } from "./chart-lines.ts";
import { formatRows, readAt } from "./read-lines.ts";

const line = (id: string, more: Partial<ChartLine> = {}): ChartLine => ({
  ...{ id, name: id, unit: "W", shade: ["#000", "#fff"], axis: "start" },
  ...{ gapMs: 10, at: [0, 10, 20], value: [1, 2, 3] },
  ...more,
});
const part = (id: string, group: string, more: Partial<ChartLine> = {}) =>
  line(id, {
    value: [-501, -502, -503],
    stacked: { floor: [-500, -500, -500], own: [1, 2, 3], group },
    ...more,
  });
/** The keys of texts with their values, instead of the texts. */
const t = ((key: string, values?: object) =>
  values === undefined
    ? key
    : `${key} ${Object.values(values).join(": ")}`) as unknown as Parameters<typeof formatRows>[1];

test("a part of a stack is read with its own value and its side, not with the edge of the stack", () => {
  const rows = readAt([part("load", "Uses"), part("feedIn", "Uses")], 11, "en");
  expect(rows).toMatchObject([
    { name: "load", text: "2\u00a0W", group: "Uses" },
    { name: "feedIn", text: "2\u00a0W", group: "Uses" },
  ]);
});

test("screen readers get the side once before its parts, and missing and stale values in words", () => {
  const rows = readAt(
    [
      part("solar", "Sources", { stale: [{ from: 0, to: 20 }] }),
      part("grid", "Sources"),
      part("load", "Uses", { at: [200, 210, 220] }),
    ],
    11,
    "en",
  );
  expect(formatRows(rows, t)).toEqual([
    "history.power.group Sources: solar 2\u00a0W (quality.stale.name)",
    "grid 2\u00a0W",
    "history.power.group Uses: load — (quality.missing.name)",
  ]);
});

test("a line in a gap is left out, and so is a stack of which no part has a value", () => {
  const away = { at: [200, 210, 220] };
  expect(readAt([line("a"), line("b", away)], 11, "en").map(({ id }) => id)).toEqual(["a"]);
  expect(readAt([part("a", "", away), part("b", "", away)], 11, "en")).toEqual([]);
  const band = line("a", { min: [0, 1, 1], max: [5, 6, 7] });
  expect(readAt([band], 11, "en")[0]?.text).toBe("2\u00a0W (1\u00a0W – 6\u00a0W)");
});
