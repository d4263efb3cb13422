/** Parts of the API in the order that they are told in. */
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

/** By the words of a path behind its version; the first that fits. Without one it is the path's first word. */
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

/** @param path as in the table, without its method: `/site/v2/tag/add` */
export function areaOf(path: string): string {
  const [, first = "", , ...words] = path.split("/");
  const whole = [first, ...words].join("/");
  return WITHIN.find(([begin]) => whole.startsWith(begin))?.[1] ?? first;
}
