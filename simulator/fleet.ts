import type { FleetSite } from "./fleet-file.ts";
import type { FaultEffect } from "./link/fault.ts";
import type { Flash } from "./logger/flash.ts";
import type { FleetClock } from "./logger/fleet-clock.ts";
import type { Dial, LinkEnd } from "./logger/link.ts";
import type { LoggerFirmware, PretendLogger } from "./logger/pretend-logger.ts";
import { makePlant } from "./make-plant.ts";
import { openPast } from "./past/open-past.ts";
import type { PastNotes } from "./past/past-notes.ts";
import { type PastProgress, PastTurns } from "./past/past-turns.ts";
import type { Order, ScriptStep } from "./script.ts";
import { SimulatedSite } from "./simulated-site.ts";

/** Loggers that begin to dial per second, so that a thousand do not connect at once. */
const DIALS_PER_SECOND = 60;
const TICK_MS = 100;

/** The number of sites an order was sent to, and of those that could execute it. */
export type Outcome = { targets: number; did: number };
type FleetDeps = {
  sites: readonly FleetSite[];
  clock: FleetClock;
  dial: Dial;
  seed: number;
  flashOf: (serial: string) => Flash;
  /** Stores how much of its past a logger has sent; without it no logger sends any. */
  pastNotesOf?: (serial: string) => PastNotes;
  /** Keys, file access and flash for updates of firmware; without them loggers refuse updates as unknown. */
  firmwareOf?: ((serial: string) => LoggerFirmware) | undefined;
  script?: readonly ScriptStep[];
  /** Called when a step of the script has run. */
  onStep?: (step: ScriptStep, outcome: Outcome) => void;
  waitScale?: number;
  onLink?: (serial: string, end: LinkEnd | null) => void;
  onFault?: (serial: string, effect: FaultEffect) => void;
};

/** Runs many sites on one timer. */
export class Fleet {
  readonly #sites: SimulatedSite[] = [];
  /** Sites that are still to be created: simulating a past takes a while, so sites are created one per tick. */
  readonly #unmade: (() => SimulatedSite)[];
  readonly #pasts: PastTurns;
  readonly #clock: FleetClock;
  readonly #begun: number;
  readonly #onStep: FleetDeps["onStep"];
  #script: ScriptStep[];
  #timer: NodeJS.Timeout | null = null;

  constructor(deps: FleetDeps) {
    const { clock, seed, dial, waitScale = 1 } = deps;
    this.#clock = clock;
    this.#begun = clock.wall();
    this.#script = [...(deps.script ?? [])];
    this.#onStep = deps.onStep;
    this.#pasts = new PastTurns(
      () => this.#sites.map(({ logger }) => logger),
      () => clock.wall(),
    );
    const making = deps.sites.flatMap(({ profile, ...site }, index) => {
      if (profile === null) return [];
      const { serial, pastDays = 0 } = site;
      const make = () => {
        const flash = deps.flashOf(serial);
        const notes = deps.pastNotesOf?.(serial);
        const past = notes && openPast({ ...site, profile }, seed, clock.plant(), { flash, notes });
        return new SimulatedSite({
          site,
          plant: makePlant({ ...site, profile }, seed, clock.plant()),
          ...(profile.kind === "simulated" && { settings: profile.settings }),
          clock,
          dial,
          seed,
          flash,
          past: past ?? null,
          firmware: deps.firmwareOf?.(serial),
          waitScale,
          dialAt: this.#begun + (index / DIALS_PER_SECOND) * 1_000,
          onLink: (end) => deps.onLink?.(serial, end),
          onFault: (effect) => deps.onFault?.(serial, effect),
        });
      };
      return [{ make, pastDays: deps.pastNotesOf === undefined ? 0 : pastDays }];
    });
    this.#unmade = making
      .sort((one, other) => one.pastDays - other.pastDays)
      .map(({ make }) => make);
    if (deps.pastNotesOf === undefined) this.#makeAll();
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
    const targets = this.#sites.filter((site) => serial === null || site.serial === serial);
    const did = targets.filter((site) => obey(site, order));
    return { targets: targets.length, did: did.length };
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

  /** How much of their pasts the loggers have sent; null if none has any to send, or not all are created yet. */
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

  /** Ends at once, like a power cut; only flash survives. */
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
