import { env } from "cloudflare:workers";
import type { Context } from "#operations/context.ts";
import { contextOf } from "#workers/services.ts";

/** A cheap cost, for what is not about guessing passwords. */
export const LOW_COST = { log2N: 4, r: 8, p: 1 };

export type TestContext = Context & { turn(ms: number): void };

/** What operations get, with a clock that is turned by hand, cheap passwords and no limit by address. */
export function testContext(start = Date.UTC(2026, 10, 21, 12)): TestContext {
  let time = start;
  return {
    ...contextOf(env),
    now: () => time,
    pause: async (ms) => {
      time += ms;
    },
    turn: (ms) => {
      time += ms;
    },
    mayTryLogin: async () => true,
    mayAskWeather: async () => true,
    passwordCost: LOW_COST,
  };
}
