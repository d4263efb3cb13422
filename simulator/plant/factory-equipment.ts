import {
  type FactorySetting,
  listFactorySettings,
} from "#domain/registers/catalogue/factory-settings.ts";
import type { CatalogueSite } from "#domain/registers/catalogue/find-in-catalogue.ts";
import { type Equipment, MAX_REGISTERS } from "#domain/registers/equipment.ts";

/** The data logger itself, whose settings the catalogue has. */
const LOGGER_EQUIPMENT: Equipment = {
  address: "006B11",
  typeCode: "006B",
  model: "Simulated logger",
  alias: "Data logger",
  versions: { logger: "1.0.0" },
  registers: [],
};

/** A piece of equipment, and the settings of the catalogue that it has besides its own registers. */
export type FactoryPiece = { piece: Equipment; settings: FactorySetting[] };

/**
 * Adds the settings of the catalogue to equipment, and the data logger itself, as far as a tree may have registers.
 * @param site where the equipment is
 */
export function addFactorySettings(
  equipment: readonly Equipment[],
  site: CatalogueSite,
): FactoryPiece[] {
  let left = MAX_REGISTERS - equipment.reduce((sum, { registers }) => sum + registers.length, 0);
  return [...equipment, LOGGER_EQUIPMENT].map((piece) => {
    const own = new Set(piece.registers.map(({ register }) => register));
    const settings = listFactorySettings(piece, site)
      .filter(({ described }) => !own.has(described.register))
      .slice(0, left);
    left -= settings.length;
    return {
      piece: {
        ...piece,
        registers: [...piece.registers, ...settings.map(({ described }) => described)],
      },
      settings,
    };
  });
}
