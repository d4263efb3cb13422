import { DEVICE_TYPES, type DeviceType } from "#domain/devices/device-types.ts";
import type { Language } from "#domain/languages.ts";
import { textAt } from "./config-names.ts";

/** One file per language, loaded when it is first used. */
const files = import.meta.glob("/locales/*/devices.json", { import: "default" });

/** Returns the names of the device types. */
export async function deviceNames(language: Language): Promise<Record<DeviceType, string>> {
  const texts = await files[`/locales/${language}/devices.json`]?.();
  const entries = DEVICE_TYPES.map((type) => [type, textAt(texts, `deviceTypes.${type}`) ?? type]);
  return Object.fromEntries(entries);
}
