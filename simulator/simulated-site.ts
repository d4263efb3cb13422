import type { FleetSite } from "./fleet-file.ts";
import type { FaultEffect } from "./link/fault.ts";
import { FaultyLine } from "./link/faulty-line.ts";
import { FRAME_MEASURE } from "./link/measure.ts";
import type { Flash } from "./logger/flash.ts";
import type { FleetClock } from "./logger/fleet-clock.ts";
import type { Dial, LinkEnd } from "./logger/link.ts";
import { type LoggerFirmware, PretendLogger, VERSIONS } from "./logger/pretend-logger.ts";
import type { PastToSend } from "./logger/telemetry.ts";
import { AlteredPlant } from "./plant/altered-plant.ts";
import { ConfiguredPlant } from "./plant/configured-plant.ts";
import type { Plant } from "./plant/plant.ts";
import { hashNumbers, hashText, seededRandom } from "./random.ts";
import type { Act, Scenario } from "./scenarios/scenario.ts";

type SimulatedSiteDeps = {
  site: Pick<FleetSite, "serial" | "secret" | "systemType" | "systemCode">;
  plant: Plant;
  /** Whether its devices have all settings of the catalogue; by default those of the plant. */
  settings?: "all" | "own" | undefined;
  clock: FleetClock;
  dial: Dial;
  seed: number;
  flash: Flash;
  past?: PastToSend | null;
  firmware?: LoggerFirmware | undefined;
  waitScale: number;
  dialAt: number;
  onLink?: (end: LinkEnd | null) => void;
  onFault?: (effect: FaultEffect) => void;
};

/** A plant, its logger, the line to the portal, and running scenarios. Only `tick` advances it. */
export class SimulatedSite {
  readonly logger: PretendLogger;
  readonly #deps: SimulatedSiteDeps;
  readonly #line: FaultyLine;
  readonly #plant: AlteredPlant;
  readonly #seed: number;
  readonly #acts = new Map<string, Act>();

  constructor(deps: SimulatedSiteDeps) {
    const { site, clock, seed, onFault, onLink } = deps;
    this.#deps = deps;
    const device = new ConfiguredPlant(deps.plant, { ...site, versions: VERSIONS }, deps.settings);
    this.#plant = new AlteredPlant(device);
    this.#seed = hashNumbers(hashText(site.serial), seed);
    this.#line = new FaultyLine({
      dial: deps.dial,
      now: clock.wall(),
      measure: FRAME_MEASURE,
      ...(onFault === undefined ? {} : { onEffect: onFault }),
    });
    this.logger = new PretendLogger({
      identity: site,
      plant: this.#plant,
      device,
      clock,
      dial: this.#line.dial,
      flash: deps.flash,
      past: deps.past ?? null,
      firmware: deps.firmware,
      random: seededRandom(this.#seed),
      waitScale: deps.waitScale,
      dialAt: deps.dialAt,
      ...(onLink === undefined ? {} : { onLink }),
    });
  }

  get serial(): string {
    return this.#deps.site.serial;
  }

  tick(): void {
    const wall = this.#deps.clock.wall();
    for (const act of this.#acts.values()) act.tick?.(wall);
    this.#line.tick(wall);
    this.logger.tick();
  }

  /**
   * Begins a scenario.
   * @returns false if the site does not support the scenario, or it is already running
   */
  begin(scenario: Scenario): boolean {
    if (this.#acts.has(scenario.name)) return false;
    const { site } = this.#deps;
    const act = scenario.begin({
      seed: hashNumbers(this.#seed, hashText(scenario.name)),
      plant: this.#plant,
      alter: (alteration) => this.#plant.alter(alteration),
      line: this.#line,
      behave: (behaviour) => this.logger.behave(behaviour),
      credentials: { serial: site.serial, secret: site.secret },
      dial: this.#line.dial,
    });
    if (act !== null) this.#acts.set(scenario.name, act);
    return act !== null;
  }

  /**
   * Ends a scenario.
   * @returns false if it is not running
   */
  end(scenario: Scenario): boolean {
    const act = this.#acts.get(scenario.name);
    this.#acts.delete(scenario.name);
    act?.end();
    return act !== undefined;
  }

  /** Ends at once, like a power cut; only flash survives. */
  stop(): void {
    for (const act of this.#acts.values()) act.end();
    this.#acts.clear();
    this.logger.save();
    this.logger.behave({ verb: "kill" });
    this.#line.cutAll();
  }
}
