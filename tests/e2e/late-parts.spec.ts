import { expect, type Page, type Response, type Route, test } from "@playwright/test";
import { readE2eServer } from "../support/e2e-server.ts";
import { openSite, signIn } from "../support/sign-in.ts";
import { patternsOf } from "../support/text-patterns.ts";
import { speaker } from "../support/texts.ts";

const say = speaker("en");
const pattern = patternsOf("en");
const { accounts, fleet } = readE2eServer();
const site = fleet.sites.find(({ group }) => group === "demo");
if (site === undefined) throw new Error("the fleet has no demo site");
const TEXTS = /\/assets\/energy-[\w-]{8}\.js/;

const energy = (page: Page) => page.locator("[data-energy]");

test("a part whose texts fail to load offline removes nothing from the page, and appears later", async ({
  page,
  context,
}) => {
  const gone = Promise.withResolvers<void>();
  const asked = page.waitForRequest(TEXTS);
  const leave = async (route: Route) => {
    await gone.promise;
    await route.abort("internetdisconnected");
  };
  await page.route(TEXTS, leave, { times: 1 });
  await signIn(page, accounts.monitor);
  await asked;
  const failed = page.waitForEvent("requestfailed");
  await context.setOffline(true);
  gone.resolve();
  await failed;
  await expect(page.getByText(say("common:connectivity.offline"))).toBeVisible();
  await expect(page.getByRole("searchbox")).toBeVisible();
  await expect(energy(page)).toHaveCount(0);
  await context.setOffline(false);
  await expect(energy(page)).toBeVisible();
});

const refuse = (route: Route) => route.fulfill({ status: 503, body: "" });
const isRefused = (answer: Response) => answer.status() === 503;

test("texts that fail to load at first leave the page as it is, and appear later", async ({
  page,
}) => {
  const refused = page.waitForResponse(isRefused);
  await page.route(TEXTS, refuse, { times: 1 });
  await signIn(page, accounts.monitor);
  await refused;
  await expect(page.getByRole("searchbox")).toBeVisible();
  await expect(energy(page)).toBeVisible();
  await expect(page.getByRole("alert")).toHaveCount(0);
});

test("a part that fails to load at first appears later", async ({ page }) => {
  const refused = page.waitForResponse(isRefused);
  await page.route(/\/assets\/banner-strip-/, refuse, { times: 1 });
  await signIn(page, accounts.monitor);
  await openSite(page, site.name);
  await refused;
  await expect(page.getByRole("button", { name: say("branding:banner.show") })).toBeVisible();
  await expect(page.getByRole("alert")).toHaveCount(0);
});

test("a dialog that fails to load is reported, and opens at the next click", async ({ page }) => {
  await signIn(page, accounts.monitor);
  await page.setViewportSize({ width: 390, height: 844 });
  const menu = page.getByRole("button", { name: say("common:navigation.open") });
  await page.route(/\/assets\/navigation-drawer-/, refuse);
  await menu.click();
  await expect(page.getByRole("alert")).toHaveText(new RegExp(`^${pattern("problems:noServer")}`));
  await expect(menu).toHaveAttribute("aria-expanded", "false");
  await page.unroute(/\/assets\/navigation-drawer-/);
  await menu.click();
  await expect(page.getByRole("dialog").getByRole("link").first()).toBeVisible();
});
