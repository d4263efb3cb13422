import { env } from "cloudflare:workers";
import { beforeAll, expect, test } from "vitest";
import { formatDay, listDays } from "#domain/history/local-days.ts";
import { framesOf } from "#simulator/histories/history-frames.ts";
import type { RecordedHistory } from "#simulator/histories/recorded-history.ts";
import { type ApiPath, callAs, type DataOf, signIn } from "../support/call-api.ts";
import { enphaseHistory, enphaseSumsByDate, smaHistory } from "../support/recordings.ts";
import { ALPHA, BETA, seedUsers } from "../support/seed-users.ts";
import { connectLogger } from "../support/site-logger.ts";

let token = "";

beforeAll(async () => {
  await seedUsers();
  token = await signIn("owner");
});

/** All of it by the socket of the site's logger, as backlog. */
async function send(siteId: number, history: RecordedHistory): Promise<void> {
  await env.DB.prepare("update sites set time_zone = ? where id = ?")
    .bind(history.timeZone, siteId)
    .run();
  const logger = await connectLogger(siteId, { equipment: history.equipment });
  for (const { frame, id } of framesOf(history, "past")) {
    logger.send(frame);
    await logger.next((answer) => answer.id === id);
  }
  logger.socket.close();
}

async function ask<Path extends ApiPath>(path: Path, input: object): Promise<DataOf<Path>> {
  const { status, body } = await callAs(token, path, input);
  expect(status).toBe(200);
  return body.data as DataOf<Path>;
}

test("an SMA plant's fourteen days by its logger's socket come to 600.5 kWh", async () => {
  const history = smaHistory();
  await send(ALPHA, history);
  const { list } = await ask("/site/v2/chart/summary", {
    siteId: ALPHA,
    type: "period",
    chart: "solar",
    startDateTime: history.times[0],
    endDateTime: history.times.at(-1),
  });
  const wh = list.reduce((sum, { solar }) => sum + (solar?.val ?? 0), 0);
  expect(Math.abs(wh - 600_500)).toBeLessThanOrEqual(200);
});

test("679 days of an Enphase plant by its logger's socket are exact, each by its local clocks", async () => {
  const history = enphaseHistory();
  await send(BETA, history);
  const [first = 0, last = 0] = [history.times[0], history.times.at(-1)];
  const days = listDays(history.timeZone, { from: first, to: last });
  expect(days).toHaveLength(679);
  const reported = new Map<number, DataOf<"/site/v2/chart/summary">["list"][number]>();
  for (const day of days) {
    const date = formatDay(day.day);
    if (reported.has(day.from)) continue;
    const { list } = await ask("/site/v2/chart/summary", { siteId: BETA, type: "month", date });
    for (const bar of list) reported.set(bar.datetime, bar);
  }
  const names = {
    solar: "Energy Produced (Wh)",
    consumption: "Energy Consumed (Wh)",
    acinput: "Imported from Grid (Wh)",
  };
  for (const [quantity, name] of Object.entries(names) as [keyof typeof names, string][])
    expect(days.map(({ from }) => reported.get(from)?.[quantity])).toEqual(
      enphaseSumsByDate(name).map((val) => ({ val, quality: "measured", coverage: 1 })),
    );
  for (const [date, length] of [
    ["2022-10-30", 25],
    ["2023-03-26", 23],
    ["2023-10-29", 25],
    ["2024-03-31", 23],
  ] as const) {
    const { list } = await ask("/site/v2/chart/summary", { siteId: BETA, type: "day", date });
    expect(list).toHaveLength(length);
    const { solar } = await ask("/site/v2/chart/daiysummary", { siteId: BETA, date });
    const sum = list.reduce((all, bar) => all + (bar.solar?.val ?? 0), 0);
    expect(sum).toBeCloseTo(solar.val ?? Number.NaN, 3);
  }
});
