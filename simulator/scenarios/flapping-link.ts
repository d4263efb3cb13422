import type { Direction, Fault, FramePick } from "../link/fault.ts";
import { seededFaults } from "../link/fault-schedule.ts";
import { lineScenario } from "./scenario.ts";

const EVERY_MS = 8_000;
/**
 * Maximum time that a fault waits for its frame: on a quiet line one frame in four is affected, on a busy one few are.
 */
const WAITS_MS = 2_000;

const pickFrame = (random: () => number): FramePick => ({
  direction: chooseWay(random),
  withinMs: WAITS_MS,
});
const chooseWay = (random: () => number): Direction => (random() < 0.5 ? "up" : "down");

type Make = (random: () => number) => readonly Fault[];
const drop: Make = (random) => [{ kind: "drop", on: pickFrame(random) }];
const duplicate: Make = (random) => [
  { kind: "duplicate", on: pickFrame(random), afterMs: Math.round(5_000 * random() ** 2) },
];
const reorder: Make = (random) => [
  {
    kind: "reorder",
    on: pickFrame(random),
    places: 1 + Math.floor(4 * random()),
    withinMs: 5_000,
  },
];
const delay: Make = (random) => [
  { kind: "delay", on: pickFrame(random), ms: Math.round(10_000 * random() ** 2) },
];
const cut: Make = (random) => [
  { kind: "cut", on: pickFrame(random), moment: random() < 0.5 ? "before" : "after" },
];
const slow: Make = (random) => [
  {
    kind: "slow",
    direction: chooseWay(random),
    bytesPerSecond: Math.round(500 + 3_500 * random()),
    forMs: 20_000,
  },
];
const refuse: Make = (random) => [
  { kind: "cut" },
  { kind: "refuse", forMs: Math.round(20_000 * random()), unanswered: random() < 0.3 },
];

export const flappingLink = lineScenario(
  "flapping-link",
  "frames are lost, come twice, late and out of order, and the connection is cut now and then",
  (seed) =>
    seededFaults(seed, {
      everyMs: EVERY_MS,
      choices: [
        { weight: 4, make: drop },
        { weight: 4, make: duplicate },
        { weight: 4, make: reorder },
        { weight: 3, make: delay },
        { weight: 2, make: cut },
        { weight: 1, make: slow },
        { weight: 1, make: refuse },
      ],
    }),
);
