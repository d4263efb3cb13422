/** Address of the site as a whole, which is listed like a piece of equipment. */
export const SITE_EQUIPMENT = "FFFF00";

/** Returns the equipment's part of a register address: "0033110047" → "003311". */
export function equipmentOf(address: string): string {
  return address.slice(0, 6);
}

/** Returns the register's part of a register address: "0033110047" → "0047". */
export function registerOf(address: string): string {
  return address.slice(6);
}
