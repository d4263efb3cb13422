import { describe, expect, test } from "vitest";
import { FLOODS, playFlood } from "../probes/floods/play-flood.ts";

describe.each(FLOODS)("a logger that floods %s", (flood) => {
  test("costs little in its first two hours, and its samples are all acknowledged", async () => {
    const [first, second] = await playFlood(flood, 2);
    if (first === undefined || second === undefined) throw new Error("two hours were to be played");
    expect(first.rows + 23 * second.rows).toBeLessThan(50_000);
    // Those of the last minutes may wait for the next connection.
    const open = first.samples + second.samples - first.acknowledged - second.acknowledged;
    expect(open).toBeLessThanOrEqual(6);
    expect(first.notices + second.notices).toBe(1);
  });
});
