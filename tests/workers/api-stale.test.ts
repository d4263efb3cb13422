import { beforeAll, expect, test } from "vitest";
import { DAY_MS } from "#domain/units/durations.ts";
import { framesOf } from "#simulator/histories/history-frames.ts";
import { readFrozen } from "#simulator/histories/nrel-history.ts";
import frozen from "../../simulator/recordings/nrel-frozen.csv.gz?url&inline";
import { callAs, signIn } from "../support/call-api.ts";
import { unpack } from "../support/feed-history.ts";
import { ALPHA, seedUsers } from "../support/seed-users.ts";
import { connectLogger } from "../support/site-logger.ts";

const POWER = "FFFF000100";

const history = readFrozen(unpack(frozen));
/** Instants that have a value, and whether the file's mask says that it is frozen. */
const masked = new Map(
  history.times.flatMap((at, index): [number, boolean][] =>
    (history.columns.get(POWER)?.[index] ?? null) === null
      ? []
      : [[at, history.isFrozen[index] ?? false]],
  ),
);
const first = history.times[0] ?? 0;
const end = (history.times.at(-1) ?? 0) + 1;
let token = "";

beforeAll(async () => {
  await seedUsers();
  token = await signIn("owner");
  const logger = await connectLogger(ALPHA, { equipment: history.equipment });
  for (const { frame, id } of framesOf(history, "past")) {
    logger.send(frame);
    await logger.next((answer) => answer.id === id);
  }
  logger.socket.close();
});

type Points = { at: number[]; stale: { from: number; to: number }[] };

async function askCurve(startDateTime: number, endDateTime: number, points?: number) {
  const { status, body } = await callAs(token, "/site/v2/chart/periodrecord/curve", {
    siteId: ALPHA,
    addresses: [POWER, "FFFF000134"],
    startDateTime,
    endDateTime,
    ...(points && { points }),
  });
  expect(status).toBe(200);
  const data = body.data as { bucketMs: number | null; series: Partial<Points>[] };
  const [power, charge] = data.series;
  // A state of charge may stand still.
  expect(charge).not.toHaveProperty("stale");
  return { bucketMs: data.bucketMs, at: power?.at ?? [], stale: power?.stale ?? [] };
}

const isIn = (spans: Points["stale"], at: number) =>
  spans.some(({ from, to }) => at >= from && at <= to);

test("at least 95 % of the recording's masked values are marked stale, and at most 1 % of the others", async () => {
  const { bucketMs, at, stale } = await askCurve(first, end);
  expect(bucketMs).toBeNull();
  expect(at).toEqual([...masked.keys()]);
  const reported = { masked: 0, others: 0 };
  for (const [instant, isMasked] of masked)
    if (isIn(stale, instant)) reported[isMasked ? "masked" : "others"] += 1;
  const count = [...masked.values()].filter(Boolean).length;
  expect(count).toBe(245);
  expect(reported.masked / count).toBeGreaterThanOrEqual(0.95);
  expect(reported.others / (masked.size - count)).toBeLessThanOrEqual(0.01);
});

test("each day by itself and in buckets says the same", async () => {
  const { stale } = await askCurve(first, end);
  let wholly = 0;
  const days = [first, first + 10 * DAY_MS, ...stale.map(({ from }) => from - DAY_MS / 4)];
  for (const from of days) {
    const part = await askCurve(from, from + DAY_MS);
    expect(part.at.filter((at) => isIn(part.stale, at))).toEqual(
      part.at.filter((at) => isIn(stale, at)),
    );
    // Coarse buckets: those wholly frozen.
    const coarse = await askCurve(from, from + DAY_MS, 30);
    const { bucketMs } = coarse;
    if (bucketMs === null) continue;
    for (const bucket of coarse.at) {
      const own = [...masked.keys()].filter(
        (at) => at >= bucket && at < bucket + bucketMs && at < from + DAY_MS,
      );
      const all = own.every((at) => isIn(stale, at));
      expect(isIn(coarse.stale, bucket)).toBe(all && own.length > 0);
      if (all) wholly += 1;
    }
  }
  expect(wholly).toBeGreaterThan(0);
});

test("a day's record marks its stale points", async () => {
  const { stale } = await askCurve(first, end);
  const at = stale[0]?.from ?? 0;
  const date = new Date(at + 7_200_000).toISOString().slice(0, 10);
  const { body } = await callAs(token, "/site/v2/chart/dayrecord/acsolar", { siteId: ALPHA, date });
  const { list } = body.data as {
    list: { datetime: number; solar?: { val: number; stale?: true } }[];
  };
  const solar = list.flatMap(({ datetime, solar }) => (solar ? [{ datetime, ...solar }] : []));
  expect(solar.some((point) => point.stale === true)).toBe(true);
  for (const point of solar) expect(point.stale === true).toBe(isIn(stale, point.datetime));
});

test("an energy that comes of a frozen power is stale, others are not", async () => {
  const { stale } = await askCurve(first, end);
  const dateOf = (at: number) => new Date(at + 7_200_000).toISOString().slice(0, 10);
  const qualityOf = async (at: number) => {
    const input = { siteId: ALPHA, date: dateOf(at), type: "day" };
    const { body } = await callAs(token, "/site/v2/chart/summary", input);
    const { list } = body.data as { list: { datetime: number; solar: { quality: string } }[] };
    return list.find(({ datetime }) => datetime <= at && at < datetime + 3_600_000)?.solar.quality;
  };
  expect(await qualityOf(stale[0]?.from ?? 0)).toBe("stale");
  const lively = [...masked].find(
    ([at, isMasked]) => !isMasked && stale.every((span) => Math.abs(span.from - at) > 2 * DAY_MS),
  );
  expect(await qualityOf(lively?.[0] ?? 0)).not.toBe("stale");
});
