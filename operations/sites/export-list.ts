import { z } from "zod";
import { FULL, type FullSite } from "#database/site-list/site-columns.ts";
import { listSiteRefs, readReferencedSites } from "#database/site-list/site-list.ts";
import { can } from "#domain/access/can.ts";
import { siteRole } from "#domain/access/role-schemas.ts";
import { chunk } from "#domain/chunk.ts";
import { Problem } from "#domain/problem.ts";
import { alarmStatus, siteListQuery } from "#domain/sites/site-list.ts";
import { siteStatus } from "#domain/sites/site-status.ts";
import { actorOf, signedIn } from "../access.ts";
import type { Person } from "../context.ts";
import { operation } from "../operation.ts";
import { siteScope } from "./list-sites.ts";
import { listed } from "./site-schema.ts";

/** Sites read per query: an answer of D1 holds at most two megabytes. */
const READ_AT_ONCE = 1000;

const exported = z.object({
  name: z.string(),
  sn: z.string().nullable(),
  status: siteStatus,
  statusSince: z.int().nullable(),
  alarmStatus,
  tags: z.array(z.string()),
  location: z.string(),
  country: z.string(),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  timeZoneId: z.string(),
  solar: z.number().nullable(),
  batterySoc: z.number().nullable(),
  load: z.number().nullable(),
  grid: z.number().nullable(),
  metricsAt: z.int().nullable(),
  createTime: z.int(),
  role: siteRole,
});
export type ExportedSite = z.infer<typeof exported>;

/** Exports the list as a table. */
export const exportList = operation({
  path: "POST /site/v2/exportList",
  served: "pages",
  description: {
    summary: "Exports the caller's filtered and sorted sites as a table, at most 10,000",
    output: listed(exported),
    example: { input: { search: "roof" }, output: { total: 0, list: [] } },
  },
  input: siteListQuery,
  access: signedIn("listSites"),
  async run({ input, context, caller }) {
    const { person } = caller;
    if (person.demo) throw new Problem("forbidden");
    const { database } = context;
    const scope = siteScope(caller, context);
    const refs = await listSiteRefs(database, scope, input);
    const list: ExportedSite[] = [];
    for (const some of chunk(refs, READ_AT_ONCE)) {
      const rows = await readReferencedSites<FullSite>(database, scope, {
        refs: some,
        width: FULL,
      });
      list.push(...rows.filter((row) => mayExport(row, person)).map(describeExported));
    }
    return { total: list.length, list };
  },
});

function mayExport({ role, creatorId }: FullSite, person: Person): boolean {
  return can(actorOf(person, { role, creatorId }), "exportData");
}

function describeExported(site: FullSite): ExportedSite {
  return {
    name: site.name,
    sn: site.serial,
    status: site.status,
    statusSince: site.statusSince,
    alarmStatus: site.alarm,
    tags: JSON.parse(site.tags) as string[],
    location: site.location,
    country: site.country,
    latitude: site.latitude,
    longitude: site.longitude,
    timeZoneId: site.timeZone,
    solar: site.solar,
    batterySoc: site.batterySoc,
    load: site.load,
    grid: site.grid,
    metricsAt: site.metricsAt,
    createTime: site.createdAt,
    role: site.role,
  };
}
