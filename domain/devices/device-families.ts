/** A family of devices as the specification names it, section 1. */
export type DeviceFamily = "K1" | "K2" | "E4" | "E7" | "EtherLink";

/** The family of each system type code that the specification names; codes are hexadecimal or decimal text as it spells them. */
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

/** The family of a system type of 5 to 7 characters (seven belong to the family of their first five); null if unknown. */
export function deviceFamilyOf(systemType: string): DeviceFamily | null {
  if (systemType.length < 5 || systemType.length > 7) return null;
  const code = systemType.slice(0, 5).toUpperCase();
  return Object.hasOwn(FAMILY_OF_CODE, code) ? (FAMILY_OF_CODE[code] ?? null) : null;
}

const TWO_PHASE_CODES: ReadonlySet<number> = new Set([13, 19, 261]);
const BRAND_VARIANT_CODES: ReadonlySet<number> = new Set([3, 5, 10]);

/** System codes with only two AC output phases. */
export function hasTwoOutputPhases(systemCode: number): boolean {
  return TWO_PHASE_CODES.has(systemCode);
}

/** System codes of the one brand variant. */
export function isBrandVariant(systemCode: number): boolean {
  return BRAND_VARIANT_CODES.has(systemCode);
}

/** Generator run time is hidden for system code 1. */
export function showsGeneratorRunTime(systemCode: number | null): boolean {
  return systemCode !== 1;
}

/** System types 10008xx have the extra load charts. */
export function hasLoadCharts(systemType: string): boolean {
  return systemType.length === 7 && systemType.startsWith("10008");
}
