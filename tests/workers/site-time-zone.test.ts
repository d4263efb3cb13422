import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { beforeAll, expect, test } from "vitest";
import { connect } from "#database/connect.ts";
import { moveSite } from "#database/sites/site-places.ts";
import { sendTimeZone } from "#operations/sites/send-time-zone.ts";
import type { SiteRpc } from "#protocol/site-rpc.ts";
import { contextOf } from "#workers/services.ts";
import { callAs, signIn } from "../support/call-api.ts";
import { ALPHA, seedUsers } from "../support/seed-users.ts";
import { siteStub } from "../support/site-logger.ts";

const PLACE = "/site/v2/updateGPSInfo";
let token = "";

beforeAll(async () => {
  await seedUsers();
  token = await signIn("owner");
});

const keptZone = () =>
  runInDurableObject(siteStub(ALPHA), (_, { storage }) => {
    // The third bit is that of the days of this release.
    const query = `SELECT zone, days_due & 4 AS due FROM series_zone`;
    return storage.sql.exec<{ zone: string; due: number }>(query).toArray()[0];
  });

const change = (timeZone: string) =>
  moveSite(connect(env.DB), ALPHA, {
    place: { timeZone },
    relocating: null,
    by: 1,
    now: 1,
  });

test("a site's object receives another time zone, and recomputes its days by itself", async () => {
  const { status } = await callAs(token, PLACE, { id: ALPHA, timeZone: "Pacific/Fiji" });
  expect(status).toBe(200);
  expect((await keptZone())?.zone).toBe("Pacific/Fiji");
  // Its alarm rings at once.
  await expect.poll(async () => (await keptZone())?.due).toBe(0);
});

test("of two concurrent changes the stored one applies, whichever reaches the object last", async () => {
  const context = contextOf(env);
  const reported: string[] = [];
  let isOvertaken = false;
  await change("Europe/Berlin");
  await sendTimeZone(
    {
      ...context,
      siteObject: (siteId) =>
        ({
          async setTimeZone(zone: string) {
            reported.push(zone);
            if (!isOvertaken) {
              isOvertaken = true;
              await change("Asia/Kathmandu");
              await sendTimeZone(context, siteId, "Asia/Kathmandu");
            }
            await context.siteObject(siteId).setTimeZone(zone);
          },
        }) as SiteRpc,
    },
    ALPHA,
    "Europe/Berlin",
  );
  expect(reported).toEqual(["Europe/Berlin", "Asia/Kathmandu"]);
  expect((await keptZone())?.zone).toBe("Asia/Kathmandu");
});

test("a site that cannot be reached receives the zone with the next query", async () => {
  const context = contextOf(env);
  const errors: string[] = [];
  await change("Australia/Sydney");
  await sendTimeZone(
    {
      ...context,
      log: { ...context.log, error: (text: string) => void errors.push(text) },
      siteObject: () => {
        throw new Error("no connection");
      },
    },
    ALPHA,
    "Australia/Sydney",
  );
  expect(errors).toHaveLength(1);
  expect((await keptZone())?.zone).toBe("Asia/Kathmandu");
  const input = { siteId: ALPHA, date: "2025-06-01" };
  expect((await callAs(token, "/site/v2/chart/daiysummary", input)).status).toBe(200);
  expect((await keptZone())?.zone).toBe("Australia/Sydney");
});
