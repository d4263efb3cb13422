import { expect, type Page, test } from "@playwright/test";
import { readE2eServer } from "../support/e2e-server.ts";
import { LIST_CELL } from "../support/list-cells.ts";
import { overflowOf } from "../support/page-watch.ts";
import { openSite, signIn } from "../support/sign-in.ts";
import { speaker } from "../support/texts.ts";

const say = speaker("en");

// There is no language yet that is written so: the pages are turned round as they would be for one.
const { accounts, fleet } = readE2eServer();
const demo = fleet.sites.find((site) => site.group === "demo");
if (demo === undefined) throw new Error("the fleet has no demo site");
const wide = { width: 1440, height: 900 };
const phone = { width: 390, height: 844 };

async function turnRound(page: Page): Promise<void> {
  await page.evaluate(() => {
    document.documentElement.dir = "rtl";
  });
}

/** The left and right edge of the first of what is found, px from the left of the window. */
async function edgesOf(page: Page, selector: string): Promise<{ left: number; right: number }> {
  const box = await page.locator(selector).first().boundingBox();
  if (box === null) throw new Error(`${selector} is not on the page`);
  return { left: box.x, right: box.x + box.width };
}

async function openLive(page: Page): Promise<void> {
  await openSite(page, demo?.name ?? "");
  await expect(page.locator("[data-look=current]")).toBeVisible({ timeout: 20_000 });
  await expect(page.locator("[data-node=load] [dir=ltr]")).not.toHaveText("—");
}

test("from right to left the menu is on the right, and nothing is wider than the window", async ({
  page,
}) => {
  await page.setViewportSize(wide);
  await signIn(page, accounts.owner);
  await turnRound(page);
  expect((await edgesOf(page, "aside")).right).toBe(wide.width);
  expect(await overflowOf(page)).toBeLessThanOrEqual(0);
  const status = await edgesOf(page, LIST_CELL.status);
  expect(status.left).toBeGreaterThan((await edgesOf(page, LIST_CELL.name)).right - 1);
  await openLive(page);
  expect((await edgesOf(page, "aside")).right).toBe(wide.width);
  expect(await overflowOf(page)).toBeLessThanOrEqual(0);
  const grid = await edgesOf(page, "[data-node=grid]");
  expect(grid.right).toBeLessThan((await edgesOf(page, "[data-node=solar]")).left);
});

test("from right to left a phone shows the whole page", async ({ page }) => {
  await page.setViewportSize(phone);
  await signIn(page, accounts.owner);
  await turnRound(page);
  expect(await overflowOf(page)).toBeLessThanOrEqual(0);
  const menu = page.getByRole("button", { name: say("common:navigation.open") });
  expect((await menu.boundingBox())?.x).toBeGreaterThan(phone.width / 2);
  await openLive(page);
  expect(await overflowOf(page)).toBeLessThanOrEqual(0);
});

test("from right to left a unit stands after its number", async ({ page }) => {
  await signIn(page, accounts.owner);
  await turnRound(page);
  // The unit is within the figure, at its right end.
  const listed = await edgesOf(page, `${LIST_CELL.solar} small:not(:empty)`);
  const figure = await edgesOf(page, `${LIST_CELL.solar} b:has(small:not(:empty))`);
  expect(listed.right).toBeCloseTo(figure.right, 0);
  expect(listed.left).toBeGreaterThan(figure.left);
  await openLive(page);
  // The weather above it loads later, and has temperatures, too.
  const equipment = page.getByRole("region", { name: say("realtime:equipment.title") });
  const heat = equipment.locator("dd", { hasText: "°C" }).first();
  await expect(heat).toBeVisible();
  const unit = await heat.locator("[data-unit]").boundingBox();
  const whole = await heat.locator("[dir=ltr]").boundingBox();
  expect((unit?.x ?? 0) + (unit?.width ?? 0)).toBeCloseTo((whole?.x ?? 0) + (whole?.width ?? 0), 0);
});
