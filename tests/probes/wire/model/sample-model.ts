import { instantsOf, type Json, type Value } from "./plain.ts";

const Y2000 = Date.UTC(2000, 0, 1);
const AHEAD_MS = 26 * 3_600_000;

type Latest = { at: number; countsAt: number; value: Value };

/** Every value that must be stored, by register and instant, and the newest of each register. */
export class SampleModel {
  readonly stored = new Map<string, Map<number, Value>>();
  readonly latest = new Map<string, Latest>();
  /** Newest instant, one ahead of the server counting as its time of receipt; null while there is none. */
  newestAt: number | null = null;

  /** @param knows whether the tree has the register */
  take(frame: Json, knows: (address: string) => boolean, now: number): void {
    const instants = instantsOf(frame);
    const inRange = instants.filter((at) => at >= Y2000 && at <= now + AHEAD_MS);
    const last = inRange.at(-1);
    let isAny = false;
    for (const [address, column] of Object.entries(frame.values as Record<string, Value[]>)) {
      if (!knows(address) || last === undefined) continue;
      isAny = true;
      instants.forEach((at, place) => {
        if (inRange.includes(at)) this.#store(address, at, column[place] ?? null);
      });
      this.#newer(address, last, now, column[instants.indexOf(last)] ?? null);
    }
    if (isAny && last !== undefined)
      this.newestAt = Math.max(this.newestAt ?? 0, Math.min(last, now));
  }

  #store(address: string, at: number, value: Value): void {
    if (value === null) return;
    const values = this.stored.get(address) ?? new Map<number, Value>();
    this.stored.set(address, values);
    values.set(at, greater(values.get(at) ?? null, value));
  }

  #newer(address: string, at: number, now: number, value: Value): void {
    const next = { at, countsAt: Math.min(at, now), value };
    const held = this.latest.get(address);
    if (held?.at === at) {
      this.latest.set(address, { ...held, value: greater(held.value, value) });
      return;
    }
    const isNewer =
      held === undefined ||
      next.countsAt > held.countsAt ||
      (next.countsAt === held.countsAt && next.at > held.at);
    if (isNewer) this.latest.set(address, next);
  }
}

/** Of two values for one register and instant: no value yields to any, a text to a number, the less to the greater. */
function greater(one: Value, other: Value): Value {
  if (one === null || other === null) return one ?? other;
  if (typeof one !== typeof other) return typeof one === "number" ? one : other;
  if (typeof one === "string" && typeof other === "string") {
    const [a, b] = [one, other].map((text) => [...text].map((c) => c.codePointAt(0) ?? 0));
    for (let place = 0; ; place++) {
      const [x, y] = [a?.[place], b?.[place]];
      if (x === undefined) return other;
      if (y === undefined) return one;
      if (x !== y) return x > y ? one : other;
    }
  }
  return one > other ? one : other;
}
