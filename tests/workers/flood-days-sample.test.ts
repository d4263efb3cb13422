import { describe, expect, test } from "vitest";
import { FLOODS, playFlood } from "../probes/floods/play-flood.ts";

const PERIOD_MS = 10 * 60_000;
const PERIODS_A_DAY = 144;

describe.each(FLOODS)("a logger that floods %s", (flood) => {
  test("costs little in its first 20 minutes, and its samples are all acknowledged", async () => {
    const [first, second] = await playFlood(flood, 2, PERIOD_MS);
    if (first === undefined || second === undefined)
      throw new Error("two periods were to be played");
    expect(first.rows + (PERIODS_A_DAY - 1) * second.rows).toBeLessThan(50_000);
    // Those of the last minutes may wait for the next connection.
    const open = first.samples + second.samples - first.acknowledged - second.acknowledged;
    expect(open).toBeLessThanOrEqual(6);
    expect(first.notices + second.notices).toBe(1);
  });
});
