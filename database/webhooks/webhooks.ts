import { and, eq, isNull, sql } from "drizzle-orm";
import type { Database } from "../connect.ts";
import { recordJournal } from "../journal/journal-outbox.ts";
import { type Acting, hasHappened, isPermitted } from "../members/member-guards.ts";
import { sites } from "../schema/sites.ts";
import { users } from "../schema/users.ts";
import { webhooks } from "../schema/webhooks.ts";

export type Webhook = typeof webhooks.$inferSelect;

const PERMISSION = "editWebhook";

/** Finds the webhook of a site. */
export async function findWebhook(
  database: Database,
  siteId: number,
): Promise<Webhook | undefined> {
  return database.select().from(webhooks).where(eq(webhooks.siteId, siteId)).get();
}

/**
 * Sets the address of a site's webhook if the acting user may, and enables it. A new webhook gets the secret; an
 * existing one keeps its own.
 * @returns the stored webhook; undefined if the user may not
 */
export async function saveWebhook(
  database: Database,
  { by, siteId, now }: Acting,
  { url, sealedSecret }: Pick<Webhook, "url" | "sealedSecret">,
): Promise<Webhook | undefined> {
  const [[saved]] = await database.batch([
    database
      .insert(webhooks)
      .select(
        sql`
        select null, ${siteId}, ${url}, ${sealedSecret}, null, null, ${now}, ${by}, null, null, null
        where ${isPermitted({ siteId, by, now }, PERMISSION)}
      `,
      )
      .onConflictDoUpdate({
        target: webhooks.siteId,
        set: { url, createdBy: by, failingSince: null, disabledAt: null, disabledReason: null },
      })
      .returning(),
    recordJournal(
      database,
      { siteId, by, at: now, what: "site.webhookSet", details: { host: new URL(url).host } },
      sql`where ${hasHappened}`,
    ),
  ]);
  return saved;
}

/**
 * Replaces the secret of a webhook; the previous one signs as well until an instant.
 * @param from the sealed secret that is replaced, so that two rotations at once end one secret only
 */
export async function rotateSecret(
  database: Database,
  acting: Acting,
  { from, to, until }: { from: string; to: string; until: number },
): Promise<boolean> {
  const { siteId, by, now } = acting;
  const [rotated] = await database.batch([
    database
      .update(webhooks)
      .set({ sealedSecret: to, sealedPrevious: from, previousUntil: until })
      .where(
        and(
          eq(webhooks.siteId, acting.siteId),
          eq(webhooks.sealedSecret, from),
          isPermitted(acting, PERMISSION),
        ),
      )
      .returning({ id: webhooks.id }),
    recordJournal(
      database,
      { siteId, by, at: now, what: "site.webhookSecretReplaced" },
      sql`where ${hasHappened}`,
    ),
  ]);
  return rotated.length === 1;
}

/** Deletes a webhook with its deliveries. Returns false if there was none. */
export async function removeWebhook(database: Database, acting: Acting): Promise<boolean> {
  const { siteId, by, now } = acting;
  const [removed] = await database.batch([
    database
      .delete(webhooks)
      .where(and(eq(webhooks.siteId, siteId), isPermitted(acting, PERMISSION)))
      .returning({ id: webhooks.id }),
    recordJournal(
      database,
      { siteId, by, at: now, what: "site.webhookDeleted" },
      sql`where ${hasHappened}`,
    ),
  ]);
  return removed.length === 1;
}

/** Finds the owner of a webhook's site, who is notified when it is disabled; none of a deleted site. */
export async function findWebhookOwner(database: Database, webhookId: number) {
  return database
    .select({
      id: users.id,
      name: users.name,
      email: users.email,
      language: users.language,
      mailLanguage: users.mailLanguage,
      siteId: sites.id,
      site: sql<string>`${sites.name}`.as("site_name"),
    })
    .from(webhooks)
    .innerJoin(sites, eq(sites.id, webhooks.siteId))
    .innerJoin(users, eq(users.id, sites.creatorId))
    .where(and(eq(webhooks.id, webhookId), isNull(sites.deletedAt)))
    .get();
}
