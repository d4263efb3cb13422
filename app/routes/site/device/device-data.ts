import type { ApiAnswer } from "#app/api/api-types.ts";
import type { PlantMap } from "#domain/devices/plant-map.ts";

type Merged = ApiAnswer<"POST /site/v2/equipment/getMergeBySiteId">;
/** A tab of the device list. */
export type DeviceTab = Merged["tabs"][number];
/** A piece of equipment that the logger reports. */
export type Device = DeviceTab["list"][number];
/** A piece of equipment that no logger reports. */
export type ExtraDevice = Merged["extra"][number];
/** The connections of the plant. */
export type Plant = PlantMap;

/** Type code of extra equipment that is of no listed type. */
export const OTHER_TYPE_CODE = "0000";
/** Type codes of extra equipment, one for each kind. */
export const EXTRA_TYPE_CODES = [
  "0032",
  "0033",
  "00FF",
  "008E",
  "800D",
  "008B",
  "001A",
  "0057",
  "006B",
  "0077",
  "004E",
  OTHER_TYPE_CODE,
] as const;

/** Id of a device's row on the page. */
export function rowIdOf(key: string): string {
  return `device-${key.replace(":", "-")}`;
}
