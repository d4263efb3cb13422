import { expect, test } from "vitest";
import { runRevocations } from "../probes/revocation/run.ts";
import { WAYS } from "../probes/revocation/ways.ts";

// A sample of `npm run probe -- revocation`.
test("an ended access is refused within two seconds, however it ends", async () => {
  const count = Object.keys(WAYS).length;
  const { races, sockets } = await runRevocations(5, count, () => {});
  expect(races).toBe(count);
  expect(sockets).toBeGreaterThanOrEqual(3 * count);
});
