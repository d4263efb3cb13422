import { z } from "zod";
import { serialNumber } from "#domain/loggers/serial-number.ts";

/** How an input names its site: by id, by serial number, or by the `key` of a page address, which may be either. */
export type SiteReference = { id: number } | { serial: string } | { key: string };

/** An input that names a site. */
export type NamesSite = { site: SiteReference };

const siteId = z.int().min(1);
/** `id` and `siteId` mean the same; `sn` and `key` are the other ways of naming a site. */
const names = z.object({
  id: siteId.optional(),
  siteId: siteId.optional(),
  sn: z.string().trim().toUpperCase().pipe(serialNumber).optional(),
  key: z.string().min(1).max(128).optional(),
});
type Names = z.output<typeof names>;

/** An input that names a site, and what else it takes. */
export function siteInput<Shape extends z.ZodRawShape>(shape: Shape) {
  return names.extend(shape).transform((given, issues) => {
    const site = referenceOf(given as Names);
    if (site !== null) return { ...given, site };
    issues.addIssue({ code: "custom", path: ["id"], message: "required" });
    return z.NEVER;
  });
}

function referenceOf({ id, siteId, sn, key }: Names): SiteReference | null {
  const number = id ?? siteId;
  if (number !== undefined) return { id: number };
  if (sn !== undefined) return { serial: sn };
  return key === undefined ? null : { key };
}
