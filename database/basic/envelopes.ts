import { desc, lt, sql } from "drizzle-orm";
import type { Database } from "../connect.ts";
import { envelopeKeys, seenEnvelopes } from "../schema/envelopes.ts";

/** A key as it is stored. */
export type StoredEnvelopeKey = typeof envelopeKeys.$inferSelect;

/** Lists the server's keys for sealed calls, newest first. */
export async function listEnvelopeKeys(database: Database): Promise<StoredEnvelopeKey[]> {
  return database.select().from(envelopeKeys).orderBy(desc(envelopeKeys.createdAt));
}

/** Adds the newest key, unless one newer than its predecessor exists: of several concurrent calls one wins. */
export async function addEnvelopeKey(
  database: Database,
  { kid, publicKey, privateKey, createdAt }: StoredEnvelopeKey,
  after: string | null,
): Promise<void> {
  const newest = sql`(select kid from ${envelopeKeys} order by created_at desc limit 1)`;
  await database
    .insert(envelopeKeys)
    .select(
      sql`select ${kid}, ${publicKey}, ${privateKey}, ${createdAt} where ${newest} is ${after}`,
    );
}

/** Deletes the keys that were superseded before this instant. */
export async function deleteEnvelopeKeys(database: Database, before: number): Promise<void> {
  const newer = sql`select 1 from ${envelopeKeys} newer
    where newer.created_at > ${envelopeKeys.createdAt} and newer.created_at < ${before}`;
  await database.delete(envelopeKeys).where(sql`exists (${newer})`);
}

/** Records an envelope. Returns false if it was recorded before (a replay). */
export async function recordEnvelope(
  database: Database,
  envelope: { id: string; at: number },
): Promise<boolean> {
  const recorded = await database
    .insert(seenEnvelopes)
    .values(envelope)
    .onConflictDoNothing()
    .returning({ id: seenEnvelopes.id });
  return recorded.length === 1;
}

/** Deletes the records of envelopes from before an instant, ms UTC. */
export async function deleteSeenEnvelopes(database: Database, before: number): Promise<void> {
  await database.delete(seenEnvelopes).where(lt(seenEnvelopes.at, before));
}
