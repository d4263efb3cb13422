/** Equal values are not written, a loop stops at the write budget, and the meter of writes is that of the device. */
import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { z } from "zod";
import { readProbeOptions } from "../support/probe-options.ts";
import { runWear } from "./wear/run.ts";

const options = readProbeOptions(env.PROBE, {
  seed: z.coerce.number().int().default(1),
  count: z.coerce.number().int().min(20).default(1_000),
});

test("wear of the memory of a device", async () => {
  const { seed, count } = options;
  const { device, equalWrites, findings, loopWrites, meter } = await runWear(seed, count);
  for (const finding of findings.slice(0, 40)) console.log(`✗ ${finding}`);
  console.log(
    [
      `${count} equal changes and ${count} equal controls: ${equalWrites} writes`,
      `${count} changes in a loop: ${loopWrites.changes} writes`,
      `${count} controls in a loop: ${loopWrites.socket} writes`,
      `${Math.ceil(count / 20)} random worlds: ${meter} writes by the meter, ${device} by the device`,
      `seed ${seed}, findings in all: ${findings.length}`,
    ].join("\n"),
  );
  expect(findings).toEqual([]);
});
