import { z } from "zod";
import { LOGGER_TYPE } from "./level-types.ts";

/** Maximum number of versions of a site that are counted, and maximum length of their texts. */
const MAX_LEVELS = 30;
const MAX_LEVEL_TEXT = 40;
/** Versions that no update changes. */
const NOT_FIRMWARE: ReadonlySet<string> = new Set(["hardware"]);

/** A version of a component: type code of the equipment, or `logger`, component and version. */
export const firmwareLevel = z.tuple([z.string(), z.string(), z.string()]);
export type FirmwareLevel = z.infer<typeof firmwareLevel>;

/** The versions of a site in a status event. */
export const firmwareLevels = z.array(firmwareLevel).max(MAX_LEVELS);

type Versions = Readonly<Record<string, string>>;
type Piece = { address: string; typeCode?: string | undefined; versions?: Versions | undefined };

/**
 * Lists the versions of a site's logger and equipment, each once and in a fixed order, so that equal ones are equal
 * texts. Long and further ones of a logger that reports too many are left out.
 */
export function listLevels(logger: Versions | undefined, tree: readonly Piece[]): FirmwareLevel[] {
  const levels = [
    ...levelsOf(LOGGER_TYPE, logger),
    ...tree.flatMap(({ address, typeCode, versions }) =>
      levelsOf(typeCode ?? address.slice(0, 4), versions),
    ),
  ];
  const unique = new Map(levels.map((level) => [JSON.stringify(level), level]));
  return [...unique]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([, level]) => level)
    .slice(0, MAX_LEVELS);
}

function levelsOf(type: string, versions: Versions = {}): FirmwareLevel[] {
  return Object.entries(versions)
    .map(([component, version]): FirmwareLevel => [type, component.toLowerCase(), version.trim()])
    .filter(([, component]) => !NOT_FIRMWARE.has(component))
    .filter((level) => level.every((text) => text !== "" && text.length <= MAX_LEVEL_TEXT));
}
