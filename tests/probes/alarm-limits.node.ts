/** Limits of alarms: one pass equals a model without product code, and any order, cut, repetition and restart equals one pass. */
import { z } from "zod";
import {
  checkArrivals,
  checkLateSamples,
  checkModel,
  checkSplits,
} from "../support/limit-properties.ts";
import { readProbeOptions } from "../support/probe-options.ts";

const { seed, count } = readProbeOptions(process.env.HELIOPORT_PROBE, {
  seed: z.coerce.number().int().default(1),
  /** Random histories of each kind; four times as many with a few late samples. */
  count: z.coerce.number().int().min(1).default(10_000),
});
console.log(`seed ${seed}: ${count} histories of each kind`);
const model = checkModel({ runs: count, seed });
console.log(`model: ${model.alarms} alarms`);
checkSplits({ runs: count, seed });
console.log("splits and restarts: equal");
const arrivals = checkArrivals({ runs: count, seed });
console.log(`orders: ${arrivals.alarms} alarms, ${arrivals.reevaluations} evaluations of history`);
const late = checkLateSamples({ runs: 4 * count, seed });
console.log(`late samples: ${late.alarms} alarms, ${late.reevaluations} evaluations of history`);
