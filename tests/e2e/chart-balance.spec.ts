import { expect, type Page, test } from "@playwright/test";
import type { Language } from "#domain/languages.ts";
import { DAY_MS, MINUTE_MS } from "#domain/units/durations.ts";
import { makePlant } from "#simulator/make-plant.ts";
import { DEMO_SITES } from "../../tools/demo/sites-data.ts";
import { openLogger } from "../clean-room/logger-client.mjs";
import { readE2eServer } from "../support/e2e-server.ts";
import { findBarriers } from "../support/examine-page.ts";
import { press, tabTo } from "../support/keyboard.ts";
import { awaitAlive, overflowOf, watchPage } from "../support/page-watch.ts";
import { openSite, signIn } from "../support/sign-in.ts";
import { accountOf, spareSitesOf } from "../support/spare-sites.ts";
import { speaker } from "../support/texts.ts";

const { url } = readE2eServer();
const spares = spareSitesOf("chart-balance");
/** A demo site with solar, battery and grid, which exports and has no generator. */
const SITE = DEMO_SITES.find(({ serial }) => serial === "DEMO-PT-01");
/** Directory for pictures of the pages, for a look at them; none by default. */
const SHOTS = process.env.BALANCE_SHOTS;
/** Days of the past; pictures show the whole year. */
const PAST_DAYS = SHOTS ? 340 : 5;
const STEP_MS = 15 * MINUTE_MS;
const SAMPLES_AT_ONCE = 2_000;

const WAYS = [
  { language: "en", viewport: { width: 1280, height: 900 }, colorScheme: "light" },
  { language: "ar", viewport: { width: 390, height: 844 }, colorScheme: "dark" },
] as const satisfies { language: Language; [name: string]: unknown }[];

/** A spare site with the plant of the demo site, whose logger has sent some days but for a gap of one. */
async function connectPlant(index: number) {
  const spare = spares[index];
  if (!SITE?.profile || spare === undefined) throw new Error("no plant or no spare site");
  const { serial, secret, name } = spare;
  const { systemType, systemCode } = SITE;
  const until = Date.now() - MINUTE_MS;
  const start = until - PAST_DAYS * DAY_MS;
  const plant = makePlant({ ...SITE, secret: "s", profile: SITE.profile }, 1, start);
  const options = { url, serial, secret, systemType, systemCode, waitScale: 0.05 };
  const logger = openLogger({ ...options, equipment: plant.equipment, sample: false });
  await logger.ready(20_000);
  const own = plant.columns.flatMap((address, column) =>
    address.startsWith("FFFF00") ? [[address, column] as const] : [],
  );
  const gap = { from: until - 3 * DAY_MS, to: until - 2 * DAY_MS };
  for (let at = start; at < until; ) {
    const end = Math.min(until, at + SAMPLES_AT_ONCE * STEP_MS);
    const samples = plant
      .sample(end, STEP_MS)
      .filter((one) => one.at < gap.from || one.at >= gap.to);
    at = end;
    if (samples.length === 0) continue;
    const values = Object.fromEntries(
      own.map(([address, column]) => [address, samples.map((one) => one.values[column] ?? null)]),
    );
    const [id] = logger.pushBatch({ times: samples.map((one) => one.at), values });
    await logger.next((frame) => frame.cmd === 261 && frame.id === id, 60_000);
  }
  return { logger, name };
}

async function takePicture(page: Page, name: string): Promise<void> {
  if (SHOTS) await page.screenshot({ path: `${SHOTS}/${name}.png`, fullPage: true });
}

