import { randomUUID } from "node:crypto";
import { expect, type Locator, type Page, test } from "@playwright/test";
import { openLogger } from "../clean-room/logger-client.mjs";
import { readE2eServer } from "../support/e2e-server.ts";
import { findBarriers } from "../support/examine-page.ts";
import { awaitAlive, overflowOf, watchPage } from "../support/page-watch.ts";
import { openSite, signIn } from "../support/sign-in.ts";

const { accounts, fleet, url } = readE2eServer();
const spare = fleet.sites.filter((site) => site.group === "spare").at(-3);
if (spare === undefined) throw new Error("the fleet has too few spare sites");
const { serial, secret, name } = spare;

const HOUR_MS = 3_600_000;
const INVERTER = "003311";

const picker = (page: Page) => page.locator("button[aria-haspopup=dialog][popovertarget]");
const range = (page: Page) => picker(page).locator("[data-range]");
const card = (page: Page) => page.getByRole("region", { name: "Inverter", exact: true });
const widthOf = async (chart: Locator) => (await chart.boundingBox())?.width ?? 0;

/** What an inverter said of itself before anybody looked; it stays as it was said last. */
async function tellStates(): Promise<void> {
  const logger = openLogger({ url, serial, secret, sample: false });
  await logger.ready(20_000);
  const told = (status: string, hoursAgo: number) => ({
    ...{ address: INVERTER, status, at: logger.now() - hoursAgo * HOUR_MS },
  });
  const id = randomUUID();
  const statuses = [told("charge", 960), told("fault", 480), told("invert", 479)];
  logger.send({ cmd: 264, id, statuses });
  await logger.next((frame) => frame.cmd === 265 && frame.id === id, 20_000);
  logger.stop();
}

test("the states of equipment over any time, beside each other, by hand and by keyboard", async ({
  page,
}) => {
  await tellStates();
  const complaints = watchPage(page);
  await signIn(page, accounts.fleet);
  await openSite(page, name);
  await page.getByRole("link", { name: "History", exact: true }).click();
  await page.getByRole("link", { name: "States", exact: true }).click();
  await awaitAlive(page);
  const chart = page.getByRole("slider", { name: "States of Inverter over time" });
  await expect(chart.locator("canvas")).toBeVisible();
  expect((await chart.boundingBox())?.height).toBe(450);
  await expect(card(page).getByText("Invert", { exact: true })).toBeVisible();

  await expect(picker(page)).toContainText("Today");
  await expect(page.getByRole("button", { name: "A day later" })).toBeDisabled();
  await page.getByRole("button", { name: "A day earlier" }).click();
  await expect(picker(page)).toContainText("Yesterday");

  await picker(page).press("Enter");
  const panel = page.getByRole("dialog", { name: "Choose a time range" });
  const from = panel.getByRole("textbox", { name: "From" });
  await from.fill("2026-02-30");
  await from.press("Enter");
  await expect(panel.getByText("Please type it as yyyy-MM-dd HH:mm:ss")).toBeVisible();
  await expect(from).toBeFocused();
  expect(await findBarriers(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await expect(panel).toBeHidden();
  await expect(picker(page)).toBeFocused();

  await picker(page).click();
  await panel.getByRole("button", { name: "Last month" }).click();
  await expect(range(page)).toHaveText(/^\d{4}-\d\d-\d\d – \d{4}-\d\d-\d\d$/);
  await expect(card(page).getByText("Fault", { exact: true })).toBeVisible();
  await card(page).getByText("As a table").click();
  await expect(card(page).getByRole("row", { name: /^Fault .* 1 hr$/ })).toBeVisible();

  await chart.press("+");
  await expect(page.getByRole("button", { name: "Whole range" })).toBeVisible();
  for (let step = 0; step < 10; step += 1) await chart.press("+");
  const length = () =>
    chart.evaluate((shown) => Number(shown.ariaValueMax) - Number(shown.ariaValueMin));
  await expect.poll(length).toBe(1_000);
  await chart.press("ArrowRight");
  await expect(chart).toHaveAttribute("aria-valuetext", /(Charge|Invert|Fault).*From 2\d{3}-/);
  await page.getByRole("button", { name: "Whole range" }).click();

  const wide = await widthOf(chart);
  await page.getByRole("radio", { name: "Three columns" }).check();
  await expect.poll(() => widthOf(chart)).toBeLessThan(wide / 2);
  expect(await findBarriers(page)).toEqual([]);
  await page.reload();
  await expect(page.getByRole("radio", { name: "Three columns" })).toBeChecked();

  await page.setViewportSize({ width: 390, height: 844 });
  await expect(chart.locator("canvas")).toBeVisible();
  await picker(page).click();
  await expect(panel).toBeInViewport({ ratio: 1 });
  await page.keyboard.press("Escape");
  expect(await overflowOf(page)).toBe(0);
  expect(complaints).toEqual([]);
});
