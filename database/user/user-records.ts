import { and, eq, sql } from "drizzle-orm";
import type { Language } from "#domain/languages.ts";
import type { Banner } from "#domain/users/banner.ts";
import type { ScreenSaver } from "#domain/users/profile.ts";
import type { Database } from "../connect.ts";
import { replaceFiles } from "../files/files.ts";
import { nameColumns, prepareQuery, type RowOf, runQuery } from "../prepared-query.ts";
import { users } from "../schema/users.ts";

const record = {
  id: users.id,
  name: users.name,
  account: users.account,
  email: users.email,
  phone: users.phone,
  company: users.company,
  country: users.country,
  city: users.city,
  dealer: users.dealer,
  header: users.header,
  type: users.type,
  rule: users.rule,
  demo: users.demo,
  screenSaver: users.screenSaver,
  language: users.language,
  mailLanguage: users.mailLanguage,
  alarmMails: users.alarmMails,
  banner: users.banner,
};

const recordById = prepareQuery<RowOf<typeof record>>(record, (database) =>
  database
    .select(nameColumns(record))
    .from(users)
    .where(eq(users.id, sql.placeholder("id"))),
);

/** Reads everything a user may see of their own account. */
export async function readUserRecord(database: Database, id: number) {
  const [row] = await runQuery(database, recordById(database, { id }));
  if (row === undefined) return undefined;
  return {
    ...row,
    demo: row.demo === 1,
    alarmMails: row.alarmMails === 1,
    banner: row.banner === null ? null : (JSON.parse(row.banner) as Banner),
  };
}

export type UserChanges = {
  name?: string | undefined;
  phone?: string | undefined;
  company?: string | undefined;
  country?: string | undefined;
  city?: string | undefined;
  dealer?: string | undefined;
  screenSaver?: ScreenSaver | undefined;
  language?: Language | undefined;
  mailLanguage?: Language | null | undefined;
  alarmMails?: boolean | undefined;
};

/** Writes the given fields and leaves the others unchanged. */
export async function changeUser(database: Database, id: number, changes: UserChanges) {
  if (Object.values(changes).every((value) => value === undefined)) return;
  await database.update(users).set(changes).where(eq(users.id, id));
}

/** Result of replacing pictures: the keys that are free now, or null if a file was not the user's to attach. */
export type FreedFiles = string[] | null;

/**
 * Changes the avatar of a user.
 * @param key key of one of the user's files; null for the default avatar
 */
export async function changeHeader(
  database: Database,
  { id, key, now }: { id: number; key: string | null; now: number },
): Promise<FreedFiles> {
  const held = sql`select ${users.header} from ${users} where ${users.id} = ${id}`;
  const keys = key === null ? [] : [key];
  const { mayAttach, drop, attach } = replaceFiles(database, { ownerId: id, keys, held, now });
  const change = database
    .update(users)
    .set({ header: key === null ? null : `/files/${key}` })
    .where(and(eq(users.id, id), mayAttach))
    .returning({ id: users.id });
  const [dropped, changed] = await database.batch([drop, change, attach]);
  return changed.length === 0 ? null : dropped.map((file) => file.key);
}

/**
 * Changes the banner of a user.
 * @param keys keys of the user's files in display order
 */
export async function changeBanner(
  database: Database,
  { id, keys, banner, now }: { id: number; keys: string[]; banner: Banner; now: number },
): Promise<FreedFiles> {
  const held = sql`
    select shown.value from ${users}, json_each(${users.banner}, '$.bannerImages') shown where ${users.id} = ${id}
  `;
  const { mayAttach, drop, attach } = replaceFiles(database, { ownerId: id, keys, held, now });
  const change = database
    .update(users)
    .set({ banner: JSON.stringify(banner) })
    .where(and(eq(users.id, id), mayAttach))
    .returning({ id: users.id });
  const [dropped, changed] = await database.batch([drop, change, attach]);
  return changed.length === 0 ? null : dropped.map((file) => file.key);
}
