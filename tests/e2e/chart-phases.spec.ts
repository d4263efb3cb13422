import { expect, type Page, test } from "@playwright/test";
import type { Language } from "#domain/languages.ts";
import { HOUR_MS, MINUTE_MS } from "#domain/units/durations.ts";
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
import { findSmallTargets } from "../support/touch-targets.ts";

const { url } = readE2eServer();
const spares = spareSitesOf("chart-phases");
/** A demo site with three phases, a grid, a generator and several inverters. */
const SITE = DEMO_SITES.find(({ serial }) => serial === "DEMO-CN-09");
const PAST_MS = 6 * HOUR_MS;
/** Directory for pictures of the pages, for a look at them; none by default. */
const SHOTS = process.env.PHASE_SHOTS;

const WAYS = [
  { language: "en", viewport: { width: 1280, height: 900 }, colorScheme: "light" },
  { language: "ar", viewport: { width: 390, height: 844 }, colorScheme: "dark" },
] as const satisfies { language: Language; [name: string]: unknown }[];

/** A spare site with the plant of the demo site, whose logger is connected and has sent some hours. */
async function connectPlant(index: number) {
  const spare = spares[index];
  if (!SITE?.profile || spare === undefined) throw new Error("no plant or no spare site");
  const { serial, secret, name } = spare;
  const { systemType, systemCode } = SITE;
  const until = Date.now() - MINUTE_MS;
  const start = until - PAST_MS;
  const plant = makePlant({ ...SITE, secret: "s", profile: SITE.profile }, 1, start);
  const samples = plant.sample(until, 5 * MINUTE_MS);
  const options = { url, serial, secret, systemType, systemCode, waitScale: 0.05 };
  const logger = openLogger({ ...options, equipment: plant.equipment, sample: false });
  await logger.ready(20_000);
  const values = Object.fromEntries(
    plant.columns.map((address, column) => [
      address,
      samples.map((one) => one.values[column] ?? null),
    ]),
  );
  const [id] = logger.pushBatch({ times: samples.map(({ at }) => at), values });
  await logger.next((frame) => frame.cmd === 261 && frame.id === id, 20_000);
  return { logger, name };
}

async function takePicture(page: Page, name: string): Promise<void> {
  if (SHOTS) await page.screenshot({ path: `${SHOTS}/${name}.png`, fullPage: true });
}

/** Counts the requests for the curves of registers. */
function countCurves(page: Page): () => number {
  let count = 0;
  page.on("request", (request) => {
    if (request.url().endsWith("/chart/periodrecord/curve")) count += 1;
  });
  return () => count;
}

