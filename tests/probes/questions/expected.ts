import { setTimeout as pause } from "node:timers/promises";
import { SITE_ADDRESS } from "#domain/registers/catalogue/site.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from "#domain/units/durations.ts";
import { callPortal } from "../platform/alarm-site.ts";

type Samples = { at: number; value: number }[];
type Counter = "solarEnergy" | "gridImportEnergy" | "loadEnergy";
/** A refusal of the API; `retryAfter` in ms. */
type Refused = { code?: number; retryAfter?: number };

/** Samples around an instant between which a counter is interpolated. */
const AROUND_MS = 30 * MINUTE_MS;
/** Samples of an answer. */
const MAX_POINTS = 10_000;

/** A site by its samples alone, read through the API: what a page shows must follow from them. */
export class RecordedSite {
  readonly #call: (path: string, input: object) => Promise<Record<string, unknown>>;
  readonly siteId: number;

  constructor({ url, token, siteId }: { url: string; token: string; siteId: number }) {
    this.#call = async (path, input) => {
      for (;;)
        try {
          return await callPortal(url, token, path, { siteId, ...input });
        } catch (error) {
          const { code, retryAfter = SECOND_MS } = error as Refused;
          if (code !== 429) throw error;
          await pause(retryAfter);
        }
    };
    this.siteId = siteId;
  }

  call(path: string, input: object = {}): Promise<Record<string, unknown>> {
    return this.#call(path, input);
  }

  async samples(address: string, from: number, to: number): Promise<Samples> {
    const data = await this.#call("/site/v2/chart/periodrecord/curve", {
      addresses: [address],
      startDateTime: from,
      endDateTime: to,
      points: MAX_POINTS,
    });
    const [found] = data.series as { at: number[]; value: number[] }[];
    return (found?.at ?? []).map((at, place) => ({ at, value: found?.value[place] ?? 0 }));
  }

  /** Energy between two instants by a lifetime counter, Wh. */
  async energy(counter: Counter, from: number, to: number): Promise<number> {
    const address = SITE_ADDRESS[counter];
    return (await this.#valueAt(address, to)) - (await this.#valueAt(address, from));
  }

  /** The sample of a power that is nearest to an instant, W. */
  async power(name: "gridPower", at: number): Promise<number> {
    const samples = await this.samples(SITE_ADDRESS[name], at - AROUND_MS, at + AROUND_MS);
    const [nearest] = samples.toSorted((one, two) => Math.abs(one.at - at) - Math.abs(two.at - at));
    if (nearest === undefined) throw new Error(`no ${name} around ${new Date(at)}`);
    return nearest.value;
  }

  async #valueAt(address: string, at: number): Promise<number> {
    const samples = await this.samples(address, at - AROUND_MS, at + AROUND_MS);
    const after = samples.find((one) => one.at >= at);
    const before = samples.findLast((one) => one.at <= at) ?? after;
    if (before === undefined) throw new Error(`no sample of ${address} around ${new Date(at)}`);
    if (after === undefined || after.at === before.at) return before.value;
    const share = (at - before.at) / (after.at - before.at);
    return before.value + share * (after.value - before.value);
  }

  /** When the battery was last filled by its samples, and until when it was full; null within these days. */
  async lastFull(now: number, days: number): Promise<{ from: number; to: number } | null> {
    const samples: Samples = [];
    for (let hours = (days * DAY_MS) / HOUR_MS; hours > 0; hours -= 6)
      samples.push(
        ...(await this.samples(
          SITE_ADDRESS.batterySoc,
          now - hours * HOUR_MS,
          now - (hours - 6) * HOUR_MS,
        )),
      );
    const last = samples.findLastIndex(({ value }) => value >= 99);
    if (last < 0) return null;
    const used = samples.slice(0, last).findLastIndex(({ value }) => value < 95);
    const first = samples.find(({ value }, place) => place > used && value >= 99);
    return first === undefined ? null : { from: first.at, to: samples[last]?.at ?? 0 };
  }
}
