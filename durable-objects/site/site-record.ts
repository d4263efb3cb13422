import { SITE_ADDRESS } from "#domain/registers/catalogue/site.ts";
import type { Equipment } from "#domain/registers/equipment.ts";
import { decideSiteStatus, type SiteStatus } from "#domain/sites/site-status.ts";
import type { EquipmentError, LiveValue } from "#protocol/viewer/messages.ts";
import type { EquipmentRecord } from "./equipment/equipment-record.ts";
import type { ErrorList } from "./errors/error-list.ts";
import type { SiteState } from "./parts.ts";
import type { Presence } from "./presence.ts";
import type { SamplingDemand } from "./sampling-demand.ts";
import type { EquipmentStates } from "./states/equipment-states.ts";

type Parts = {
  presence: Presence;
  equipment: EquipmentRecord;
  states: EquipmentStates;
  errors: ErrorList;
  series: { readonly latest: ReadonlyMap<string, LiveValue> };
  demand: SamplingDemand;
};

/** What is known of the site right now, read off the parts that know it. */
export class SiteRecord implements SiteState {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  get online(): boolean {
    return this.#parts.presence.online;
  }

  get since(): number {
    return this.#parts.presence.since;
  }

  get siteStatus(): SiteStatus {
    const told = this.values.get(SITE_ADDRESS.siteStatus)?.v;
    return decideSiteStatus(this.online, told, this.#parts.errors.levels());
  }

  get equipment(): readonly Equipment[] {
    return this.#parts.equipment.tree;
  }

  statusOf(equipmentAddress: string) {
    return this.#parts.states.statusOf(equipmentAddress);
  }

  get values(): ReadonlyMap<string, LiveValue> {
    return this.#parts.series.latest;
  }

  get errors(): readonly EquipmentError[] {
    return this.#parts.errors.describe(this.#parts.equipment);
  }

  get sampling() {
    return this.#parts.demand.wanted();
  }
}
