import { SITE_EQUIPMENT } from "#domain/registers/address-parts.ts";
import { SITE_ADDRESS } from "#domain/registers/catalogue/site.ts";
import { parseRecording } from "#domain/sites/recording.ts";
import { BATTERY_STATUSES } from "#domain/sites/site-words.ts";
import { DAY_MS, HOUR_MS } from "#domain/units/durations.ts";
import { fromLocalTime, toLocalTime } from "#simulator/local-time.ts";
import { locateSun } from "#simulator/physics/sun-position.ts";
import type { Sample } from "#simulator/plant/plant.ts";

/** Where the samples were taken, and how exact they are. */
export type PhysicsScene = {
  columns: readonly string[];
  /** In the order of time. */
  samples: readonly Sample[];
  latitude: number;
  longitude: number;
  timeZone: string;
  /** Wh that the battery holds; null without one, or where it is not known. */
  capacityWh: number | null;
  /** Meters of a recording were not read in one instant. */
  isRecording: boolean;
};

/** The registers that add up to a total. */
const SUMS: readonly (readonly [total: string, parts: readonly string[]])[] = [
  ["0100", ["0101", "0102", "0103"]],
  ["0100", ["0104", "0105"]],
  ["0110", ["0111", "0112", "0113"]],
  ["0120", ["0121", "0122", "0123"]],
  ["0120", ["0124", "0125"]],
  ["0140", ["0141", "0142", "0143"]],
];

/** Counters and the power that each is the integral of. */
const INTEGRALS: readonly (readonly [counter: string, power: string, sign: 1 | -1])[] = [
  ["0200", "0100", 1],
  ["0201", "0110", 1],
  ["0202", "0110", -1],
  ["0203", "0120", 1],
  ["0204", "0130", 1],
  ["0205", "0130", -1],
  ["0206", "0140", 1],
];

/** What contradicts physics in the registers of a site, one line for each rule, with its first instant and how often. */
export function findContradictions(scene: PhysicsScene): string[] {
  const check = new Contradictions(scene);
  scene.samples.forEach((sample, index) => {
    const before = scene.samples[index - 1];
    check.values(sample);
    check.balance(sample);
    check.sun(sample);
    check.sums(sample);
    check.battery(sample);
    check.lifetime(sample);
    if (before !== undefined) check.counters(before, sample);
  });
  check.days();
  return check.list();
}

class Contradictions {
  readonly #scene: PhysicsScene;
  readonly #places: ReadonlyMap<string, number>;
  readonly #found = new Map<string, { first: string; count: number; allowed: number }>();

  constructor(scene: PhysicsScene) {
    this.#scene = scene;
    this.#places = new Map(scene.columns.map((address, place) => [address, place]));
  }

