import type { ReportedSite } from "#domain/devices/reported-equipment.ts";
import type { Author } from "./alarms.ts";

/** Result of a new name: `unchanged` if the equipment has it already, `absent` if the site has no such equipment. */
export type RenameResult = "renamed" | "unchanged" | "absent";

/** Calls of a site's object for its equipment; part of `SiteRpc`. */
export interface SiteEquipmentRpc {
  /** Returns the equipment as the logger described it last, with its newest status; null if the site is erased. */
  readEquipment(): Promise<ReportedSite | null>;
  /**
   * Names a piece of equipment, for all users of the site.
   * @param alias empty for the name from the logger
   */
  renameEquipment(address: string, alias: string, author: Author): Promise<RenameResult>;
}
