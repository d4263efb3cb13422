import { expect, type Page, test } from "@playwright/test";
import { dayOf, formatDay, msOfDayAt, startOfDay } from "#domain/history/local-days.ts";
import { SITE_ADDRESS } from "#domain/registers/catalogue/site.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from "#domain/units/durations.ts";
import { openLogger } from "../clean-room/logger-client.mjs";
import { callPortal, signIn as signInByApi } from "../probes/platform/alarm-site.ts";
import { RecordedSite } from "../probes/questions/expected.ts";
import { silentSince } from "../probes/questions/fleet-questions.ts";
import { Hand } from "../probes/questions/hand.ts";
import { answer, MAX_CLICKS, type Question } from "../probes/questions/question.ts";
import {
  batteryLastFull,
  importLastTuesday,
  producedYesterday,
} from "../probes/questions/site-questions.ts";
import { readE2eServer } from "../support/e2e-server.ts";
import { awaitAlive } from "../support/page-watch.ts";
import { openSite, signIn } from "../support/sign-in.ts";
import { accountOf, spareSiteOf } from "../support/spare-sites.ts";
import { speaker } from "../support/texts.ts";

const { url } = readE2eServer();
const { serial, secret, name, timeZone } = spareSiteOf("questions");
const account = accountOf("questions");
const say = speaker("en");
test.use({ extraHTTPHeaders: { "CF-Connecting-IP": "198.51.100.91" } });
test.describe.configure({ mode: "serial" });

const STEP_MS = 5 * MINUTE_MS;
const DAYS = 9;
const PEAK_W = 4_000;
const LOAD_W = 900;

/** Sends days of sun from six to six, a load that never changes, and a battery that is full in the afternoon. */
async function sendPast(): Promise<number> {
  const logger = openLogger({ url, serial, secret, sample: false });
  await logger.ready(20 * SECOND_MS);
  const now = logger.now();
  const start = Math.floor((now - DAYS * DAY_MS) / STEP_MS) * STEP_MS;
  const count = Math.floor((now - start) / STEP_MS) + 1;
  const hours = Array.from(
    { length: count },
    (_, place) => msOfDayAt(timeZone, start + place * STEP_MS) / HOUR_MS,
  );
  const solar = hours.map((hour) => PEAK_W * Math.max(0, Math.sin(((hour - 6) / 12) * Math.PI)));
  let energy = 5_000_000;
  const counter = solar.map((power) => {
    energy += (power * STEP_MS) / HOUR_MS;
    return energy;
  });
  const soc = hours.map((hour) =>
    Math.min(100, Math.max(20, 100 - 15 * Math.abs(hour - 14.3) + 12)),
  );
  const [id] = logger.pushBatch({
    ...{ start, step: STEP_MS, count },
    values: {
      [SITE_ADDRESS.solarPower]: solar,
      [SITE_ADDRESS.loadPower]: hours.map(() => LOAD_W),
      [SITE_ADDRESS.gridPower]: solar.map((power) => LOAD_W - power),
      [SITE_ADDRESS.solarEnergy]: counter,
      [SITE_ADDRESS.batterySoc]: soc,
    },
  });
  await logger.next((frame) => frame.cmd === 261 && frame.id === id, 20 * SECOND_MS);
  logger.stop();
  return Date.now();
}

let silentAt = 0;
let recorded: RecordedSite;

test.beforeAll(async () => {
  silentAt = await sendPast();
  const token = await signInByApi(url, account);
  const list = await callPortal(url, token, "/site/v4/getListBySearchFilterAndReorder", {
    ...{ search: name, filter: {}, order: { by: "name", direction: "asc" }, page: 1, size: 1 },
  });
  const [site] = list.list as { id: number }[];
  recorded = new RecordedSite({ url, token, siteId: site?.id ?? 0 });
});

const site = () => ({ recorded, timeZone, pricePerKwh: 0 });
const QUESTIONS: readonly (() => Question)[] = [
  () => producedYesterday(site()),
  () => importLastTuesday(site()),
  () => batteryLastFull(site()),
  () => silentSince(() => ({ name, at: silentAt })),
];

for (const [language, width] of [
  ["en", 1_280],
  ["ar", 390],
] as const)
  test(`four questions are answered rightly in at most two clicks: ${language}, ${width} px`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 844 });
    await page.context().addCookies([{ name: "tbb_language", value: language, url }]);
    await signIn(page, account);
    for (const make of QUESTIONS) {
      const question = make();
      await page.goto("/sitelist");
      if (question.at !== "list") await openSite(page, name);
      await awaitAlive(page);
      const asker = { hand: new Hand(page), say: speaker(language), language };
      const found = await answer(question, asker);
      expect(found, question.text).toMatchObject({ isRight: true });
      expect(found.clicks, question.text).toBeLessThanOrEqual(MAX_CLICKS);
    }
  });

test("a period without data leads to the newest day with data, on each page of the history", async ({
  page,
}) => {
  await signIn(page, account);
  await openSite(page, name);
  const { search } = new URL(page.url());
  const empty = "date=2020-02-02";
  const today = dayOf(timeZone, Date.now());
  const goOn = (of: Page) => of.locator("[data-newest-data]").getByRole("button");
  for (const path of ["history", "advancedcurve"]) {
    await page.goto(`/chart/${path}${search}&${empty}`);
    await awaitAlive(page);
    await expect(page.locator("[data-newest-data]")).toContainText(say("charts:empty"));
    await goOn(page).click();
    await expect(page.locator("[data-newest-data]")).toHaveCount(0);
  }
  const from = startOfDay(timeZone, today);
  await expect(page).toHaveURL(new RegExp(`from=${from}&`));
  await page.goto(`/chart/history${search}&${empty}&view=month`);
  await awaitAlive(page);
  await goOn(page).click();
  // The present month has no date, so that the address stays true.
  await expect(page).toHaveURL(/view=month/);
  await expect(page).not.toHaveURL(new RegExp(`date=|${formatDay(today)}`));
});
