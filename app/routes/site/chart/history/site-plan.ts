import {
  type BatteryAxis,
  batteryAxisOf,
  type DescribedPiece,
} from "#domain/devices/battery-axis.ts";
import { hasLoadCharts, hasTwoOutputPhases } from "#domain/devices/device-families.ts";
import { SITE_EQUIPMENT } from "#domain/registers/address-parts.ts";
import type { RegisterValue } from "#domain/registers/register.ts";

const own = (register: string) => SITE_EQUIPMENT + register;

/** The site's own registers that are drawn beside its powers. */
export const EXTRA = {
  generator: own("0140"),
  phaseU: own("0121"),
  phaseV: own("0122"),
  phaseW: own("0123"),
  critical: own("0124"),
  normal: own("0125"),
} as const;
export type ExtraLine = keyof typeof EXTRA;

/** Charts that a site's equipment requires. */
export type SitePlan = {
  battery: BatteryAxis | null;
  hasGenerator: boolean;
  /** Empty on a site with a single phase. */
  phases: readonly ExtraLine[];
  loads: readonly ExtraLine[];
};

type Site = { systemType: string | null; systemCode: number | null };

/** Derives the charts from the logger's description of the site. */
export function planOf(
  { systemType, systemCode }: Site,
  tree: readonly DescribedPiece[],
  readValue: (address: string) => RegisterValue | undefined,
): SitePlan {
  const registers = tree.find(({ address }) => address === SITE_EQUIPMENT)?.registers ?? [];
  const known = new Set(registers.map(({ register }) => own(register)));
  const has = (line: ExtraLine) => known.has(EXTRA[line]);
  const outputs: ExtraLine[] = ["phaseU", "phaseV", "phaseW"];
  const count = systemCode !== null && hasTwoOutputPhases(systemCode) ? 2 : outputs.length;
  const phases = outputs.slice(0, count).filter(has);
  const isSplit = phases.length > 1;
  const withLoads = systemType !== null && hasLoadCharts(systemType);
  return {
    battery: batteryAxisOf(tree, readValue),
    hasGenerator: has("generator") || known.has(own("0144")) || known.has(own("020C")),
    phases: isSplit || withLoads ? phases : [],
    loads: withLoads ? (["critical", "normal"] as const).filter(has) : [],
  };
}
