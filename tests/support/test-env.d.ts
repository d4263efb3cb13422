declare namespace Cloudflare {
  interface Env {
    TEST_MIGRATIONS: import("@cloudflare/vitest-plugin").D1Migration[];
    /** What was given to `npm run probe`, as JSON. */
    PROBE: string;
  }
}