  list(): string[] {
    return [...this.#found]
      .filter(([, { count, allowed }]) => count > allowed)
      .map(([rule, { first, count }]) => `${rule}: ${count} times, first ${first}`);
  }

  /** A site shows no register that it has no value for, and nothing negative that cannot be. */
  values(sample: Sample): void {
    for (const register of ["0100", "0120", "0140", "0160", "0104", "0105", "020B", "020C"]) {
      const value = this.#read(sample, register);
      if (value !== null) this.#expect(value >= 0, `${register} is negative`, sample, value);
    }
    for (const total of ["0100", "0110", "0120", "0130", "0134", "0200", "0201", "0202", "0203"])
      if (this.#has(total))
        this.#expect(this.#read(sample, total) !== null, `${total} has no value`, sample);
  }

  /** What comes in goes out, is stored or lost; and a site exports no more than it has. */
  balance(sample: Sample): void {
    const { solar, grid, battery, generator, load } = this.#flows(sample);
    const largest = Math.max(solar, Math.abs(grid), Math.abs(battery), generator, load, 200);
    const losses = solar + grid - battery + generator - load;
    // An inverter at rest loses little, under load less than a tenth; meters of a recording lag behind each other.
    const most = this.#scene.isRecording ? 0.35 * largest + 100 : 0.14 * largest + 260;
    const least = this.#scene.isRecording ? 0.05 * largest + 60 : 0.005 * largest;
    const rare = this.#scene.isRecording ? 0.005 : 0;
    const powers = `solar ${solar}, grid ${grid}, battery ${battery}, generator ${generator}, load ${load}`;
    this.#expect(losses <= most, "power is lost", sample, powers, rare);
    this.#expect(losses >= -least, "power comes from nowhere", sample, powers, rare);
    const given = solar + Math.max(0, -battery) + generator;
    this.#expect(-grid <= given + least, "exports more than it makes", sample, powers, rare);
    const stated = this.#read(sample, "0160");
    if (stated !== null)
      this.#expect(
        Math.abs(stated - losses) <= 0.005 * largest + 1,
        "states other losses than it has",
        sample,
        `${stated}, not ${losses}`,
      );
  }

  /** Panels give nothing while the sun is down: of a recording on the day that it was recorded. */
  sun(sample: Sample): void {
    const { latitude, longitude, timeZone, isRecording } = this.#scene;
    const { solar } = this.#flows(sample);
    const recording = parseRecording(this.#text(sample, SITE_ADDRESS.recording));
    this.#expect(
      isRecording === (recording !== null && recording.day !== null),
      "does not say when it was recorded",
      sample,
    );
    const { hour } = toLocalTime(sample.at, timeZone);
    const at =
      recording?.day == null
        ? sample.at
        : fromLocalTime(Date.parse(recording.day) / DAY_MS, Math.round(hour * HOUR_MS), timeZone);
    if (at === null) return;
    const { elevation } = locateSun(at, latitude, longitude);
    const darkBelow = isRecording ? -5 : -0.9;
    const noise = isRecording ? 20 : 0;
    if (elevation < darkBelow)
      this.#expect(solar <= noise, "the sun shines at night", sample, `${solar} W`);
  }

  sums(sample: Sample): void {
    for (const [total, parts] of SUMS) {
      const values = parts
        .filter((part) => this.#has(part))
        .map((part) => this.#read(sample, part));
      const sum = values.reduce<number | null>(
        (all, value) => (all === null || value === null ? null : all + value),
        0,
      );
      const whole = this.#read(sample, total);
      if (values.length === 0 || sum === null || whole === null) continue;
      const most = 0.005 * Math.max(...values.map((value) => Math.abs(value ?? 0)), 200);
      this.#expect(
        Math.abs(sum - whole) <= most,
        `${parts} do not add up to ${total}`,
        sample,
        `${sum}, not ${whole}`,
      );
    }
  }

  battery(sample: Sample): void {
    const soc = this.#read(sample, "0134");
    if (soc !== null) this.#expect(soc >= 0 && soc <= 100, "charge beyond 0 to 100 %", sample, soc);
    const word = this.#text(sample, SITE_ADDRESS.batteryStatus);
    const { battery } = this.#flows(sample);
    if (word === null || Math.abs(battery) < 30) return;
    this.#expect(BATTERY_STATUSES.includes(word as "idle"), "no status of a battery", sample, word);
    this.#expect(
      word === (battery > 0 ? "charge" : "discharge"),
      "the battery's word contradicts its power",
      sample,
      `${word}, ${battery} W`,
    );
  }

  /** Lifetime counters obey the same balance as powers. */
  lifetime(sample: Sample): void {
    const counter = (register: string) => this.#read(sample, register) ?? 0;
    const given = counter("0200") + counter("0201") + counter("0205") + counter("0206");
    const taken = counter("0202") + counter("0203") + counter("0204");
    const powers = `${Math.round(given)} Wh in, ${Math.round(taken)} Wh out`;
    if (this.#has("0203")) {
      const slack = this.#scene.isRecording ? 0.02 : 0.002;
      this.#expect(taken <= given * (1 + slack), "energy comes from nowhere", sample, powers);
      this.#expect(taken >= given * 0.8, "a fifth of the energy is lost", sample, powers);
    }
    this.#expect(
      counter("0202") <= counter("0200") + counter("0205") + counter("0206"),
      "has exported more than it has made",
      sample,
    );
    // The recorded meter counts a tenth more of what leaves the battery than of what enters it.
    const error = this.#scene.isRecording ? 1.12 : 1;
    this.#expect(
      counter("0205") <= error * counter("0204") + (this.#scene.capacityWh ?? 0),
      "the battery has given more than it has taken",
      sample,
      `${counter("0205")} of ${counter("0204")} Wh`,
    );
  }

