import { expect, test } from "@playwright/test";
import { readE2eServer } from "../support/e2e-server.ts";
import { findBarriers } from "../support/examine-page.ts";
import { awaitAlive, overflowOf } from "../support/page-watch.ts";
import { signIn } from "../support/sign-in.ts";
import { accountOf } from "../support/spare-sites.ts";
import { speaker } from "../support/texts.ts";
import { findSmallTargets } from "../support/touch-targets.ts";

const { accounts } = readE2eServer();

test("the dashboard shows all sites and leads to those of a status", async ({ page }) => {
  const english = speaker("en");
  await signIn(page, accounts.owner);
  await page.getByRole("link", { name: english("common:navigation.dashboard") }).click();
  await page.waitForURL("**/dashboard");
  for (const title of ["power", "today", "alarms", "attention", "firmware"] as const)
    await expect(
      page.getByRole("region", { name: english(`dashboard:${title}.title`) }),
    ).toBeVisible();
  const ring = page.getByRole("region", { name: english("dashboard:states.title") });
  await ring.getByRole("link").first().click();
  await page.waitForURL("**/sitelist?status=*");
});

test("in Arabic on a phone it fits the window, and has no barriers and no small targets", async ({
  browser,
}) => {
  const { url } = readE2eServer();
  const context = await browser.newContext({
    baseURL: url,
    hasTouch: true,
    viewport: { width: 390, height: 844 },
    reducedMotion: "reduce",
  });
  const page = await context.newPage();
  const { origin } = new URL(url);
  await context.addCookies([{ name: "tbb_language", value: "ar", url: origin }]);
  await signIn(page, accountOf("dashboard"));
  await page.goto("/dashboard");
  await awaitAlive(page);
  const arabic = speaker("ar");
  await expect(
    page.getByRole("heading", { level: 1, name: arabic("dashboard:title") }),
  ).toBeVisible();
  expect(await findBarriers(page)).toEqual([]);
  expect(await overflowOf(page)).toBe(0);
  expect(await findSmallTargets(page)).toEqual([]);
  await context.close();
});
