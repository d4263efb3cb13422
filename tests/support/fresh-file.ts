import { applyD1Migrations, reset } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, vi } from "vitest";
import { openEnvelopeKeys } from "#workers/envelope-keys.ts";
import { contextOf } from "#workers/services.ts";
import { LOW_COST } from "./test-context.ts";

const MAX_RESETS = 10;

/** An object that is at work just then keeps what it has, and `reset` says nothing of it. */
async function emptyStorage(): Promise<void> {
  for (let times = 0; times < MAX_RESETS; times++) {
    await reset();
    const tables = "select count(*) as held from sqlite_master where name = 'users'";
    const isEmpty = (await env.DB.prepare(tables).first("held")) === 0;
    if (isEmpty && (await env.FILES.list({ limit: 1 })).objects.length === 0) return;
  }
  throw new Error(
    "the storage of the file before is still at work: what does its last test leave?",
  );
}

/**
 * Undoes what a file put into the context, and what the context remembers of the file's database. Passwords are cheap
 * except where a test says otherwise.
 */
function renewContext(): void {
  const context = contextOf(env);
  const kept = globalThis as { contextOfTests?: typeof context };
  kept.contextOfTests ??= { ...context };
  const envelopeKeys = openEnvelopeKeys(kept.contextOfTests);
  Object.assign(context, kept.contextOfTests, { envelopeKeys, passwordCost: LOW_COST });
}

// Files run one after the other in one process: each begins with empty storage, and what a test replaced ends with it.
await emptyStorage();
renewContext();
await applyD1Migrations(env.DB, env.TEST_MIGRATIONS);
afterEach(() => {
  vi.restoreAllMocks();
});
