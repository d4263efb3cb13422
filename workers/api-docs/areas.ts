/** Areas of the API in the order of the description. */
export const AREAS = [
  "auth",
  "user",
  "site",
  "tag",
  "config",
  "gallery",
  "share",
  "member",
  "equipment",
  "chart",
  "export",
  "alarm",
  "basic",
  "help",
] as const;
export type Area = (typeof AREAS)[number];

/**
 * Maps the words of a path after its version to an area; the first match counts. Without a match the path's first word
 * names the area.
 */
const WITHIN: readonly [begin: string, area: Area][] = [
  ["site/tag/", "tag"],
  ["site/config/", "config"],
  ["site/gallery/", "gallery"],
  ["site/share/", "share"],
  ["site/user/", "member"],
  ["site/equipment/", "equipment"],
  ["site/product/", "equipment"],
  ["site/chart/overallStats/exportTask/", "export"],
  ["site/chart/", "chart"],
  ["site/alarm/", "alarm"],
];

/**
 * Returns the area of a call.
 * @param path as in the table of operations, without its method: `/site/v2/tag/add`
 */
export function areaOf(path: string): string {
  const [, first = "", , ...words] = path.split("/");
  const whole = [first, ...words].join("/");
  return WITHIN.find(([begin]) => whole.startsWith(begin))?.[1] ?? first;
}
