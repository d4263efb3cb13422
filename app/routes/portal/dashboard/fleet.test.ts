import { expect, test } from "vitest";
import { dividePower, groupFirmware } from "./fleet.ts";

const power = { sites: 2, solar: 900, load: 500, gridImport: 100, gridExport: 200 };
const sumOf = (parts: readonly { watts: number }[]) =>
  parts.reduce((sum, { watts }) => sum + watts, 0);

test("supply and use have the same sum, and the rest is on the smaller side", () => {
  for (const load of [500, 2_000]) {
    const { supply, use, sum } = dividePower({ ...power, load });
    expect([sumOf(supply), sumOf(use)]).toEqual([sum, sum]);
  }
  expect(dividePower(power).use.at(-1)).toEqual({ name: "rest", watts: 300 });
  expect(dividePower({ ...power, load: 2_000 }).supply.at(-1)).toEqual({
    name: "rest",
    watts: 1_200,
  });
});

test("versions are grouped by component of a type, the most common component first", () => {
  const level = (type: string, version: string, sites: number) => ({
    ...{ type, component: "dsp", version, sites },
  });
  const groups = groupFirmware([
    level("0033", "2", 3),
    level("008E", "1", 7),
    level("0033", "1", 5),
  ]);
  expect(groups.map(({ type, sites }) => [type, sites])).toEqual([
    ["0033", 8],
    ["008E", 7],
  ]);
  expect(groups[0]?.versions).toEqual([
    { version: "2", sites: 3 },
    { version: "1", sites: 5 },
  ]);
});