  counters(before: Sample, sample: Sample): void {
    for (const [register] of INTEGRALS) {
      const from = this.#read(before, register);
      const to = this.#read(sample, register);
      if (from !== null && to !== null)
        this.#expect(to >= from, `${register} falls`, sample, `${from} to ${to}`);
    }
  }

  /** Over each local day counters grow by the integral of their powers, and the charge by what the battery was given. */
  days(): void {
    const { samples, timeZone, isRecording, capacityWh } = this.#scene;
    const days = Map.groupBy(samples, ({ at }) => toLocalTime(at, timeZone).day);
    for (const day of days.values()) {
      const first = day[0];
      const last = day.at(-1);
      if (first === undefined || last === undefined || hasGap(day)) continue;
      for (const [register, power, sign] of INTEGRALS) {
        if (!this.#has(register) || !this.#has(power)) continue;
        const grown = (this.#read(last, register) ?? 0) - (this.#read(first, register) ?? 0);
        const sum = this.#integrate(day, power, sign);
        const slack = isRecording ? 0.12 * sum + 900 : 0.005 * sum + 5;
        this.#expect(
          Math.abs(grown - sum) <= slack,
          `${register} is not the energy of ${power}`,
          last,
          `${Math.round(grown)} Wh, not ${Math.round(sum)}`,
        );
      }
      const from = this.#read(first, "0134");
      const to = this.#read(last, "0134");
      if (from === null || to === null || capacityWh === null) continue;
      const charged = this.#integrate(day, "0130", 1) - this.#integrate(day, "0130", -1);
      const held = ((to - from) / 100) * capacityWh;
      const thrown = this.#integrate(day, "0130", 1) + this.#integrate(day, "0130", -1);
      this.#expect(
        Math.abs(charged - held) <= 0.15 * thrown + 0.05 * capacityWh,
        "the charge does not follow the battery's power",
        last,
        `${Math.round(held)} Wh more in it, ${Math.round(charged)} Wh given`,
      );
    }
  }

  #integrate(samples: readonly Sample[], register: string, sign: 1 | -1): number {
    let sum = 0;
    for (const [index, sample] of samples.entries()) {
      const before = samples[index - 1];
      if (before === undefined) continue;
      const hours = (sample.at - before.at) / HOUR_MS;
      // Simulated counters hold each power since the sample before it; of a recording the line between both is as good.
      const power = Math.max(0, sign * (this.#read(sample, register) ?? 0));
      const earlier = Math.max(0, sign * (this.#read(before, register) ?? 0));
      sum += hours * (this.#scene.isRecording ? (power + earlier) / 2 : power);
    }
    return sum;
  }

  #flows(sample: Sample) {
    const read = (register: string) => this.#read(sample, register) ?? 0;
    return {
      solar: read("0100"),
      grid: read("0110"),
      battery: read("0130"),
      generator: read("0140"),
      load: read("0120"),
    };
  }

  #has(register: string): boolean {
    return this.#places.has(SITE_EQUIPMENT + register);
  }

  #read(sample: Sample, register: string): number | null {
    const value = sample.values[this.#places.get(SITE_EQUIPMENT + register) ?? -1];
    return typeof value === "number" ? value : null;
  }

  #text(sample: Sample, address: string): string | null {
    const value = sample.values[this.#places.get(address) ?? -1];
    return typeof value === "string" ? value : null;
  }

  /** @param rare share of all samples at which the rule may be broken */
  #expect(isTrue: boolean, rule: string, { at }: Sample, powers: unknown = "", rare = 0): void {
    if (isTrue) return;
    const known = this.#found.get(rule);
    if (known !== undefined) known.count++;
    else
      this.#found.set(rule, {
        first: `${new Date(at).toISOString()} ${powers}`,
        count: 1,
        allowed: rare * this.#scene.samples.length,
      });
  }
}

/** Whether something may have happened unseen. */
function hasGap(samples: readonly Sample[]): boolean {
  return samples.some(({ at }, index) => at - (samples[index - 1]?.at ?? at) > 900_000);
}
