import type { Equipment } from "#domain/registers/equipment.ts";
import { findLineVoltages, GRID_LINE, type LineVoltages } from "#domain/registers/line-voltages.ts";

/** The lines of a site. `current` is another object after each change. */
export type SiteLines = { readonly current: LineVoltages };

/** The lines of a site whose equipment is not known. */
export const GRID_ONLY: SiteLines = { current: GRID_LINE };

/** The lines of a site by the equipment that its logger described last. */
export class EquipmentLines implements SiteLines {
  readonly #equipment: { readonly tree: readonly Equipment[] };
  #tree: readonly Equipment[] | null = null;
  #current: LineVoltages = GRID_LINE;

  constructor(equipment: { readonly tree: readonly Equipment[] }) {
    this.#equipment = equipment;
  }

  get current(): LineVoltages {
    const { tree } = this.#equipment;
    if (this.#tree !== tree) {
      this.#tree = tree;
      this.#current = findLineVoltages(tree);
    }
    return this.#current;
  }
}
