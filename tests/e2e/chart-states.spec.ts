import { randomUUID } from "node:crypto";
import { expect, type Locator, type Page, test } from "@playwright/test";
import { HOUR_MS } from "#domain/units/durations.ts";
import { openLogger } from "../clean-room/logger-client.mjs";
import { readE2eServer } from "../support/e2e-server.ts";
import { findBarriers } from "../support/examine-page.ts";
import { awaitAlive, overflowOf, watchPage } from "../support/page-watch.ts";
import { openSite, signIn } from "../support/sign-in.ts";
import { accountOf, spareSiteOf } from "../support/spare-sites.ts";
import { patternsOf } from "../support/text-patterns.ts";
import { speaker } from "../support/texts.ts";

const say = speaker("en");
const pattern = patternsOf("en");
const { url } = readE2eServer();
const { serial, secret, name } = spareSiteOf("chart-states");

const INVERTER = "003311";
const inverter = say("equipment:type.Inverter");

const picker = (page: Page) => page.locator("button[aria-haspopup=dialog][popovertarget]");
const range = (page: Page) => picker(page).locator("[data-range]");
const card = (page: Page) => page.getByRole("region", { name: inverter, exact: true });
const widthOf = async (chart: Locator) => (await chart.boundingBox())?.width ?? 0;

/** What an inverter said of itself before anybody looked; it stays as it was said last. */
async function reportStates(): Promise<void> {
  const logger = openLogger({ url, serial, secret, sample: false });
  await logger.ready(20_000);
  const report = (status: string, hoursAgo: number) => ({
    address: INVERTER,
    status,
    at: logger.now() - hoursAgo * HOUR_MS,
  });
  const id = randomUUID();
  const statuses = [report("charge", 960), report("fault", 480), report("invert", 479)];
  logger.send({ cmd: 264, id, statuses });
  await logger.next((frame) => frame.cmd === 265 && frame.id === id, 20_000);
  logger.stop();
}

test("the states of equipment over any time, beside each other, by hand and by keyboard", async ({
  page,
}) => {
  await reportStates();
  const complaints = watchPage(page);
  await signIn(page, accountOf("chart-states"));
  await openSite(page, name);
  await page.getByRole("link", { name: say("common:navigation.charts"), exact: true }).click();
  await page.getByRole("link", { name: say("charts:tabs.statecurve"), exact: true }).click();
  await awaitAlive(page);
  const chart = page.getByRole("slider", { name: say("charts:states.chart", { name: inverter }) });
  await expect(chart.locator("canvas")).toBeVisible();
  expect((await chart.boundingBox())?.height).toBe(450);
  await expect(card(page).getByText(say("equipment:status.invert"), { exact: true })).toBeVisible();

  await expect(picker(page)).toContainText(say("charts:range.presets.today"));
  await expect(page.getByRole("button", { name: say("charts:states.dayAfter") })).toBeDisabled();
  await page.getByRole("button", { name: say("charts:states.dayBefore") }).click();
  await expect(picker(page)).toContainText(say("charts:range.presets.yesterday"));

  await picker(page).press("Enter");
  const panel = page.getByRole("dialog", { name: say("charts:range.label") });
  const from = panel.getByRole("textbox", { name: say("charts:range.from") });
  await from.fill("2026-02-30");
  await from.press("Enter");
  await expect(panel.getByText(say("charts:range.errors.wrong"))).toBeVisible();
  await expect(from).toBeFocused();
  expect(await findBarriers(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await expect(panel).toBeHidden();
  await expect(picker(page)).toBeFocused();

  await picker(page).click();
  await panel.getByRole("button", { name: say("charts:range.presets.lastMonth") }).click();
  await expect(range(page)).toHaveText(/^\d{4}-\d\d-\d\d – \d{4}-\d\d-\d\d$/);
  await expect(card(page).getByText(say("equipment:status.fault"), { exact: true })).toBeVisible();
  await card(page).getByText(say("charts:states.asTable")).click();
  const row = new RegExp(`^${pattern("equipment:status.fault")} .* 1 hr$`);
  await expect(card(page).getByRole("row", { name: row })).toBeVisible();

  await chart.press("+");
  await expect(page.getByRole("button", { name: say("charts:states.wholeRange") })).toBeVisible();
  for (let step = 0; step < 10; step += 1) await chart.press("+");
  const length = () =>
    chart.evaluate((shown) => Number(shown.ariaValueMax) - Number(shown.ariaValueMin));
  await expect.poll(length).toBe(1_000);
  await chart.press("ArrowRight");
  const states = ["charge", "invert", "fault"].map((one) => pattern(`equipment:status.${one}`));
  const reading = new RegExp(`(${states.join("|")}).*${pattern("charts:range.from")} 2\\d{3}-`);
  await expect(chart).toHaveAttribute("aria-valuetext", reading);
  await page.getByRole("button", { name: say("charts:states.wholeRange") }).click();

  const wide = await widthOf(chart);
  await page.getByRole("radio", { name: say("charts:states.columns.of3") }).check();
  await expect.poll(() => widthOf(chart)).toBeLessThan(wide / 2);
  expect(await findBarriers(page)).toEqual([]);
  await page.reload();
  await expect(page.getByRole("radio", { name: say("charts:states.columns.of3") })).toBeChecked();

  await page.getByRole("radio", { name: say("charts:states.columns.compact") }).check();
  await expect(chart.locator("canvas")).toHaveCount(0);
  expect((await chart.boundingBox())?.height).toBeLessThanOrEqual(40);
  await chart.press("Home");
  await chart.press("ArrowRight");
  await expect(chart).toHaveAttribute("aria-valuetext", reading);
  expect(await findBarriers(page)).toEqual([]);
  await page.reload();
  await expect(
    page.getByRole("radio", { name: say("charts:states.columns.compact") }),
  ).toBeChecked();
  await expect(chart).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await overflowOf(page)).toBe(0);
  await page.getByRole("radio", { name: say("charts:states.columns.of1") }).check();
  await expect(chart.locator("canvas")).toBeVisible();
  await picker(page).click();
  await expect(panel).toBeInViewport({ ratio: 1 });
  await page.keyboard.press("Escape");
  expect(await overflowOf(page)).toBe(0);
  expect(complaints).toEqual([]);
});
