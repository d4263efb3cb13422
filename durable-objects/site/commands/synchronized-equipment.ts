import { equipmentOf } from "#domain/registers/address-parts.ts";
import type { Equipment } from "#domain/registers/equipment.ts";

/** Name in the catalogue of the command that copies the settings of one device to the others of its type. */
export const SYNCHRONIZE = "synchronizeParameters";

/**
 * Returns the equipment to which a command copies the settings of its own: all others of the same type.
 * @param name name of the command's register in the catalogue
 * @returns undefined if the command copies nothing
 */
export function synchronizedEquipment(
  equipment: readonly Pick<Equipment, "address" | "typeCode">[],
  address: string,
  name: string | null | undefined,
): string[] | undefined {
  if (name !== SYNCHRONIZE) return undefined;
  const from = equipmentOf(address);
  const typeOf = (piece: Pick<Equipment, "address" | "typeCode"> | undefined) =>
    piece?.typeCode ?? piece?.address.slice(0, 4);
  const type = typeOf(equipment.find((piece) => piece.address === from));
  const others = equipment.filter((piece) => piece.address !== from && typeOf(piece) === type);
  return others.length === 0 ? undefined : others.map((piece) => piece.address);
}
