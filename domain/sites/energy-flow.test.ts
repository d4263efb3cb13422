import { expect, test } from "vitest";
import { flowsOf } from "./energy-flow.ts";

const flows = (values: Record<string, unknown>) =>
  flowsOf(
    (address) => address in values,
    (address) => values[address],
  );

test("only existing equipment is shown, in a fixed order", () => {
  const names = flows({ FFFF000130: 0, FFFF000120: 1, FFFF000100: 2 }).map(({ name }) => name);
  expect(names).toEqual(["solar", "battery", "load"]);
});

test("a day's flows run the way they are signed", () => {
  expect(
    flows({ FFFF000100: 4000, FFFF000110: -1000, FFFF000120: 1000, FFFF000130: 2000 }),
  ).toEqual([
    { name: "solar", power: 4000, direction: "in", share: 1 },
    { name: "grid", power: -1000, direction: "out", share: 0.25 },
    { name: "battery", power: 2000, direction: "out", share: 0.5 },
    { name: "load", power: 1000, direction: "out", share: 0.25 },
  ]);
});

test("at night the battery and the grid feed the house", () => {
  const night = flows({ FFFF000110: 300, FFFF000120: 800, FFFF000130: -520 });
  expect(night.map(({ name, direction }) => [name, direction])).toEqual([
    ["grid", "in"],
    ["battery", "in"],
    ["load", "out"],
  ]);
});

test("no value is unknown and not idle, and noise is idle", () => {
  const [solar, grid, load] = flows({ FFFF000100: null, FFFF000110: -3, FFFF000120: "?" });
  expect(solar).toMatchObject({ power: null, direction: "unknown", share: 0 });
  expect(grid).toMatchObject({ power: -3, direction: "idle" });
  expect(load).toMatchObject({ power: null, direction: "unknown" });
});

test("with nothing flowing no share is larger than one", () => {
  expect(flows({ FFFF000100: 2, FFFF000120: 0 }).map(({ share }) => share)).toEqual([0.4, 0]);
});
