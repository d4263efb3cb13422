/** Hours of a logger that floods cost little, its samples are all acknowledged, and one notification is sent. */
import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { z } from "zod";
import { DAY_MS } from "#domain/units/durations.ts";
import { PRICES } from "#tools/cost/prices-data.ts";
import { readProbeOptions } from "../support/probe-options.ts";
import { FLOODS, type FloodPeriod, playFlood } from "./floods/play-flood.ts";

const options = readProbeOptions(env.PROBE, {
  count: z.coerce.number().int().positive().default(24),
});

/** A change of a site's status, as its tests bound it; written, read and deleted in the queue. */
const ROWS_A_MESSAGE = 10;
const OPERATIONS_A_MESSAGE = 3;

test.each(FLOODS)("a logger that floods %s", async (flood) => {
  const hours = await playFlood(flood, options.count);
  const sum = (name: keyof FloodPeriod) => hours.reduce((all, hour) => all + hour[name], 0);
  const { objectRowWritten, databaseRowWritten, queueOperation } = PRICES;
  const message = ROWS_A_MESSAGE * databaseRowWritten + OPERATIONS_A_MESSAGE * queueOperation;
  const mails = 2 * sum("notices") * PRICES.mail;
  const cost = sum("rows") * objectRowWritten + sum("messages") * message + mails;
  console.log(
    `${flood}, ${hours.length} h: ${sum("rows")} rows, ${sum("messages")} messages, ${cost.toFixed(4)} USD, ${sum("acknowledged")} of ${sum("samples")} samples, closed ${sum("closed")} times, ${sum("notices")} notifications`,
  );
  expect(((cost - mails) / hours.length) * 24 + mails).toBeLessThan(0.05);
  // Those of the last minutes may wait for the next connection.
  expect(sum("samples") - sum("acknowledged")).toBeLessThanOrEqual(6);
  // One a day at most, from the first one on.
  expect(sum("notices")).toBe(Math.ceil(sum("elapsedMs") / DAY_MS));
});
