import { expect, test } from "vitest";
import { runHistories } from "../probes/histories/run.ts";

test("samples, buckets and days equal those of a plain map, after any operation of the store", async () => {
  const { kept, past } = await runHistories(7, 12);
  expect(kept).toBeGreaterThan(12);
  expect(past).toBeGreaterThan(12);
});
