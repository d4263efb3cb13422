/** Family of devices, with the names of the specification, section 1. */
export type DeviceFamily = "K1" | "K2" | "E4" | "E7" | "EtherLink";

/** Family of each system type code; codes are hexadecimal or decimal texts, spelled as in the specification. */
const FAMILY_OF_CODE: Readonly<Record<string, DeviceFamily>> = {
  "10001": "K1",
  "10002": "E4",
  "1000B": "E4",
  "10003": "E7",
  "10008": "E7",
  "10009": "E7",
  "1000A": "E7",
  "10004": "K2",
  "10005": "K2",
  "10006": "EtherLink",
  "10007": "EtherLink",
};

/** Returns the family of a system type of 5 to 7 characters, of which the first five decide; null if unknown. */
export function deviceFamilyOf(systemType: string): DeviceFamily | null {
  if (systemType.length < 5 || systemType.length > 7) return null;
  const code = systemType.slice(0, 5).toUpperCase();
  return Object.hasOwn(FAMILY_OF_CODE, code) ? (FAMILY_OF_CODE[code] ?? null) : null;
}

const TWO_PHASE_CODES: ReadonlySet<number> = new Set([13, 19, 261]);
const BRAND_VARIANT_CODES: ReadonlySet<number> = new Set([3, 5, 10]);

/** Returns whether a system code has only two AC output phases. */
export function hasTwoOutputPhases(systemCode: number): boolean {
  return TWO_PHASE_CODES.has(systemCode);
}

/** Returns whether a system code belongs to the brand variant. */
export function isBrandVariant(systemCode: number): boolean {
  return BRAND_VARIANT_CODES.has(systemCode);
}

/** Returns whether the generator's run time is shown; it is hidden for system code 1. */
export function showsGeneratorRunTime(systemCode: number | null): boolean {
  return systemCode !== 1;
}

/** Returns whether a system type (10008xx) has the additional load charts. */
export function hasLoadCharts(systemType: string): boolean {
  return systemType.length === 7 && systemType.startsWith("10008");
}
