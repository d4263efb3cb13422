import { z } from "zod";
import { serialNumber } from "#domain/loggers/serial-number.ts";
import type { SiteReference } from "../site-input.ts";

/** `id` names the resource, so the site is named by `siteId`, or in the other ways of site-input.ts. */
const names = z.object({
  siteId: z.int().min(1).optional(),
  sn: z.string().trim().toUpperCase().pipe(serialNumber).optional(),
  siteKey: z.string().min(1).max(128).optional(),
  id: z.int().min(1),
});
type Names = z.output<typeof names>;
const ONE_OF_THEM = {
  anyOf: ["siteId", "sn", "siteKey"].map((name) => ({ required: [name] })),
};

/** Input schema of operations on a resource of a site: its `id`, the site, and further fields. */
export function siteResourceInput<Shape extends z.ZodRawShape>(shape: Shape) {
  return names
    .extend(shape)
    .meta(ONE_OF_THEM)
    .transform((given, issues) => {
      const site = referenceOf(given as Names);
      if (site !== null) return { ...given, id: (given as Names).id, site };
      issues.addIssue({ code: "custom", path: ["siteId"], message: "required" });
      return z.NEVER;
    });
}

function referenceOf({ siteId, sn, siteKey }: Names): SiteReference | null {
  if (siteId !== undefined) return { id: siteId };
  if (sn !== undefined) return { serial: sn };
  return siteKey === undefined ? null : { pageKey: siteKey };
}
