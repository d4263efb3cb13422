/** No control is executed twice, called a success without proof, left open or answered to another, whatever befalls it. */
import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { z } from "zod";
import { readProbeOptions } from "../support/probe-options.ts";
import { runControls } from "./controls/run.ts";

const options = readProbeOptions(env.PROBE, {
  seed: z.coerce.number().int().default(1),
  count: z.coerce.number().int().min(1).default(1_000),
});

/** Among so many controls each step must have met each kind of fault. */
const ENOUGH = 1_000;

test("controls through faults at each of their steps", async () => {
  const { seed, count } = options;
  const begun = performance.now();
  const { report, findings, worlds, trace } = await runControls(seed, count, console.log);
  const seconds = Math.round((performance.now() - begun) / 1000);
  for (const { world, rule, id, text } of findings.slice(0, 40))
    console.log(`✗ world ${world}: ${rule} ${id} ${text}`);
  console.log(report.lines().join("\n"));
  const { controls, faults, missed, maxEndMs, maxLockMs } = report;
  const of = (rule: string) => findings.filter((finding) => finding.rule === rule).length;
  console.log(
    [
      `seed ${seed}: ${controls} controls in ${worlds} worlds, ${seconds} s, trace ${trace.toString(16)}`,
      `${faults} met the fault planned for them, of ${missed} the step was not reached`,
      `never met: ${report.unmet().join(", ") || "nothing; each step met each kind of fault"}`,
      `executed twice: ${of("executed twice")}`,
      `success without acknowledgement: ${of("success without acknowledgement")}`,
      `success without an equal read-back: ${of("success without an equal read-back")}`,
      `never ended: ${of("never ended")}, ended late: ${of("ended late or early")} (at most ${maxEndMs} ms)`,
      `locks not free in time: ${of("a lock not free")} (at most ${maxLockMs} ms)`,
      `answers released to another request: ${of("an answer released to another request")}`,
      `findings in all: ${findings.length}`,
    ].join("\n"),
  );
  expect(findings.length).toBe(0);
  if (controls >= ENOUGH) expect(report.unmet()).toEqual([]);
});
