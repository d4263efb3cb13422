import { env } from "cloudflare:workers";
import { afterAll, afterEach, vi } from "vitest";
import { openEnvelopeKeys } from "#workers/envelope-keys.ts";
import { contextOf } from "#workers/services.ts";
import { emptyStorage } from "./empty-storage.ts";
import { queueOfFile } from "./queue-of-file.ts";
import { LOW_COST } from "./test-context.ts";

/** A turn of the consumer begins nothing new after 4 s, and one attempt takes 10 s at most. */
const CONSUMED_WITHIN_MS = 20_000;

const kept = globalThis as { contextOfTests?: ReturnType<typeof contextOf> };

/**
 * Undoes what a file put into the context, and what the context remembers of the file's database. Passwords are cheap
 * except where a test says otherwise.
 */
function renewContext(): void {
  const context = contextOf(env);
  kept.contextOfTests ??= { ...context };
  const envelopeKeys = openEnvelopeKeys(kept.contextOfTests);
  Object.assign(context, kept.contextOfTests, { envelopeKeys, passwordCost: LOW_COST });
}

/** Applies all migrations in one transaction, in about half the time that one each takes. */
async function migrateAtOnce(database: D1Database): Promise<void> {
  const statements = env.TEST_MIGRATIONS.flatMap(({ queries }) => queries);
  await database.batch(statements.map((statement) => database.prepare(statement)));
}

// Files run one after the other in one process: each begins with empty storage, and what a test replaced ends with it.
queueOfFile().ignoreEarlier();
await emptyStorage();
renewContext();
await migrateAtOnce(env.DB);
afterEach(() => {
  vi.restoreAllMocks();
});
afterAll(async () => {
  queueOfFile().ignoreEarlier();
  await vi.waitUntil(() => queueOfFile().isIdle(), { timeout: CONSUMED_WITHIN_MS, interval: 5 });
});
