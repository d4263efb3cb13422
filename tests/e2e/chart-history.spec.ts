import { expect, type Page, test } from "@playwright/test";
import { readE2eServer } from "../support/e2e-server.ts";
import { findBarriers } from "../support/examine-page.ts";
import { awaitAlive, overflowOf, watchPage } from "../support/page-watch.ts";
import { openSite, signIn } from "../support/sign-in.ts";
import { patternsOf } from "../support/text-patterns.ts";
import { speaker } from "../support/texts.ts";

const say = speaker("en");
const pattern = patternsOf("en");
const { accounts } = readE2eServer();
const SITE = "Casa da Oliveira";

test.use({ extraHTTPHeaders: { "CF-Connecting-IP": "198.51.100.47" } });

const bars = (page: Page) =>
  page.getByRole("region", { name: new RegExp(`^${pattern("charts:history.energy")}`) });
const next = (page: Page) => page.getByRole("button", { name: say("charts:history.next") });

async function openHistory(page: Page): Promise<void> {
  await signIn(page, accounts.owner);
  await openSite(page, SITE);
  await page.getByRole("link", { name: say("common:navigation.charts"), exact: true }).click();
  await page.waitForURL("**/chart/history?**");
  await awaitAlive(page);
  await expect(
    page.getByRole("region", { name: say("charts:history.power.title") }).getByRole("slider"),
  ).toBeVisible();
}

test("a site's past: a day back, a month and its bars, and the same again after a reload", async ({
  page,
}) => {
  const faults = watchPage(page);
  await openHistory(page);
  const life = page.getByRole("region", { name: say("charts:history.summary.total") });
  await expect(life.getByText(/\d\sMWh/).first()).toBeVisible();
  await expect(next(page)).toBeDisabled();

  await page.getByRole("button", { name: say("charts:history.previous") }).click();
  await expect(page).toHaveURL(/[?&]date=\d{4}-\d{2}-\d{2}/);
  await next(page).click();
  await expect(next(page)).toBeDisabled();
  await expect(page).not.toHaveURL(/date=/);

  await page.getByRole("button", { name: say("charts:history.view.month"), exact: true }).click();
  await expect(page).toHaveURL(/[?&]view=month/);
  const solar = say("charts:history.chart.solar");
  await bars(page).getByRole("button", { name: solar, exact: true }).click();
  const energy = say("charts:history.energy", { chart: solar });
  const chart = page.getByRole("region", { name: energy }).getByRole("slider");
  // A logger that has just started has sent no energy yet.
  await expect(async () => {
    await page.reload();
    await expect(bars(page)).toHaveAttribute("aria-busy", "false");
    await expect(chart).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await expect(page).toHaveURL(/key=.*role=.*view=month.*chart=solar/);
  await page.getByText(say("charts:history.table.open")).click();
  await expect(page.getByRole("row").nth(27)).toBeVisible();
  await chart.press("Home");
  await expect(chart).toHaveAttribute(
    "aria-valuetext",
    new RegExp(`\\d{4}, ${pattern("charts:history.value.solar")} .+\\(.+\\)`),
  );
  const sums = page.getByRole("region", { name: say("charts:history.sums.label") });
  await expect(sums.getByText(say("charts:history.sums.selfSufficiency"))).toBeVisible();
  expect(await findBarriers(page)).toEqual([]);
  expect(faults).toEqual([]);
});

test("the period goes with the user from tab to tab, and the powers zoom by keys", async ({
  page,
}) => {
  await openHistory(page);
  const view = page.getByRole("group", { name: say("charts:history.view.label") });
  await view.getByRole("button", { name: say("charts:history.view.month"), exact: true }).click();
  await expect(page).toHaveURL(/[?&]view=month/);
  await page.getByRole("link", { name: say("charts:tabs.advancedcurve"), exact: true }).click();
  await expect(page).toHaveURL(/advancedcurve\?.*from=\d+&to=\d+/);
  await page.getByRole("link", { name: say("charts:tabs.history"), exact: true }).click();
  await expect(page).toHaveURL(/history\?.*from=\d+&to=\d+/);
  await view.getByRole("button", { name: say("charts:history.view.day"), exact: true }).click();
  const power = page.getByRole("region", { name: say("charts:history.power.title") });
  const chart = power.getByRole("slider");
  const whole = power.getByRole("button", { name: say("charts:states.wholeRange") });
  await chart.press("End");
  await chart.press("+");
  await expect(whole).toBeVisible();
  await whole.click();
  await expect(whole).toBeHidden();
});

test("on a narrow window a shortcut is picked, and nothing overflows", async ({ page }) => {
  await openHistory(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await page
    .locator("[aria-haspopup=dialog]", { hasText: say("charts:range.shortcuts.today") })
    .click();
  await page.getByRole("button", { name: say("charts:range.shortcuts.last7Days") }).click();
  await expect(page).toHaveURL(/range=last7Days/);
  await expect(bars(page)).toHaveAttribute("aria-busy", "false");
  expect(await overflowOf(page)).toBeLessThanOrEqual(0);
  expect(await findBarriers(page)).toEqual([]);
});
