import { registerOf, SITE_EQUIPMENT } from "#domain/registers/address-parts.ts";
import type { SiteView } from "#protocol/viewer/apply-changes.ts";

/** Whether the site's logger described a register of the site as a whole, or sent a value for it. */
export function siteHas(view: SiteView): (address: string) => boolean {
  const described = new Set(
    view.equipment
      .find((piece) => piece.address === SITE_EQUIPMENT)
      ?.registers.map(({ register }) => register),
  );
  return (address) => described.has(registerOf(address)) || address in view.values;
}
