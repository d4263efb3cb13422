import { expect, type Page, test } from "@playwright/test";
import { readE2eServer } from "../support/e2e-server.ts";
import { openSite, signIn } from "../support/sign-in.ts";

const { accounts, fleet } = readE2eServer();
const names = fleet.sites.filter((site) => site.group === "demo").map((site) => site.name);
const [wanted] = names;
if (wanted === undefined) throw new Error("the fleet has no demo site");

const menu = (page: Page) => page.getByRole("navigation", { name: "Main" }).getByRole("link");

test("the demo account sees the sites and watches them live", async ({ page }) => {
  await signIn(page, accounts.demo);
  for (const name of names)
    await expect(page.getByRole("link", { name, exact: true })).toBeVisible();
  await openSite(page, wanted);
  await expect(page.locator("[data-connection]")).toHaveText("Live");
  await expect(page.locator("[data-look=current]")).toBeVisible();
  await expect(page.locator("[data-node=load]")).toContainText("W");
});

test("the demo account has nothing to switch with, and no menu that is not for it", async ({
  page,
}) => {
  await signIn(page, accounts.demo);
  await expect(menu(page)).toHaveText(["My installations"]);
  await openSite(page, wanted);
  await expect(page.locator("[data-connection]")).toHaveText("Live");
  await expect(menu(page)).toHaveText(["All installations", "Realtime", "History"]);
  await expect(page.getByRole("heading", { name: "Inverters" })).toHaveCount(0);
  await expect(page.getByRole("button", { name: /Switch o/ })).toHaveCount(0);
});
