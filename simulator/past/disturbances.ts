import { DAY_MS, MINUTE_MS } from "#domain/units/durations.ts";
import type { Plant } from "../plant/plant.ts";
import type { PlantCondition } from "../plant/plant-condition.ts";
import { hashNumbers, uniformAt } from "../random.ts";

/** Slots of silences and of mishaps: at most one begins in each. */
const SILENCE_SLOT_MS = 17 * DAY_MS;
const MISHAP_SLOT_MS = 11 * DAY_MS;
const SILENCE_CHANCE = 0.7;
const MISHAP_CHANCE = 0.8;
const MAX_SILENCE_MS = 14 * 60 * MINUTE_MS;

type Mishap = { condition: PlantCondition; upTo: number; minMinutes: number; maxMinutes: number };

/** Kinds of mishaps, with cumulative probability and range of duration in minutes. */
const MISHAPS: readonly Mishap[] = [
  { condition: { kind: "grid-outage" }, upTo: 0.6, minMinutes: 8, maxMinutes: 190 },
  { condition: { kind: "generator-failure" }, upTo: 0.8, minMinutes: 60, maxMinutes: 300 },
  { condition: { kind: "inverter-fault" }, upTo: 1, minMinutes: 15, maxMinutes: 80 },
];

/** Whether a logger had no power and recorded nothing. */
export function isSilent(seed: number, at: number): boolean {
  const slot = Math.floor(at / SILENCE_SLOT_MS);
  if (uniformAt(seed ^ 0x51, slot) >= SILENCE_CHANCE) return false;
  const length = 20 * MINUTE_MS + MAX_SILENCE_MS * uniformAt(seed ^ 0x52, slot) ** 3;
  const since = sinceBegin(hashNumbers(seed, 0x53), at, SILENCE_SLOT_MS, length);
  return since >= 0 && since < length;
}

/** Imposes the mishap of an instant of the past on a plant, and lifts those that are over. */
export function disturb(plant: Plant, seed: number, at: number): void {
  const current = mishapAt(seed, at);
  for (const { condition } of MISHAPS)
    if (condition === current) plant.impose(condition);
    else plant.lift(condition.kind);
}

/** Lifts all conditions. */
export function calm(plant: Plant): void {
  for (const { condition } of MISHAPS) plant.lift(condition.kind);
}

function mishapAt(seed: number, at: number): PlantCondition | null {
  const slot = Math.floor(at / MISHAP_SLOT_MS);
  if (uniformAt(seed ^ 0x61, slot) >= MISHAP_CHANCE) return null;
  const kind = uniformAt(seed ^ 0x62, slot);
  const mishap = MISHAPS.find(({ upTo }) => kind < upTo);
  if (mishap === undefined) return null;
  const { condition, minMinutes, maxMinutes } = mishap;
  const length =
    (minMinutes + (maxMinutes - minMinutes) * uniformAt(seed ^ 0x63, slot) ** 2) * MINUTE_MS;
  const since = sinceBegin(hashNumbers(seed, 0x64), at, MISHAP_SLOT_MS, length);
  return since >= 0 && since < length ? condition : null;
}

/** ms since the event of a slot began; its seeded beginning lets it end before the next slot. */
function sinceBegin(seed: number, at: number, slotMs: number, length: number): number {
  const slot = Math.floor(at / slotMs);
  return at - slot * slotMs - (slotMs - length) * uniformAt(seed, slot);
}
