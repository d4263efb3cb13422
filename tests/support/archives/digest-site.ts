import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { createHash, type Hash } from "node:crypto";
import { storedColumn } from "#durable-objects/site/schema.ts";
import type { ArchiveSamples } from "#protocol/archive/archive-rpc.ts";
import { OBJECT_TABLES, type ObjectTable } from "#protocol/archive/object-tables.ts";
import { siteStub } from "../site-logger.ts";

/** Digests of everything that a site has, by what it is. */
export type SiteDigests = Readonly<Record<string, string>>;

const MEMBERS = `
  select email, role, ends_at, receives_alarms from (
    select u.email, m.role, m.ends_at, m.receives_alarms, m.user_id = s.creator_id as owner
    from memberships m join users u on u.id = m.user_id join sites s on s.id = m.site_id where m.site_id = ?1
    union all
    select email, role, ends_at, receives_alarms, 0 from invitations where site_id = ?1
  ) where owner = 0 order by email`;
const SITE = `select name, location, country, latitude, longitude, time_zone, electricity_price, feed_in_price,
  price_unit, reduce_scale, solar_peak, geofence, tags, created_at, system_type, system_code, sort_name from sites where id = ?1`;
const ROWS: Readonly<Record<string, string>> = {
  site: SITE,
  members: MEMBERS,
  changes: `select at, kind, old_role, new_role, old_ends_at, new_ends_at from membership_changes
    where site_id = ?1 order by id`,
  retention: `select at, old_years, new_years from retention_changes where site_id = ?1 order by id`,
  configs: `select option, value, created_at from site_configs where site_id = ?1 order by id`,
  extra: `select type_code, name, manufacturer, model, serial, quantity, installed_on, note, created_at
    from extra_equipment where site_id = ?1 order by id`,
  selections: `select name, addresses, created_at from chart_selections where site_id = ?1 order by id`,
};
/** Columns with ids of users, which another portal numbers differently. */
const USERS = new Set(["person", "acknowledged_by", "body", "marks"]);

/**
 * Returns digests of the samples, rollups and rows of a site.

 */
export async function digestSite(siteId: number, timeZone: string): Promise<SiteDigests> {
  const object = siteStub(siteId);
  const found: Record<string, string> = {};
  const outline = await object.outlineArchive(timeZone);
  while (!(await object.settleImport()));
  const { from, to } = outline?.span ?? { from: 0, to: 0 };
  const hashes = new Map<string, Hash>();
  let count = 0;
  for (let next: number | null = from; next !== null; ) {
    const part: ArchiveSamples | null = await object.readArchiveSamples(next, to + 1);
    if (part === null) throw new Error("no such site");
    for (const [index, address] of part.addresses.entries()) {
      const register = hashes.get(address) ?? createHash("sha256");
      hashes.set(address, register);
      const lines: string[] = [];
      for (const [place, value] of (part.columns[index] ?? []).entries()) {
        if (value === null || Number.isNaN(value)) continue;
        lines.push(`${part.at[place]} ${Object.is(value, -0) ? "-0" : JSON.stringify(value)}\n`);
      }
      count += lines.length;
      register.update(lines.join(""));
    }
    next = part.next;
  }
  const digests = [...hashes].map(([address, register]) => `${address} ${register.digest("hex")}`);
  found.samples = `${count} ${hash(digests.sort().join("\n"))}`;
  const days = await object.readArchiveDays(
    Math.floor(from / 86_400_000) - 1,
    Math.floor(to / 86_400_000) + 2,
  );
  found.days = hash(days?.lines ?? "");
  found.latest = hash((await object.readArchiveLatest(0))?.lines ?? "");
  await runInDurableObject(object, (_, { storage: { sql } }) => {
    for (const [name, { table, columns, key, where }] of Object.entries<ObjectTable>(
      OBJECT_TABLES,
    )) {
      const condition = table === "journal" ? "what not in ('site.imported')" : (where ?? "1");
      const names = Object.keys(columns).filter(
        (column) => table === "alarm_rules" || !USERS.has(column),
      );
      const query = `SELECT ${names.map((name) => storedColumn(name)).join(", ")} FROM ${table} WHERE ${condition} ORDER BY ${key.join(", ")}`;
      found[name] = hash(JSON.stringify(sql.exec(query).toArray(), bytesAsText));
    }
  });
  for (const [name, query] of Object.entries(ROWS)) {
    const { results } = await env.DB.prepare(query).bind(siteId).all();
    found[`row ${name}`] = hash(JSON.stringify(results));
  }
  return found;
}

function bytesAsText(_: string, value: unknown): unknown {
  return value instanceof ArrayBuffer ? Buffer.from(value).toString("base64") : value;
}

function hash(text: string): string {
  return `${text.length} ${createHash("sha256").update(text).digest("hex")}`;
}
