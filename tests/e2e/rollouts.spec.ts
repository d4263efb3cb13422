import { expect, type Page, test } from "@playwright/test";
import { BoxedLogger } from "../support/boxed-logger.ts";
import { readE2eServer } from "../support/e2e-server.ts";
import { findBarriers } from "../support/examine-page.ts";
import { awaitAlive, overflowOf, watchPage } from "../support/page-watch.ts";
import { signIn } from "../support/sign-in.ts";
import { accountOf, spareSitesOf } from "../support/spare-sites.ts";
import { speaker } from "../support/texts.ts";
import { withAllSettings } from "../support/timetable-page.ts";
import { findSmallTargets } from "../support/touch-targets.ts";

const { accounts, minutes, url } = readE2eServer();
const [online, offline] = spareSitesOf("rollouts");
if (online === undefined || offline === undefined) throw new Error("there are too few spare sites");
const say = speaker("en");

/** Display brightness of the first inverter. */
const ADDRESS = "0033111004";
const TWICE = { timeout: 40_000 };

test.use({ extraHTTPHeaders: { "CF-Connecting-IP": "198.51.100.171" } });

/** Lets minutes pass for the sites in progress, and runs the job that advances rollouts. */
async function pass(count: number): Promise<void> {
  const { status } = await fetch(`${minutes}/${count}`, { method: "POST" });
  expect(status).toBe(204);
}

/** Ticks a site in the list of a new rollout, searched by its name. */
async function tickSite(page: Page, name: string): Promise<void> {
  await page.getByLabel(say("rollouts:pick.search")).fill(name);
  await page.getByRole("checkbox", { name }).check();
}

const status = (page: Page, name: string) =>
  page.locator("header").getByText(name, { exact: true });

test("a rollout is checked, started with its first site, stopped and undone", async ({ page }) => {
  const problems = watchPage(page);
  await page.setViewportSize({ width: 1280, height: 900 });
  using _ = new BoxedLogger(url, withAllSettings(online));
  await signIn(page, accountOf("rollouts"));
  await page.getByRole("link", { name: say("common:navigation.rollouts") }).click();
  await page.waitForURL("**/rollouts");
  // A site is offered as one that takes part as soon as its logger is connected.
  await expect(async () => {
    await page.goto("/rollouts?new");
    await awaitAlive(page);
    await page.getByLabel(say("rollouts:pick.search")).fill(online.name);
    const row = page.getByRole("listitem").filter({ hasText: online.name });
    await expect(row).toBeVisible({ timeout: 3_000 });
    await expect(row).not.toContainText(say("param:reason.offline"), { timeout: 1_000 });
  }).toPass(TWICE);
  await tickSite(page, online.name);
  await tickSite(page, offline.name);
  await expect(page.getByText(say("rollouts:pick.ticked", { count: 2 }))).toBeVisible();
  await expect(page.getByLabel(say("rollouts:pick.first"))).toHaveText(
    new RegExp(`^${online.name}`),
  );
  await page.getByLabel(say("rollouts:settings.search")).fill(ADDRESS);
  await page.getByRole("button", { name: /^Add Display/ }).click();
  const brightness = page.getByRole("list", { name: say("rollouts:settings.chosen") });
  await brightness.getByRole("textbox").fill("40");
  await page.getByLabel(say("rollouts:plan.maxFailedPercent")).fill("0");
  const begin = page.getByRole("button", { name: say("rollouts:new.submit") });
  await expect(begin).toHaveAttribute("aria-disabled", "true");
  await expect(page.getByText(say("rollouts:plan.aboveZero"))).toBeVisible();
  await page.getByLabel(say("rollouts:plan.maxFailedPercent")).fill("5");
  expect(await findBarriers(page)).toEqual([]);
  await begin.click();

  await page.waitForURL("**/rollouts?id=*");
  await expect(status(page, say("rollouts:status.checking"))).toBeVisible();
  await pass(0);
  const start = page.getByRole("button", { name: say("rollouts:start.submit", { count: 1 }) });
  await expect(start).toBeVisible();
  // The dry run has a reason for the site that is left out, and has written nothing.
  const left = page.getByRole("listitem").filter({ hasText: offline.name });
  await expect(left).toContainText(say("param:reason.offline"));
  expect(await findBarriers(page)).toEqual([]);
  await start.click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel(say("common:identity.password")).fill(accountOf("rollouts").password);
  await dialog.getByRole("button", { name: say("rollouts:start.submit", { count: 1 }) }).click();
  await expect(status(page, say("rollouts:status.running"))).toBeVisible();
  await pass(0);
  const first = page.getByRole("region", { name: say("rollouts:canary.title") });
  await expect(first).toContainText(online.name);
  await expect(first).toContainText(say("rollouts:look.working"));
  await expect(page.locator("[data-cells] [data-look='1']")).toHaveCount(1);
  expect(await findBarriers(page)).toEqual([]);

  await page.getByRole("button", { name: say("rollouts:stop.submit") }).click();
  await page.getByRole("button", { name: say("rollouts:stop.confirm") }).click();
  await expect(status(page, say("rollouts:status.stopped"))).toBeVisible();
  await expect(page.getByText(say("rollouts:stopReason.byUser"))).toBeVisible();
  // The site in progress comes to its end: it has an hour to report it.
  await pass(61);
  await page.getByRole("button", { name: say("rollouts:undo.submit") }).click();
  await page.waitForURL((address) => address.search !== "" && !address.search.includes("new"));
  await expect(page.getByRole("heading", { level: 1 })).toContainText(
    say("rollouts:task.undo", { name: "" }).trim(),
  );
  await page.getByRole("button", { name: say("rollouts:stop.discard") }).click();
  await page.getByRole("button", { name: say("rollouts:stop.discardConfirm") }).click();
  await expect(status(page, say("rollouts:status.stopped"))).toBeVisible();
  await pass(0);
  expect(problems).toEqual([]);
});

