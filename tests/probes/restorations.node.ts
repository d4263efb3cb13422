/** After random changes, the restoration of a snapshot leaves every device as it was, but for what is left out. */
import { z } from "zod";
import { readProbeOptions } from "../support/probe-options.ts";
import { FAMILIES, type FamilyName, runRestorations } from "./restorations/run.ts";

const { seed, count } = readProbeOptions(process.env.HELIOPORT_PROBE, {
  seed: z.coerce.number().int().default(1),
  /** Restorations of each family. */
  count: z.coerce.number().int().min(1).default(1_000),
});
const MAX_PRINTED = 20;
let failures = 0;
console.log(`seed ${seed}: ${count} restorations of each family`);
for (const family of Object.keys(FAMILIES) as FamilyName[]) {
  const { changes, findings, joined, leftOut, restored } = runRestorations(family, seed, count);
  const omitted = [...leftOut].map(([reason, settings]) => `${reason} ${settings}`).join(", ");
  console.log(
    `${family}: ${restored} settings by ${changes} changes, ${joined} of which join dangerous ones; left out: ${omitted}`,
  );
  for (const finding of findings.slice(0, MAX_PRINTED)) console.log(`✗ ${finding}`);
  failures += findings.length;
}
console.log(`findings in all: ${failures}`);
if (failures > 0) process.exitCode = 1;