for (const [index, { language, ...device }] of WAYS.entries())
  test.describe(language, () => {
    test.use({ ...device, extraHTTPHeaders: { "CF-Connecting-IP": `198.51.100.${210 + index}` } });
    const say = speaker(language);
    const part = (name: string) => say(`charts:history.part.${name}`);
    const titleOf = (name: string, quantity: string) =>
      say(`charts:history.phases.${name === "battery" ? "battery" : "title"}`, {
        part: part(name),
        quantity: say(`charts:history.quantity.${quantity}`),
      });

    test(`load, input, inverter, generator and battery by phase are chosen by keyboard, also by a viewer of a link: ${language}`, async ({
      page,
      browser,
    }) => {
      const problems = watchPage(page);
      await page.context().addCookies([{ name: "tbb_language", value: language, url }]);
      const { logger, name } = await connectPlant(index);
      await signIn(page, accountOf("chart-phases"));
      await openSite(page, name);
      const { search } = new URL(page.url());
      const requests = countCurves(page);
      await page.goto(`/chart/history${search}&range=last24Hours`);
      await awaitAlive(page);
      const card = (what: string, quantity: string) =>
        page.getByRole("region", { name: titleOf(what, quantity), exact: true });
      const legend = (what: string, quantity: string) => card(what, quantity).getByRole("listitem");
      await expect(legend("load", "power")).toHaveText(
        ["U", "V", "W"].map((phase) => say(`charts:history.line.phase${phase}`)),
      );
      // The first curves are those that the page has anyway.
      await expect(page.locator("section[aria-busy=true]")).toHaveCount(0);
      const before = requests();
      const choice = page.getByLabel(say("charts:history.phases.part"), { exact: true });
      const parts = ["load", "criticalLoad", "normalLoad", "inverter", "acInput", "generator"];
      await expect(choice.locator("option")).toHaveText([...parts, "solar", "battery"].map(part));

      // Another quantity of the same part, then another part.
      const voltage = say("charts:history.quantity.voltage");
      await press(page, card("load", "power").getByRole("button", { name: voltage, exact: true }));
      await expect(legend("load", "voltage")).toHaveCount(3);
      expect(requests()).toBe(before + 1);
      await expect(page).toHaveURL(/phases=load\.voltage/);
      const slider = card("load", "voltage").getByRole("slider");
      await tabTo(page, slider);
      // The data is in the last quarter of the day.
      await expect(async () => {
        await page.keyboard.press("Shift+ArrowRight");
        expect(await slider.getAttribute("aria-valuetext")).toMatch(/U .*V .*W /);
      }).toPass();
      await takePicture(page, `voltage-${language}`);
      // The quantity stays as far as the next part has it.
      for (const [what, first, quantity] of [
        ["inverter", "power", "power"],
        ["criticalLoad", "power", "power"],
        ["acInput", "power", "voltage"],
        ["generator", "voltage", "voltage"],
        ["battery", "voltage", "voltage"],
      ] as const) {
        await tabTo(page, choice);
        await choice.selectOption(what);
        await expect(card(what, first)).toBeVisible();
        const wanted = say(`charts:history.quantity.${quantity}`);
        const button = card(what, first).getByRole("button", { name: wanted, exact: true });
        if (first !== quantity) await press(page, button);
        await expect(legend(what, quantity)).toHaveCount(what === "battery" ? 1 : 3);
        await expect(card(what, quantity).getByRole("slider")).toBeVisible();
        await takePicture(page, `${what}-${language}`);
      }

      // The same after a reload, and of one of several batteries.
      const soc = say("charts:history.quantity.soc");
      await card("battery", "voltage").getByRole("button", { name: soc, exact: true }).click();
      await page.reload();
      await awaitAlive(page);
      await expect(legend("battery", "soc")).toHaveCount(1);
      const equipment = page.getByLabel(say("charts:history.phases.equipment"), { exact: true });
      await expect(equipment.locator("option")).toHaveCount(5);
      await equipment.selectOption({ index: 2 });
      await expect(page).toHaveURL(/phases=battery\.soc\.008C/);
      await expect(legend("battery", "soc")).toHaveCount(1);
      expect(await findBarriers(page)).toEqual([]);
      expect(await overflowOf(page)).toBeLessThanOrEqual(0);
      expect(problems).toEqual([]);

      // A viewer of a link has the curves of the site as a whole, whatever the address names.
      await page.goto(`/realtime${search}#share`);
      await awaitAlive(page);
      const dialog = page.getByRole("dialog", { name: say("share:dialog.title") });
      await dialog.getByRole("checkbox", { name: say("share:dialog.enable") }).click();
      const link = dialog.getByLabel(say("share:dialog.link"), { exact: true });
      await expect(link).toHaveValue(/\/share\?tk=/);
      const context = await browser.newContext({
        ...{ baseURL: url, viewport: device.viewport, colorScheme: device.colorScheme },
        extraHTTPHeaders: { "CF-Connecting-IP": `198.51.100.${212 + index}` },
      });
      await context.addCookies([{ name: "tbb_language", value: language, url }]);
      const viewer = await context.newPage();
      const troubles = watchPage(viewer);
      const address = await link.inputValue();
      await viewer.goto(`${address}&show=history&range=last24Hours&phases=inverter.power.008E11`);
      await awaitAlive(viewer);
      const seen = viewer.getByLabel(say("charts:history.phases.part"), { exact: true });
      await expect(seen.locator("option")).toHaveText(
        ["load", "acInput", "generator", "solar", "battery"].map(part),
      );
      await seen.selectOption("acInput");
      const region = viewer.getByRole("region", { name: titleOf("acInput", "power"), exact: true });
      await expect(region.getByRole("listitem")).toHaveCount(3);
      await takePicture(viewer, `share-${language}`);
      expect(await findBarriers(viewer)).toEqual([]);
      expect(troubles).toEqual([]);
      await context.close();
      logger.stop();
    });
  });

test.describe("on a phone", () => {
  test.use({
    ...{ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
    extraHTTPHeaders: { "CF-Connecting-IP": "198.51.100.214" },
  });

  test("the choice of curves by phase has targets for fingers", async ({ page }) => {
    const say = speaker("en");
    const { logger, name } = await connectPlant(0);
    await signIn(page, accountOf("chart-phases"));
    await openSite(page, name);
    const { search } = new URL(page.url());
    await page.goto(`/chart/history${search}&range=last24Hours&phases=acInput.current.008E11`);
    await awaitAlive(page);
    await expect(
      page.getByLabel(say("charts:history.phases.equipment"), { exact: true }),
    ).toBeVisible();
    expect(await findSmallTargets(page)).toEqual([]);
    expect(await overflowOf(page)).toBeLessThanOrEqual(0);
    logger.stop();
  });
});
