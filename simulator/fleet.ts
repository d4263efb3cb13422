import type { FleetSite } from "./fleet-file.ts";
import type { FaultEffect } from "./link/fault.ts";
import type { Flash } from "./logger/flash.ts";
import type { FleetClock } from "./logger/fleet-clock.ts";
import type { Dial, LinkEnd } from "./logger/link.ts";
import type { PretendLogger } from "./logger/pretend-logger.ts";
import { makePlant } from "./make-plant.ts";
import { openPast } from "./past/open-past.ts";
import type { PastNotes } from "./past/past-notes.ts";
import { type PastProgress, PastTurns } from "./past/past-turns.ts";
import type { Order, ScriptStep } from "./script.ts";
import { SimulatedSite } from "./simulated-site.ts";

/** Loggers begin to dial so many a second, so that a thousand do not come at once. */
const DIALS_PER_SECOND = 60;
const TICK_MS = 100;

/** How many sites an order was for, and at how many of them it could be. */
export type Outcome = { told: number; did: number };
type FleetParts = {
  sites: readonly FleetSite[];
  clock: FleetClock;
  dial: Dial;
  seed: number;
  flashOf: (serial: string) => Flash;
  /** Where a logger notes how much of its past is sent; without it none sends any. */
  pastNotesOf?: (serial: string) => PastNotes;
  script?: readonly ScriptStep[];
  /** A step of the script was taken. */
  onStep?: (step: ScriptStep, outcome: Outcome) => void;
  waitScale?: number;
  onLink?: (serial: string, end: LinkEnd | null) => void;
  onFault?: (serial: string, effect: FaultEffect) => void;
};

/** Many sites on one timer. */
export class Fleet {
  readonly #sites: SimulatedSite[] = [];
  /** A past takes a while to be run through, and nobody is to wait for another's. */
  readonly #unmade: (() => SimulatedSite)[];
  readonly #pasts: PastTurns;
  readonly #clock: FleetClock;
  readonly #begun: number;
  readonly #onStep: FleetParts["onStep"];
  #script: ScriptStep[];
  #timer: NodeJS.Timeout | null = null;

  constructor(parts: FleetParts) {
    const { clock, seed, dial, waitScale = 1 } = parts;
    this.#clock = clock;
    this.#begun = clock.wall();
    this.#script = [...(parts.script ?? [])];
    this.#onStep = parts.onStep;
    this.#pasts = new PastTurns(
      () => this.#sites.map(({ logger }) => logger),
      () => clock.wall(),
    );
    const making = parts.sites.flatMap(({ profile, ...site }, index) => {
      if (profile === null) return [];
      const { serial, pastDays = 0 } = site;
      const make = () => {
        const flash = parts.flashOf(serial);
        const notes = parts.pastNotesOf?.(serial);
        const past = notes && openPast({ ...site, profile }, seed, clock.plant(), { flash, notes });
        return new SimulatedSite({
          site,
          plant: makePlant({ ...site, profile }, seed, clock.plant()),
          clock,
          dial,
          seed,
          flash,
          past: past ?? null,
          waitScale,
          dialAt: this.#begun + (index / DIALS_PER_SECOND) * 1_000,
          onLink: (end) => parts.onLink?.(serial, end),
          onFault: (effect) => parts.onFault?.(serial, effect),
        });
      };
      return [{ make, pastDays: parts.pastNotesOf === undefined ? 0 : pastDays }];
    });
    this.#unmade = making
      .sort((one, other) => one.pastDays - other.pastDays)
      .map(({ make }) => make);
    if (parts.pastNotesOf === undefined) this.#makeAll();
  }

  start(): void {
    this.#timer = setInterval(() => this.tick(), TICK_MS);
  }

  tick(): void {
    this.#makeNext();
    const runFor = this.#clock.wall() - this.#begun;
    while (this.#script[0] !== undefined && this.#script[0].afterMs <= runFor) {
      const step = this.#script.shift();
      if (step !== undefined) this.#onStep?.(step, this.order(step));
    }
    for (const site of this.#sites) site.tick();
    this.#pasts.tick();
  }

  order({ order, serial }: Pick<ScriptStep, "order" | "serial">): Outcome {
    this.#makeAll();
    const told = this.#sites.filter((site) => serial === null || site.serial === serial);
    const did = told.filter((site) => obey(site, order));
    return { told: told.length, did: did.length };
  }

  summarise(): { sites: number; online: number; sampled: number; waiting: number } {
    const loggers: readonly PretendLogger[] = this.#sites.map(({ logger }) => logger);
    return {
      sites: loggers.length + this.#unmade.length,
      online: loggers.filter(({ state }) => state === "online").length,
      sampled: loggers.reduce((sum, logger) => sum + logger.sampled, 0),
      waiting: loggers.reduce((sum, logger) => sum + logger.waiting, 0),
    };
  }

  /** How much of their pasts the loggers have sent; null where none has any to send, or not all are made yet. */
  get past(): PastProgress | null {
    return this.#unmade.length > 0 ? null : this.#pasts.progress;
  }

  #makeNext(): void {
    const make = this.#unmade.shift();
    if (make !== undefined) this.#sites.push(make());
  }

  #makeAll(): void {
    while (this.#unmade.length > 0) this.#makeNext();
  }

  /** Ends at once, like a power cut, but for what flash keeps. */
  stop(): void {
    if (this.#timer !== null) clearInterval(this.#timer);
    for (const site of this.#sites) site.stop();
  }
}

function obey(site: SimulatedSite, order: Order): boolean {
  switch (order.verb) {
    case "scenario":
      return site.begin(order.scenario);
    case "end":
      return site.end(order.scenario);
    default:
      site.logger.behave(order);
      return true;
  }
}
