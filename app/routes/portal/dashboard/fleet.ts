import type { ApiAnswer } from "#app/api/api-types.ts";

export type Fleet = ApiAnswer<"POST /site/v2/fleet/overview">;
export type AttentionSite = Fleet["attention"]["list"][number];
export type OpenAlarms = ApiAnswer<"POST /site/v2/alarm/all/page">["counts"];

/** A part of the supply or of the use, W. */
export type PowerPart = {
  name: "solar" | "gridImport" | "load" | "gridExport" | "rest";
  watts: number;
};

/**
 * Divides the present power into supply and use. What balances them, from and to batteries and generators, is `rest`,
 * so that both have the same sum.
 */
export function dividePower({ solar, load, gridImport, gridExport }: Fleet["power"]): {
  supply: readonly PowerPart[];
  use: readonly PowerPart[];
  sum: number;
} {
  const supplied = solar + gridImport;
  const used = load + gridExport;
  return {
    supply: [
      { name: "solar", watts: solar },
      { name: "gridImport", watts: gridImport },
      { name: "rest", watts: Math.max(0, used - supplied) },
    ],
    use: [
      { name: "load", watts: load },
      { name: "gridExport", watts: gridExport },
      { name: "rest", watts: Math.max(0, supplied - used) },
    ],
    sum: Math.max(supplied, used),
  };
}

/** The versions of a component of a type of equipment, those of the most sites first. */
export type FirmwareGroup = {
  type: string;
  component: string;
  sites: number;
  versions: readonly { version: string; sites: number }[];
};

/** Groups versions by component, the most common components first. */
export function groupFirmware(firmware: Fleet["firmware"]): FirmwareGroup[] {
  const groups = Map.groupBy(firmware, ({ type, component }) => `${type} ${component}`);
  return [...groups.values()]
    .flatMap((rows) => {
      const [first] = rows;
      if (first === undefined) return [];
      const { type, component } = first;
      const versions = rows.map(({ version, sites }) => ({ version, sites }));
      return [
        { type, component, sites: versions.reduce((sum, { sites }) => sum + sites, 0), versions },
      ];
    })
    .sort((one, other) => other.sites - one.sites);
}
