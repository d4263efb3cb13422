import type { CatalogueSite } from "./catalogue/find-in-catalogue.ts";
import { findPiece, findRegister } from "./check-setting.ts";
import { type DescribedSetting, describeSetting } from "./describe-setting.ts";
import type { Equipment } from "./equipment.ts";

/** Describes the setting of a full address as logger and catalogue do; undefined if the logger has no such register. */
export function findSetting(
  equipment: readonly Equipment[],
  address: string,
  site?: CatalogueSite,
): DescribedSetting | undefined {
  const piece = findPiece(equipment, address);
  const register = findRegister(equipment, address);
  if (piece === undefined || register === undefined) return undefined;
  return describeSetting(piece, register, site);
}
