import { expect, test } from "vitest";
import { SECOND_MS } from "#domain/units/durations.ts";
import {
  decideGenerator,
  GENERATOR_SWITCH,
  type GeneratorOrders,
  type GeneratorScene,
  type GeneratorState,
} from "./generator-control.ts";

const orders: GeneratorOrders = {
  position: GENERATOR_SWITCH.automatic,
  startSoc: 0.3,
  stopSoc: 0.7,
  minRunMs: 600 * SECOND_MS,
  minRestMs: 60 * SECOND_MS,
};
const standing: GeneratorState = { stage: "stopped", since: 0, startedAt: 0, fuel: 0.8 };
const START = 1_000_000_000;

/** The stages over a number of seconds, each with its first second. */
function run(
  from: GeneratorState,
  seconds: number,
  scene: (second: number) => Partial<GeneratorScene>,
  changed: Partial<GeneratorOrders> = {},
): { stages: [string, number][]; state: GeneratorState } {
  let state = from;
  const stages: [string, number][] = [];
  for (let second = 0; second < seconds; second++) {
    const at = START + second * SECOND_MS;
    const given = { soc: 0.5, gridThere: false, isBroken: false, ...scene(second), at };
    const next = decideGenerator(state, { ...orders, ...changed }, given);
    if (next.stage !== state.stage) stages.push([next.stage, second]);
    state = next;
  }
  return { stages, state };
}

test("the generator starts at a low battery, warms up, and cools down after it stops", () => {
  const { stages } = run(standing, 1_000, (second) => ({ soc: second < 700 ? 0.2 : 0.8 }));
  expect(stages).toEqual([
    ["warming", 0],
    ["running", 30],
    ["cooling", 700],
    ["stopped", 730],
  ]);
});

test("the generator never stops before its minimum run, nor starts before its minimum rest", () => {
  const { stages } = run(standing, 1_000, (second) => ({ soc: second < 5 ? 0.2 : 0.8 }));
  expect(stages).toContainEqual(["cooling", 600]);
  const again = run({ ...standing, since: START - 20 * SECOND_MS }, 100, () => ({ soc: 0.2 }));
  expect(again.stages[0]).toEqual(["warming", 40]);
});

test("while the grid is available only the switch starts the generator", () => {
  const low = () => ({ soc: 0.1, gridThere: true });
  expect(run(standing, 100, low).stages).toEqual([]);
  expect(run(standing, 100, low, { position: GENERATOR_SWITCH.start }).stages).toHaveLength(2);
  expect(run(standing, 100, () => ({ soc: null, gridThere: true })).stages).toEqual([]);
  const off = { position: GENERATOR_SWITCH.stop };
  expect(run(standing, 100, () => ({ soc: 0.1 }), off).stages).toEqual([]);
});

test("wanted again while it cools down it carries on", () => {
  const { stages } = run(standing, 700, (second) => ({
    soc: second < 600 ? 0.2 : second < 610 ? 0.8 : 0.2,
  }));
  expect(stages.slice(2)).toEqual([
    ["cooling", 600],
    ["running", 610],
  ]);
});

test("a broken generator stops at once, and restarts only after a repair", () => {
  const { stages } = run(standing, 400, (second) => ({
    soc: 0.2,
    isBroken: second >= 100 && second < 200,
  }));
  expect(stages.slice(2)).toEqual([
    ["failed", 100],
    ["stopped", 200],
    ["warming", 260],
    ["running", 290],
  ]);
});
