import { applyD1Migrations } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, vi } from "vitest";
import { openEnvelopeKeys } from "#workers/envelope-keys.ts";
import { contextOf } from "#workers/services.ts";
import { emptyStorage } from "./empty-storage.ts";
import { LOW_COST } from "./test-context.ts";

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

// Files run one after the other in one process: each begins with empty storage, and what a test replaced ends with it.
await emptyStorage();
renewContext();
await applyD1Migrations(env.DB, env.TEST_MIGRATIONS);
afterEach(() => {
  vi.restoreAllMocks();
});
