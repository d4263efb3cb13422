import { expect, test } from "vitest";
import { DEMO_SITES } from "../../../tools/demo/sites-data.ts";
import { checkSite, findMisses, readRecordings, simulateSites } from "./run.ts";

/** Every so many days, so that a sample takes a second or two. */
const STEP = 20;

test("a sample of the recordings' days is forecast within bounds, with and without errors of the weather", () => {
  for (const site of readRecordings()) {
    const step = site.energy.length > 10_000 ? STEP : 3;
    const [exact, off] = [checkSite(site, null, step), checkSite(site, 1, step)];
    expect(exact.all?.days).toBeGreaterThan(20);
    expect([...findMisses(exact), ...findMisses(off)], site.name).toEqual([]);
  }
});

test("a simulated site's days are forecast better than as yesterday", () => {
  const [site] = simulateSites(1, 20, Date.UTC(2026, 3, 1), DEMO_SITES.slice(0, 1));
  if (site === undefined) throw new Error("the first demo site is simulated");
  const { all } = checkSite(site, 1, 3);
  expect(all?.error).toBeLessThan(all?.asYesterday ?? 0);
  expect(all?.error).toBeLessThan(0.25);
});
