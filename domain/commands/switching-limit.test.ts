import fc from "fast-check";
import { expect, test } from "vitest";
import {
  MAX_SWITCHED_SITES,
  maySwitch,
  recentlySwitched,
  SWITCHING_WINDOW_MS,
} from "./switching-limit.ts";

test("a sixth site within a minute is one too many, and the five before are not", () => {
  const recent = { a: 1, b: 2, c: 3, d: 4, e: 5 };
  expect(maySwitch(recent, "f")).toBe(false);
  expect(maySwitch(recent, "a")).toBe(true);
  expect(maySwitch(recentlySwitched(recent, 1 + SWITCHING_WINDOW_MS), "f")).toBe(true);
});

test("at most five sites are switched within any minute", () => {
  const step = fc.record({ site: fc.integer({ min: 0, max: 9 }), wait: fc.nat(30_000) });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const allowed: { site: string; at: number }[] = [];
      let switched: Record<string, number> = {};
      let now = 1_000;
      for (const { site, wait } of steps) {
        now += wait;
        const name = `site ${site}`;
        const recent = recentlySwitched(switched, now);
        if (!maySwitch(recent, name)) continue;
        switched = { ...recent, [name]: now };
        allowed.push({ site: name, at: now });
      }
      for (const { at } of allowed) {
        const within = allowed.filter((one) => one.at > at - SWITCHING_WINDOW_MS && one.at <= at);
        expect(new Set(within.map((one) => one.site)).size).toBeLessThanOrEqual(MAX_SWITCHED_SITES);
      }
    }),
  );
});
