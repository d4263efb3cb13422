import { registerOf, SITE_EQUIPMENT } from "#domain/registers/address-parts.ts";
import type { SiteView } from "#protocol/viewer/apply-changes.ts";
import { useLive } from "./live-context.ts";

/** Whether the site's logger described a register of the site as a whole, or sent a value for it. */
export function siteHas({ equipment, values }: SiteView, address: string): boolean {
  if (address in values) return true;
  const wanted = registerOf(address);
  return findSitePiece(equipment)?.registers.some(({ register }) => register === wanted) ?? false;
}

/** Whether the site's logger has described the registers of the site as a whole; until then any of them may exist. */
export function isSiteDescribed({ equipment }: SiteView): boolean {
  return findSitePiece(equipment) !== undefined;
}

function findSitePiece(equipment: SiteView["equipment"]) {
  return equipment.find((piece) => piece.address === SITE_EQUIPMENT);
}

/** Whether the site on this page has the address; undefined until its state is known. */
export function useSiteHas(address: string): boolean | undefined {
  return useLive(({ view, lastKnown }) => {
    if (view !== null) return siteHas(view, address);
    return lastKnown === null ? undefined : address in lastKnown.values;
  });
}
