import type { EquipmentStatus } from "#domain/devices/equipment-status.ts";
import type { Sampling } from "#domain/loggers/sampling.ts";
import { SITE_ADDRESS } from "#domain/registers/catalogue/site.ts";
import type { Equipment } from "#domain/registers/equipment.ts";
import { decideSiteStatus, type SiteStatus } from "#domain/sites/site-status.ts";
import type { EquipmentError, LiveValue } from "#protocol/viewer/messages.ts";
import type { EquipmentRecord } from "./equipment/equipment-record.ts";
import type { ErrorList } from "./errors/error-list.ts";
import type { Presence } from "./presence.ts";
import type { SamplingPolicy } from "./sampling-policy.ts";
import type { SeriesStore } from "./series/series-store.ts";
import type { EquipmentStates } from "./states/equipment-states.ts";

type Deps = {
  presence: Presence;
  equipment: EquipmentRecord;
  states: EquipmentStates;
  errors: ErrorList;
  series: Pick<SeriesStore, "latest" | "latestOfSite" | "timeZone" | "rollups">;
  samplingPolicy: SamplingPolicy;
};

/** The current state of the site, read from the components that hold it; it stores nothing itself. */
export class SiteState {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  get online(): boolean {
    return this.#deps.presence.online;
  }

  /** Instant since which the site is online or offline, ms UTC; 0 if no logger has ever connected. */
  get since(): number {
    return this.#deps.presence.since;
  }

  get siteStatus(): SiteStatus {
    const reported = this.ownValues.get(SITE_ADDRESS.siteStatus)?.v;
    return decideSiteStatus(this.online, reported, this.#deps.errors.levels());
  }

  get equipment(): readonly Equipment[] {
    return this.#deps.equipment.tree;
  }

  /** Returns a tree of the logger with the names that users gave. */
  withAliases(tree: readonly Equipment[]): readonly Equipment[] {
    return this.#deps.equipment.withAliases(tree);
  }

  statusOf(equipmentAddress: string): EquipmentStatus | undefined {
    return this.#deps.states.statusOf(equipmentAddress);
  }

  get timeZone(): string {
    return this.#deps.series.timeZone;
  }

  /** Returns the first number of a register from one instant to another, both included; null if there is none. */
  firstNumber(address: string, from: number, to: number): { at: number; value: number } | null {
    const rollup = this.#deps.series.rollups([address], [from, to + 1]).get(address)?.[0];
    return rollup ? { at: rollup.firstAt, value: rollup.first } : null;
  }

  get values(): ReadonlyMap<string, LiveValue> {
    return this.#deps.series.latest;
  }

  /** The values of the registers of the site as a whole that every site has. */
  get ownValues(): ReadonlyMap<string, LiveValue> {
    return this.#deps.series.latestOfSite;
  }

  get errors(): readonly EquipmentError[] {
    return this.#deps.errors.describe(this.#deps.equipment);
  }

  get sampling(): Sampling {
    return this.#deps.samplingPolicy.current();
  }
}
