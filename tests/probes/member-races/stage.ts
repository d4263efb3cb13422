import { env } from "cloudflare:workers";
import type { Caller, Context, SignedIn } from "#operations/context.ts";
import { contextOf } from "#workers/services.ts";

/** The site they race at, and its first owner. */
export const SITE = 1;
export const OWNER = 1;
/** Whose right the races are about. */
export const SUBJECT = 2;

const emailOf = (id: number) => `person-${id}@example.org`;

/** People by their number: 1 is the owner, 2 whom it is about, all others administrators. */
export function personOf(id: number): SignedIn {
  const email = emailOf(id);
  return {
    kind: "person",
    person: {
      id,
      account: email,
      email,
      name: `Person ${id}`,
      type: 1,
      rule: 0,
      hiddenSettings: false,
      demo: false,
      language: "en",
      header: null,
      screenSaver: 0,
      rightsVersion: 0,
    },
    session: `session ${id}`,
    address: "192.0.2.1",
  } satisfies Caller;
}

export const run = (text: string, ...values: unknown[]) =>
  env.DB.prepare(text)
    .bind(...values)
    .run();
export const rowsOf = async (text: string, ...values: unknown[]) =>
  (
    await env.DB.prepare(text)
      .bind(...values)
      .all<Record<string, number | string | null>>()
  ).results;

/** The context of the operations. The site's object is not under test: pending notifications are recorded until it has them. */
export function raceContext(): Context {
  const context = contextOf(env);
  return {
    ...context,
    siteObject: (siteId) => ({ ...context.siteObject(siteId), endViewers: async () => undefined }),
  };
}

export async function fillStage(people: number): Promise<void> {
  await env.DB.batch([
    ...Array.from({ length: people + 2 }, (_, place) =>
      env.DB.prepare(
        "insert into users (id, account, email, name, password_hash, created_at, activated_at) values (?1, ?2, ?2, ?3, '', 1, 1)",
      ).bind(place + 1, emailOf(place + 1), `Person ${place + 1}`),
    ),
    env.DB.prepare(
      "insert into sites (id, name, creator_id, created_at, updated_at) values (?, 'Contested', ?, 1, 1)",
    ).bind(SITE, OWNER),
  ]);
}

/** As it is before each race: the owner and the administrators, and nothing that waits. */
export async function tidyStage(people: number): Promise<void> {
  const all = [
    "memberships",
    "invitations",
    "applications",
    "membership_changes",
    "mails",
    "pending_revocations",
    "rate_limit_attempts",
    "transfers",
  ];
  await env.DB.batch([
    env.DB.prepare("delete from write_budgets"),
    ...all.map((table) => env.DB.prepare(`delete from ${table}`)),
    env.DB.prepare("update sites set creator_id = ?, dealer_id = null").bind(OWNER),
    env.DB.prepare(
      "insert into memberships (user_id, site_id, role, created_at) select id, ?, 1, 1 from users where id <> ? and id <= ?",
    ).bind(SITE, SUBJECT, people + 2),
  ]);
}

export async function addMember(role: number): Promise<void> {
  await run(
    "insert into memberships (user_id, site_id, role, created_at) values (?, ?, ?, 1)",
    SUBJECT,
    SITE,
    role,
  );
}

export async function addApplication(): Promise<void> {
  await run(
    "insert into applications (site_id, user_id, created_at) values (?, ?, 1)",
    SITE,
    SUBJECT,
  );
}

/** A transfer of ownership that is due. */
export async function addTransfer(id: number): Promise<void> {
  await run("insert into transfers values (?, ?, ?, 1, 2)", SITE, OWNER, id);
}

/** @param id of the person who is invited @returns the id of the invitation */
export async function addInvitation(id: number, as: "member" | "owner"): Promise<number> {
  const now = Date.now();
  const { meta } = await run(
    "insert into invitations (site_id, email, invited_as, role, invited_by, created_at, expires_at) values (?, ?, ?, ?, ?, ?, ?)",
    SITE,
    emailOf(id),
    as,
    as === "owner" ? 1 : 2,
    OWNER,
    now,
    now + 86_400_000,
  );
  return meta.last_row_id;
}
