import { SITE_EQUIPMENT } from "#domain/registers/address-parts.ts";
import { DAY_MS } from "#domain/units/durations.ts";

/** Time after which equipment that is missing counts as removed, ms. */
export const REMOVED_AFTER_MS = 30 * DAY_MS;

/** Changes of the alarms of missing equipment. */
export type MissingChange = {
  started: string[];
  ended: { address: string; reason: "recovered" | "equipment removed" }[];
};

/**
 * Compares the equipment of a new tree with what the site had. A logger without any equipment has not found it yet and
 * changes nothing.
 * @param before addresses of the previous tree
 * @param tree addresses of the new tree
 * @param missing equipment with an alarm, and since when it is missing, ms UTC
 * @param now ms UTC
 */
export function compareEquipment(
  before: readonly string[],
  tree: readonly string[],
  missing: ReadonlyMap<string, number>,
  now: number,
): MissingChange {
  const present = new Set(tree);
  const change: MissingChange = { started: [], ended: [] };
  for (const [address, since] of missing) {
    if (present.has(address)) change.ended.push({ address, reason: "recovered" });
    else if (now - since >= REMOVED_AFTER_MS)
      change.ended.push({ address, reason: "equipment removed" });
  }
  if (tree.every((address) => address === SITE_EQUIPMENT)) return change;
  for (const address of before) {
    if (present.has(address) || missing.has(address) || address === SITE_EQUIPMENT) continue;
    change.started.push(address);
  }
  return change;
}