test("in Arabic on a phone the pages fit the window, and have no barriers and no small targets", async ({
  browser,
}) => {
  const arabic = speaker("ar");
  const context = await browser.newContext({
    baseURL: url,
    hasTouch: true,
    viewport: { width: 390, height: 844 },
    colorScheme: "dark",
    reducedMotion: "reduce",
  });
  const page = await context.newPage();
  const { origin } = new URL(url);
  await page.context().addCookies([{ name: "tbb_language", value: "ar", url: origin }]);
  await signIn(page, accountOf("rollouts"));
  for (const [address, title] of [
    ["/rollouts", arabic("rollouts:title")],
    ["/rollouts?new", arabic("rollouts:new.title")],
  ] as const) {
    await page.goto(address);
    await awaitAlive(page);
    await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
    if (address.endsWith("new"))
      await expect(page.getByRole("list", { name: arabic("rollouts:pick.title") })).toBeVisible();
    expect(await findBarriers(page), address).toEqual([]);
    expect(await overflowOf(page), address).toBe(0);
    expect(await findSmallTargets(page), address).toEqual([]);
  }
  await page.goto("/rollouts");
  await page
    .getByRole("list", { name: arabic("rollouts:list") })
    .getByRole("link")
    .first()
    .click();
  await page.waitForURL("**/rollouts?id=*");
  await expect(page.getByRole("heading", { name: arabic("rollouts:waves.title") })).toBeVisible();
  expect(await findBarriers(page)).toEqual([]);
  expect(await overflowOf(page)).toBe(0);
  expect(await findSmallTargets(page)).toEqual([]);
  await context.close();
});

test("the demo account has no rollouts", async ({ page }) => {
  await signIn(page, accounts.demo);
  for (const address of ["/rollouts", "/rollouts?new", "/rollouts?id=1"]) {
    await page.goto(address);
    await page.waitForURL("**/sitelist?notice=notAllowed");
  }
});
