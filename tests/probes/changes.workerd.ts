/** No change is a false success, falsely held, executed twice, or half-applied without being shown as mixed. */
import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { z } from "zod";
import { readProbeOptions } from "../support/probe-options.ts";
import { runChanges } from "./changes/run.ts";

function describeEnds(ends: ReadonlyMap<string, number>): string {
  return [...ends].map(([end, worlds]) => `${end} (${worlds})`).join(", ");
}

const options = readProbeOptions(env.PROBE, {
  seed: z.coerce.number().int().default(1),
  count: z.coerce.number().int().min(1).default(200),
});

test("changes of settings through faults at each of their steps", async () => {
  const { seed, count } = options;
  const begun = performance.now();
  const { ends, findings, manners, results, trace } = await runChanges(seed, count);
  const seconds = Math.round((performance.now() - begun) / 1000);
  for (const { world, rule, text } of findings.slice(0, 40))
    console.log(`✗ world ${world}: ${rule} ${text}`);
  console.log(
    [
      ...[...results].toSorted().map(([result, changes]) => `${result}: ${changes} changes`),
      ...[...ends].toSorted().map(([fault, of]) => `${fault}: ${describeEnds(of)}`),
      ...[...manners].map(([manner, worlds]) => `${manner}: met in ${worlds} worlds`),
      `seed ${seed}: ${count} worlds, ${seconds} s, trace ${trace.toString(16)}`,
      `findings in all: ${findings.length}`,
    ].join("\n"),
  );
  expect(findings.length).toBe(0);
});
