import { expect, type Page, test } from "@playwright/test";
import { openLogger } from "../clean-room/logger-client.mjs";
import { accountMenu } from "../support/account-menu.ts";
import { readE2eServer } from "../support/e2e-server.ts";
import { openSite, signIn } from "../support/sign-in.ts";
import { switchButtons } from "../support/switch-buttons.ts";
import { patternsOf } from "../support/text-patterns.ts";
import { speaker } from "../support/texts.ts";

const say = speaker("en");
const pattern = patternsOf("en");
const server = readE2eServer();
const { accounts, ownLogger, url } = server;
const own = server.fleet.sites.find((site) => site.serial === ownLogger.serial);
const demo = server.fleet.sites.find((site) => site.group === "demo");
if (own === undefined || demo === undefined) throw new Error("the fleet has other sites");

const chip = (page: Page) => page.locator("[data-connection]");
const inverters = (page: Page) => page.locator("[data-inverters]");

/** How a command ended whose register was read back. */
const end = (how: string, value: "off" | "on") =>
  say(`realtime:control.end.${how}`, { readBack: say(`registers:option.${value}`) });

async function switchInverters(page: Page, way: "off" | "on") {
  const turn = way === "off" ? "Off" : "On";
  await page.getByRole("button", { name: say(`realtime:control.switch${turn}`) }).click();
  const dialog = page.getByRole("alertdialog");
  await expect(dialog).toContainText(own?.name ?? "");
  await dialog.getByRole("button", { name: say(`realtime:control.dialog.confirm${turn}`) }).click();
}

test("the owner switches the inverters off and on, and sees the proof", async ({ page }) => {
  const logger = openLogger({ url, ...ownLogger });
  await logger.ready(20_000);
  await signIn(page, accounts.owner);
  await openSite(page, own.name);
  await expect(inverters(page)).toHaveText(say("realtime:control.state.on"));
  await switchInverters(page, "off");
  await expect(page.getByText(end("success", "off"))).toBeVisible();
  await expect(inverters(page)).toHaveText(say("realtime:control.state.off"));
  await switchInverters(page, "on");
  await expect(page.getByText(end("success", "on"))).toBeVisible();
  await expect(inverters(page)).toHaveText(say("realtime:control.state.on"));
  logger.stop();
});

test("if the logger dies between executing and answering, the result is unknown, then read back", async ({
  page,
}) => {
  const dying = openLogger({ url, ...ownLogger, controls: "die" });
  await dying.ready(20_000);
  await signIn(page, accounts.owner);
  await openSite(page, own.name);
  await expect(inverters(page)).toHaveText(say("realtime:control.state.on"));
  await switchInverters(page, "off");
  await expect(chip(page)).toContainText(new RegExp(pattern("site:connection.noLogger")));
  await expect(page.getByText(say("realtime:control.end.unknown"))).toBeVisible({
    timeout: 65_000,
  });
  const { memory, device } = dying;
  const back = openLogger({ url, ...ownLogger, memory, device });
  await back.ready(20_000);
  await expect(page.getByText(end("unknownRead", "off"))).toBeVisible();
  await switchInverters(page, "on");
  await expect(page.getByText(end("success", "on"))).toBeVisible();
  back.stop();
});

test("a monitor watches and has no switch", async ({ page }) => {
  await signIn(page, accounts.monitor);
  await openSite(page, demo.name);
  await expect(chip(page)).toHaveText(say("site:connection.live"));
  await expect(page.getByRole("heading", { name: say("realtime:flow.title") })).toBeVisible();
  await expect(switchButtons(page)).toHaveCount(0);
});

test("signing out leads to the login, which leads back to the previous page", async ({ page }) => {
  await signIn(page, accounts.full);
  await openSite(page, demo.name);
  const where = page.url();
  await accountMenu(page).click();
  await page
    .getByRole("banner")
    .getByRole("button", { name: say("common:user.logout") })
    .click();
  await page.waitForURL("**/login?redirect=*");
  await page.getByLabel(say("login:account")).fill(accounts.full.account);
  await page.getByLabel(say("login:password"), { exact: true }).fill(accounts.full.password);
  await page.getByRole("button", { name: say("login:submit") }).click();
  await page.waitForURL(where);
});