for (const [index, { language, ...device }] of WAYS.entries())
  test.describe(language, () => {
    test.use({ ...device, extraHTTPHeaders: { "CF-Connecting-IP": `198.51.100.${220 + index}` } });
    const say = speaker(language);
    const named = (key: string) => say(`charts:history.${key}`);

    test(`powers as a balance and the hours of a year are read by keyboard: ${language}`, async ({
      page,
    }) => {
      if (SHOTS) test.setTimeout(600_000);
      const problems = watchPage(page);
      await page.context().addCookies([{ name: "tbb_language", value: language, url }]);
      const { logger, name } = await connectPlant(index);
      await signIn(page, accountOf("chart-balance"));
      await openSite(page, name);
      const { search } = new URL(page.url());
      await page.goto(`/chart/history${search}&range=yesterday`);
      await awaitAlive(page);

      const power = page.getByRole("region", { name: named("power.title"), exact: true });
      const balance = power.getByRole("button", { name: named("power.balance"), exact: true });
      await expect(power.getByRole("slider")).toBeVisible();
      await takePicture(page, `curves-${language}`);
      await press(page, balance);
      await expect(page).toHaveURL(/power=balance/);
      await expect(balance).toBeFocused();
      const legend = power.getByRole("listitem");
      const sources = ["line.solar", "value.battery", "line.gridImport"].map(named);
      const sinks = ["line.load", "value.batteryCharge", "line.feedIn"].map(named);
      await expect(legend).toHaveText([...sources, ...sinks]);
      const slider = power.getByRole("slider");
      await tabTo(page, slider);
      await page.keyboard.press("Shift+ArrowRight");
      // Each side has its name, and each part its own value, which is never negative.
      const inOrder = [named("power.sources"), ...sources, named("power.sinks"), ...sinks];
      await expect(slider).toHaveAttribute("aria-valuetext", new RegExp(inOrder.join(".*")));
      await expect(slider).not.toHaveAttribute("aria-valuetext", /[-−]\d/);
      await takePicture(page, `balance-${language}`);
      // The stack closes up: what is hidden is not read either.
      await press(page, legend.nth(3).getByRole("button"));
      await tabTo(page, balance);
      await tabTo(page, slider);
      await expect(slider).not.toHaveAttribute("aria-valuetext", new RegExp(sinks[0] ?? ""));
      await page.keyboard.press("+");
      const whole = power.getByRole("button", { name: say("charts:states.wholeRange") });
      await press(page, whole);
      await expect(whole).toBeHidden();
      expect(await findBarriers(page)).toEqual([]);

      // The device remembers the choice, and the address does not need it.
      await page.goto(`/chart/history${search}&view=year`);
      await awaitAlive(page);
      await expect(balance).toHaveAttribute("aria-pressed", "true");
      await expect(legend).toHaveText([...sources, ...sinks]);
      await takePicture(page, `year-${language}`);

      const hours = page.getByRole("region", { name: named("hours.title"), exact: true });
      const map = hours.getByRole("slider");
      await tabTo(page, map);
      await page.keyboard.press("End");
      const kwh = /\d.*(Wh|kWh)/;
      await expect(map).toHaveAttribute("aria-valuetext", kwh);
      await page.keyboard.press("ArrowLeft");
      await page.keyboard.press("ArrowUp");
      await expect(map).toHaveAttribute("aria-valuetext", new RegExp(named("value.solar")));
      await page.keyboard.press("Home");
      // The first day of the year is before the data, but for some days of January.
      const yearOf = (at: number) => new Date(at).getUTCFullYear();
      const isBefore = yearOf(Date.now() - (PAST_DAYS + 2) * DAY_MS) === yearOf(Date.now());
      const first = isBefore ? named("hours.missing") : named("value.solar");
      await expect(map).toHaveAttribute("aria-valuetext", new RegExp(`\\d.* ${first}`));
      const consumption = hours.getByRole("button", { name: named("value.consumption") });
      await press(page, consumption);
      await expect(page).toHaveURL(/hours=consumption/);
      await tabTo(page, map);
      await page.keyboard.press("End");
      await page.keyboard.press("ArrowLeft");
      await expect(map).toHaveAttribute(
        "aria-valuetext",
        new RegExp(`${named("value.consumption")}.*\\d`),
      );
      await takePicture(page, `hours-${language}`);
      expect(await overflowOf(page)).toBeLessThanOrEqual(0);
      expect(await findBarriers(page)).toEqual([]);
      // The day before the last one opens.
      await tabTo(page, map);
      await page.keyboard.press("Enter");
      await expect(page).toHaveURL(/[?&]date=\d{4}-\d{2}-\d{2}/);
      await expect(hours).toBeHidden();
      expect(problems).toEqual([]);
      if (SHOTS) {
        await takePictures(page, search, language);
        await takeGreyPictures(page, search);
      }
      logger.stop();
    });
  });

/** Pictures of both charts as they are without colour vision, or with less of it. */
async function takeGreyPictures(page: Page, search: string): Promise<void> {
  const client = await page.context().newCDPSession(page);
  for (const type of ["deuteranopia", "achromatopsia"] as const) {
    await client.send("Emulation.setEmulatedVisionDeficiency", { type });
    for (const query of ["range=yesterday", "view=year"]) {
      await page.goto(`/chart/history${search}&${query}&power=balance`);
      await awaitAlive(page);
      await expect(page.locator("section[aria-busy=true]")).toHaveCount(0);
      const path = `${SHOTS}/${type}-${query.replace("=", "-")}.png`;
      await page.screenshot({ path, fullPage: true });
    }
  }
  await client.send("Emulation.setEmulatedVisionDeficiency", { type: "none" });
}

/** Pictures of both widths and appearances. */
async function takePictures(page: Page, search: string, language: string): Promise<void> {
  for (const width of [1280, 390])
    for (const colorScheme of ["light", "dark"] as const) {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme });
      for (const [name, query] of [
        ["day", "range=yesterday"],
        ["gap", "range=last3Days"],
        ["month", "view=month"],
        ["solar", "view=year"],
        ["consumption", "view=year&hours=consumption"],
        ["import", "view=year&hours=gridImport"],
      ] as const) {
        await page.goto(`/chart/history${search}&${query}&power=balance`);
        await awaitAlive(page);
        await expect(page.locator("section[aria-busy=true]")).toHaveCount(0);
        await page.waitForLoadState("networkidle");
        const slider = page.getByRole("slider").last();
        await slider.focus();
        await page.screenshot({
          path: `${SHOTS}/${name}-${language}-${width}-${colorScheme}.png`,
          fullPage: true,
        });
      }
    }
}
