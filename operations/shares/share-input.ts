import { z } from "zod";
import type { SiteReference } from "../site-input.ts";

const id = z.int().min(1);
/** A stored flag: 0 or 1. */
export const flag = z.union([z.literal(0), z.literal(1)]);

/** Input schema for a site's link: `id` names the link, and `siteId` the site. */
export function shareInput<Shape extends z.ZodRawShape>(shape: Shape) {
  return z
    .object({ id: id.describe("Id of the share link"), siteId: id })
    .extend(shape)
    .transform((given) => {
      const { siteId } = given as { siteId: number };
      return { ...given, site: { id: siteId } satisfies SiteReference };
    });
}
