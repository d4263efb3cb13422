import { beforeAll, expect, test } from "vitest";
import { CLOCK_CASES } from "../probes/clocks/cases.ts";
import { runClockCase, seedClockSites } from "../probes/clocks/run.ts";

const SAMPLE = [
  "Australia/Lord_Howe, clocks go back",
  "America/Havana, clocks go forward",
  "Asia/Kathmandu, a logger 26 h ahead",
  "Europe/Berlin becomes Australia/Sydney",
];
const cases = CLOCK_CASES.filter(({ name }) => SAMPLE.includes(name));
let token = "";

beforeAll(async () => {
  token = await seedClockSites(cases);
});

test.each(cases.map((one, index) => ({ ...one, siteId: index + 1 })))(
  "$name: every sample is in its local day",
  async ({ siteId, ...one }) => {
    const { samples, wrong } = await runClockCase(one, siteId, { token, seed: 7 });
    expect(samples).toBeGreaterThan(500);
    expect(wrong).toEqual([]);
  },
);

test("there are forty of them", () => {
  expect(CLOCK_CASES).toHaveLength(40);
});
