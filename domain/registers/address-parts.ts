/** The site as a whole, listed like a piece of equipment. */
export const SITE_EQUIPMENT = "FFFF00";

/** "0033110047" → "003311". */
export function equipmentOf(address: string): string {
  return address.slice(0, 6);
}

/** "0033110047" → "0047". */
export function registerOf(address: string): string {
  return address.slice(6);
}
