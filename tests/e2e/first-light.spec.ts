import { expect, type Page, test } from "@playwright/test";
import { openLogger } from "../clean-room/logger-client.mjs";
import { readE2eServer } from "../support/e2e-server.ts";
import { openSite, signIn } from "../support/sign-in.ts";

const server = readE2eServer();
const { accounts, ownLogger, url } = server;
const own = server.fleet.sites.find((site) => site.serial === ownLogger.serial);
const demo = server.fleet.sites.find((site) => site.group === "demo");
if (own === undefined || demo === undefined) throw new Error("the fleet has other sites");

const chip = (page: Page) => page.locator("[data-connection]");
const inverters = (page: Page) => page.locator("[data-inverters]");

async function switchInverters(page: Page, way: "off" | "on") {
  await page.getByRole("button", { name: `Switch ${way} …` }).click();
  const dialog = page.getByRole("alertdialog");
  await expect(dialog).toContainText(own?.name ?? "");
  await dialog.getByRole("button", { name: `Switch ${way}` }).click();
}

test("the owner switches the inverters off and on, and sees the proof", async ({ page }) => {
  const logger = openLogger({ url, ...ownLogger });
  await logger.ready(20_000);
  await signIn(page, accounts.owner);
  await openSite(page, own.name);
  await expect(inverters(page)).toHaveText("On");
  await switchInverters(page, "off");
  await expect(page.getByText("Done: the device reads back “Off”.")).toBeVisible();
  await expect(inverters(page)).toHaveText("Off");
  await switchInverters(page, "on");
  await expect(page.getByText("Done: the device reads back “On”.")).toBeVisible();
  await expect(inverters(page)).toHaveText("On");
  logger.stop();
});

test("with the logger killed between executing and answering the end is unknown, then read back", async ({
  page,
}) => {
  const dying = openLogger({ url, ...ownLogger, controls: "die" });
  await dying.ready(20_000);
  await signIn(page, accounts.owner);
  await openSite(page, own.name);
  await expect(inverters(page)).toHaveText("On");
  await switchInverters(page, "off");
  await expect(chip(page)).toContainText("No logger since");
  await expect(page.getByText("Unknown: it was sent, but the logger never answered.")).toBeVisible({
    timeout: 65_000,
  });
  const { memory, device } = dying;
  const back = openLogger({ url, ...ownLogger, memory, device });
  await back.ready(20_000);
  await expect(page.getByText("Read later, the device says “Off”.")).toBeVisible();
  await switchInverters(page, "on");
  await expect(page.getByText("Done: the device reads back “On”.")).toBeVisible();
  back.stop();
});

test("a monitor watches and has no button", async ({ page }) => {
  await signIn(page, accounts.monitor);
  await openSite(page, demo.name);
  await expect(chip(page)).toHaveText("Live");
  await expect(page.getByRole("heading", { name: "Energy flow" })).toBeVisible();
  await expect(page.getByRole("button", { name: /Switch o/ })).toHaveCount(0);
});

test("signing out ends at the login, which leads back to where one was", async ({ page }) => {
  await signIn(page, accounts.full);
  await openSite(page, demo.name);
  const where = page.url();
  await page.getByRole("button", { name: /^Account of/ }).click();
  await page.getByRole("banner").getByRole("button", { name: "Log out" }).click();
  await page.waitForURL("**/login?redirect=*");
  await page.getByLabel("Account or e-mail").fill(accounts.full.account);
  await page.getByLabel("Password", { exact: true }).fill(accounts.full.password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL(where);
});
