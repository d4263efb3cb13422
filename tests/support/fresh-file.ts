import { applyD1Migrations, reset } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, vi } from "vitest";

// Files run one after the other in one process: each begins with empty storage, and what a test replaced ends with it.
await reset();
await applyD1Migrations(env.DB, env.TEST_MIGRATIONS);
afterEach(() => {
  vi.restoreAllMocks();
});
