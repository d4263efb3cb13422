import { type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import type { MemberRole } from "#domain/access/roles.ts";
import type { RowOf } from "../prepared-query.ts";
import { modules, sites } from "../schema/sites.ts";
import { users } from "../schema/users.ts";

/** Columns of a short list row. */
const brief = {
  id: sites.id,
  name: sites.name,
  location: sites.location,
  timeZone: sites.timeZone,
  online: sites.online,
  since: sites.since,
  status: sites.status,
  alarm: sites.alarm,
  solar: sites.solar,
  batterySoc: sites.batterySoc,
  metricsAt: sites.metricsAt,
  solarCurve: sites.solarCurve,
  tags: sites.tags,
};
/** Additional columns of a wide list row. */
const wide = {
  ...brief,
  creatorId: sites.creatorId,
  country: sites.country,
  load: sites.load,
  grid: sites.grid,
  createdAt: sites.createdAt,
  statusSince: sites.statusSince,
};
/** All columns of the API. D1 functions take at most 32 arguments, and each column is one. */
const { solarCurve: _, ...listed } = wide;
const full = {
  ...listed,
  latitude: sites.latitude,
  longitude: sites.longitude,
  updatedAt: sites.updatedAt,
  systemType: sites.systemType,
  systemCode: sites.systemCode,
  lastConnectionAt: sites.lastConnectionAt,
  lastDisconnectionAt: sites.lastDisconnectionAt,
  creatorAccount: users.account,
  creatorName: users.name,
  creatorHeader: users.header,
  serial: modules.serial,
};

/** The role comes from the query that selected the site. */
type Picked<Named extends Record<string, SQLiteColumn>> = RowOf<Named> & { role: MemberRole };
/** Lists in columns are JSON texts. */
export type BriefSite = Omit<Picked<typeof brief>, "tags"> & { tags: string };
export type WideSite = Omit<Picked<typeof wide>, "tags"> & { tags: string };
export type FullSite = Omit<Picked<typeof full>, "tags" | "serial"> & {
  tags: string;
  serial: string | null;
};

/** A set of columns and how they are selected. */
export type Width<Row> = {
  name: string;
  columns: Record<keyof Row & string, unknown>;
  selected: SQL;
  joins: SQL;
};

export const BRIEF = widthOf<BriefSite>("brief", brief, sql``);
export const WIDE = widthOf<WideSite>("wide", wide, sql``);
export const FULL = widthOf<FullSite>(
  "full",
  full,
  sql`cross join users on users.id = sites.creator_id left join modules on modules.site_id = sites.id`,
);

function widthOf<Row>(name: string, columns: Record<string, SQLiteColumn>, joins: SQL): Width<Row> {
  const named = Object.entries(columns).map(
    ([as, column]) => sql`${column} as ${sql.identifier(as)}`,
  );
  return {
    name,
    columns: { ...columns, role: true } as Record<keyof Row & string, unknown>,
    selected: sql`${sql.join(named, sql`, `)}, picked.role as "role"`,
    joins,
  };
}
