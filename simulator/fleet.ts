import type { FleetSite } from "./fleet-file.ts";
import type { Flash } from "./logger/flash.ts";
import type { FleetClock } from "./logger/fleet-clock.ts";
import type { Dial, LinkEnd } from "./logger/link.ts";
import { PretendLogger } from "./logger/pretend-logger.ts";
import { makePlant } from "./make-plant.ts";
import type { ScriptStep } from "./script.ts";

/** Loggers begin to dial so many a second, so that a thousand do not come at once. */
const DIALS_PER_SECOND = 60;
const TICK_MS = 100;

export type FleetParts = {
  sites: readonly FleetSite[];
  clock: FleetClock;
  dial: Dial;
  seed: number;
  flashOf: (serial: string) => Flash;
  script?: readonly ScriptStep[];
  waitScale?: number;
  onLink?: (serial: string, end: LinkEnd | null) => void;
};

/** Many loggers on one timer. */
export class Fleet {
  readonly #loggers: PretendLogger[];
  readonly #clock: FleetClock;
  readonly #begun: number;
  #script: ScriptStep[];
  #timer: NodeJS.Timeout | null = null;

  constructor(parts: FleetParts) {
    this.#clock = parts.clock;
    this.#begun = parts.clock.wall();
    this.#script = [...(parts.script ?? [])];
    this.#loggers = parts.sites.flatMap(({ profile, ...site }, index) =>
      profile === null
        ? []
        : [
            new PretendLogger({
              identity: site,
              plant: makePlant({ ...site, profile }, parts.seed, parts.clock.plant()),
              clock: parts.clock,
              dial: parts.dial,
              flash: parts.flashOf(site.serial),
              waitScale: parts.waitScale ?? 1,
              dialAt: this.#begun + (index / DIALS_PER_SECOND) * 1_000,
              onLink: (end) => parts.onLink?.(site.serial, end),
            }),
          ],
    );
  }

  start(): void {
    this.#timer = setInterval(() => this.tick(), TICK_MS);
  }

  tick(): void {
    const runFor = this.#clock.wall() - this.#begun;
    while (this.#script[0] !== undefined && this.#script[0].afterMs <= runFor) {
      const step = this.#script.shift();
      if (step !== undefined) this.order(step);
    }
    for (const logger of this.#loggers) logger.tick();
  }

  /** @returns how many loggers were told */
  order({ behaviour, serial }: Pick<ScriptStep, "behaviour" | "serial">): number {
    const told = this.#loggers.filter((logger) => serial === null || logger.serial === serial);
    for (const logger of told) logger.behave(behaviour);
    return told.length;
  }

  summarise(): { sites: number; online: number; sampled: number; waiting: number } {
    return {
      sites: this.#loggers.length,
      online: this.#loggers.filter(({ state }) => state === "online").length,
      sampled: this.#loggers.reduce((sum, logger) => sum + logger.sampled, 0),
      waiting: this.#loggers.reduce((sum, logger) => sum + logger.waiting, 0),
    };
  }

  /** Ends at once, like a power cut, but for what flash keeps. */
  stop(): void {
    if (this.#timer !== null) clearInterval(this.#timer);
    for (const logger of this.#loggers) {
      logger.save();
      logger.behave({ verb: "kill" });
    }
  }
}
