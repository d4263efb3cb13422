import { readFile } from "node:fs/promises";
import { expect, type Locator, test } from "@playwright/test";
import { MINUTE_MS } from "#domain/units/durations.ts";
import { openLogger } from "../clean-room/logger-client.mjs";
import { readE2eServer } from "../support/e2e-server.ts";
import { findBarriers } from "../support/examine-page.ts";
import { awaitAlive, overflowOf, watchPage } from "../support/page-watch.ts";
import { openSite, signIn } from "../support/sign-in.ts";
import { accountOf, spareSiteOf } from "../support/spare-sites.ts";
import { speaker } from "../support/texts.ts";

const say = speaker("en");
const { url } = readE2eServer();
const { serial, secret, name } = spareSiteOf("stale-curves");
test.use({ extraHTTPHeaders: { "CF-Connecting-IP": "198.51.100.84" } });

const stale = say("charts:quality.stale.name");
const SOLAR = "FFFF000100";
const LOAD = "FFFF000120";
/** Minutes of a lively past, and those of them in which the panels' meter only repeats itself. */
const LENGTH = 480;
const [FROZEN_FROM, FROZEN_UNTIL] = [300, 360];

/** A past that the logger still has to send: powers that move with every minute, but for an hour of one. */
async function sendPast(): Promise<{ from: number; to: number }> {
  const logger = openLogger({ url, serial, secret, sample: false });
  await logger.ready(20_000);
  const start = logger.now() - (LENGTH + 5) * MINUTE_MS;
  const moving = (minute: number) =>
    Math.round(2_000 + 900 * Math.sin(minute / 40) + ((minute * 37) % 61));
  const solar = Array.from({ length: LENGTH }, (_, minute) =>
    moving(minute >= FROZEN_FROM && minute < FROZEN_UNTIL ? FROZEN_FROM : minute),
  );
  const load = Array.from({ length: LENGTH }, (_, minute) => 700 + ((minute * 53) % 97));
  const times = Array.from({ length: LENGTH }, (_, minute) => start + minute * MINUTE_MS);
  const [id] = logger.pushBatch({ times, values: { [SOLAR]: solar, [LOAD]: load } });
  await logger.next((frame) => frame.cmd === 261 && frame.id === id, 20_000);
  logger.stop();
  return { from: start, to: start + LENGTH * MINUTE_MS };
}

/** Moves over a chart until what is read of it there says that it is stale. */
async function findStale(chart: Locator): Promise<void> {
  const { width = 0 } = (await chart.boundingBox()) ?? {};
  for (let share = 0.98; share > 0.02; share -= 0.01) {
    await chart.hover({ position: { x: width * share, y: 60 } });
    if ((await chart.getAttribute("aria-valuetext"))?.includes(`(${stale})`)) return;
  }
  throw new Error("nowhere on the chart is a value stale");
}

test("stale data is marked at the cursor of curves, in their table, and in powers", async ({
  page,
}) => {
  const { from, to } = await sendPast();
  const complaints = watchPage(page);
  await signIn(page, accountOf("stale-curves"));
  await openSite(page, name);
  const query = new URL(page.url()).searchParams;
  const { search } = new URL(page.url());
  for (const [key, value] of Object.entries({ r: `${SOLAR},${LOAD}`, from, to }))
    query.set(key, String(value));
  await page.goto(`/chart/advancedcurve?${query}`);
  await awaitAlive(page);
  await expect(page.locator("canvas")).toBeVisible();
  await expect(page.locator("section[aria-busy=true]")).toHaveCount(0);
  await expect(page.getByText(say("charts:quality.stale.text"))).toBeVisible();
  const chart = page.getByRole("slider");
  await findStale(chart);
  const shown = page.getByRole("list", { name: say("charts:registers.shown") });
  await expect(shown.getByRole("listitem").nth(0)).toContainText(stale);
  await expect(shown.getByRole("listitem").nth(1)).not.toContainText(stale);
  expect(await findBarriers(page)).toEqual([]);

  const table = page.waitForEvent("download");
  await page.getByRole("button", { name: say("charts:registers.tools.table") }).click();
  const text = await readFile(await (await table).path(), "utf8");
  const [head = "", ...rows] = text.trim().split("\r\n");
  const [solar, load] = ["solarPower", "loadPower"].map((name) => say(`registers:name.${name}`));
  expect(head).toContain(`"${solar} (W)","${solar} (W), ${stale}","${load} (W)"`);
  expect(rows.filter((row) => row.includes(`"${stale}"`))).toHaveLength(FROZEN_UNTIL - FROZEN_FROM);

  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`/chart/history${search}&range=last24Hours`);
  await awaitAlive(page);
  const powers = page
    .getByRole("region", { name: say("charts:history.power.title"), exact: true })
    .getByRole("slider");
  await expect(powers).toBeVisible();
  await findStale(powers);
  await expect(page.getByText(say("charts:quality.stale.text"))).toBeVisible();
  expect(await overflowOf(page)).toBeLessThanOrEqual(0);
  expect(complaints).toEqual([]);
});
