import { z } from "zod";
import { serialNumber } from "#domain/loggers/serial-number.ts";

/** How an input names its site: by id, by serial number, or by the `key` of a page address. */
export type SiteReference = { id: number } | { serial: string } | { pageKey: string };

/** An input that names a site. */
export type NamesSite = { site: SiteReference };
/** An input that may omit the site, because a share viewer has only one. */
export type MayNameSite = { site: SiteReference | null };

const siteId = z.int().min(1);
/** `id` and `siteId` mean the same. `siteKey` is the `key` of a page URL; `key` itself marks a sealed body. */
const names = z.object({
  id: siteId.optional(),
  siteId: siteId.optional(),
  sn: z.string().trim().toUpperCase().pipe(serialNumber).optional(),
  siteKey: z.string().min(1).max(128).optional(),
});
type Names = z.output<typeof names>;
/** For the API description; the rule itself is checked below. */
const ONE_OF_THEM = { anyOf: Object.keys(names.shape).map((name) => ({ required: [name] })) };

/**
 * Input schema that names a site, with further fields.
 * @param missing field that an input without a site is reported at
 */
export function siteInput<Shape extends z.ZodRawShape>(shape: Shape, missing: keyof Names = "id") {
  return names
    .extend(shape)
    .meta(ONE_OF_THEM)
    .transform((given, issues) => {
      const site = referenceOf(given as Names);
      if (site !== null) return { ...given, site };
      issues.addIssue({ code: "custom", path: [missing], message: "required" });
      return z.NEVER;
    });
}

const namesBesideSerial = names.omit({ sn: true });
const ONE_BESIDE_SERIAL = {
  anyOf: Object.keys(namesBesideSerial.shape).map((name) => ({ required: [name] })),
};

/** Input schema for operations with a serial number of their own: there `sn` does not name the site. */
export function siteInputBesideSerial<Shape extends z.ZodRawShape>(shape: Shape) {
  return namesBesideSerial
    .extend(shape)
    .meta(ONE_BESIDE_SERIAL)
    .transform((given, issues) => {
      const { id, siteId, siteKey } = given as Names;
      const site = referenceOf({ id, siteId, siteKey });
      if (site !== null) return { ...given, site };
      issues.addIssue({ code: "custom", path: ["id"], message: "required" });
      return z.NEVER;
    });
}

/** Input schema in which share viewers may omit the site. */
export function sharedSiteInput<Shape extends z.ZodRawShape>(shape: Shape) {
  return names
    .extend(shape)
    .transform((given) => ({ ...given, site: referenceOf(given as Names) }));
}

function referenceOf({ id, siteId, sn, siteKey }: Names): SiteReference | null {
  const number = id ?? siteId;
  if (number !== undefined) return { id: number };
  if (sn !== undefined) return { serial: sn };
  return siteKey === undefined ? null : { pageKey: siteKey };
}
