import type { DemoSite } from "./demo-site.ts";
import { DEMO_SITES } from "./sites-data.ts";

/** A logger that is registered but not claimed: it has no site until a user adds it with the data on its label. */
export type Box = { site: DemoSite; checkCode: string };

/** Boxed loggers of local platforms only, because their check codes are public here. */
export const BOXES: readonly Box[] = [
  box("HELIO-BOX-01", "SUN7-K4QM", "DEMO-PT-01"),
  box("HELIO-BOX-02", "RAY3-W9TX", "DEMO-PT-01"),
  box("HELIO-BOX-03", "DAY5-H2VN", "DEMO-NP-12"),
  box("HELIO-BOX-04", "ARC8-T6PB", "DEMO-PT-01"),
  box("HELIO-BOX-05", "GLO2-M5XC", "DEMO-PT-01"),
  box("HELIO-BOX-06", "ORB9-C3ZD", "DEMO-PT-01"),
];

/** @param like name of the demo site whose plant the logger simulates */
function box(serial: string, checkCode: string, like: string): Box {
  const site = DEMO_SITES.find((one) => one.serial === like);
  if (site === undefined) throw new RangeError(`no demo site ${like}`);
  return { site: { ...site, serial, group: "box", pastDays: 0, name: `Box ${serial}` }, checkCode };
}
