import { and, asc, gt, gte, inArray, isNotNull, isNull, lt, sql } from "drizzle-orm";
import type { Database } from "../connect.ts";
import { hasHappened } from "../members/member-guards.ts";
import { modules } from "../schema/sites.ts";
import { type Act, recordAct } from "./audit-log.ts";

export const MODULE_STATES = ["all", "unclaimed", "claimed"] as const;
export type ModuleState = (typeof MODULE_STATES)[number];

type ModuleQuery = {
  /** Beginning of the serial number. */
  search: string;
  state: ModuleState;
  /** Serial number of the last module of the previous page. */
  after: string | null;
  limit: number;
};

/** The character after all that a serial number has. */
const AFTER_ALL = "~";

/** Lists modules by serial number, without their hashes. */
export async function listModules(database: Database, query: ModuleQuery) {
  const { search, state, after, limit } = query;
  const isOfState = {
    all: undefined,
    unclaimed: isNull(modules.siteId),
    claimed: isNotNull(modules.siteId),
  }[state];
  return database
    .select({
      serial: modules.serial,
      type: modules.type,
      claimed: sql<number>`${modules.siteId} is not null`.mapWith(Boolean),
      released: modules.released,
      createdAt: modules.createdAt,
    })
    .from(modules)
    .where(
      and(
        isOfState,
        search === ""
          ? undefined
          : and(gte(modules.serial, search), lt(modules.serial, search + AFTER_ALL)),
        after === null ? undefined : gt(modules.serial, after),
      ),
    )
    .orderBy(asc(modules.serial))
    .limit(limit);
}

/** Finds the registered ones of several modules with their hashes. */
export async function findModules(database: Database, serials: readonly string[]) {
  return database
    .select()
    .from(modules)
    .where(inArray(modules.serial, sql`(select value from json_each(${JSON.stringify(serials)}))`));
}

export type NewModule = { serial: string; type: string; checkHash: string; secretHash: string };

/**
 * Registers several modules and records it in the audit log.
 * @returns false without any change if any of them is registered
 */
export async function registerModules(
  database: Database,
  added: readonly NewModule[],
  acting: Pick<Act, "at" | "by" | "act" | "details">,
): Promise<boolean> {
  const list = JSON.stringify(
    added.map(({ serial, type, secretHash, checkHash }) => [serial, type, secretHash, checkHash]),
  );
  const isThere = sql`exists (
    select 1 from ${modules} where ${modules.serial} in (select value ->> 0 from json_each(${list}))
  )`;
  const [, made] = await database.batch([
    recordAct(database, acting, sql`where not ${isThere}`),
    database
      .insert(modules)
      .select(
        sql`
          select value ->> 0, value ->> 1, value ->> 2, value ->> 3, null, 0, null, null, ${acting.at}
          from json_each(${list})
          where changes() > 0
        `,
      )
      .returning({ serial: modules.serial }),
  ]);
  return made.length > 0;
}

/** Removes an unclaimed module from the registry. Returns false if there is none. */
export async function removeModule(
  database: Database,
  serial: string,
  acting: Pick<Act, "at" | "by">,
): Promise<boolean> {
  const [removed] = await database.batch([
    database
      .delete(modules)
      .where(and(sql`${modules.serial} = ${serial}`, isNull(modules.siteId)))
      .returning({ serial: modules.serial }),
    recordAct(
      database,
      { ...acting, act: "module.removed", details: { serial } },
      sql`where ${hasHappened}`,
    ),
  ]);
  return removed.length === 1;
}
