import { expect, type Page, test } from "@playwright/test";
import { readE2eServer } from "../support/e2e-server.ts";
import { openSite, signIn } from "../support/sign-in.ts";
import { switchButtons } from "../support/switch-buttons.ts";
import { speaker } from "../support/texts.ts";

const say = speaker("en");
const { accounts, fleet } = readE2eServer();
const names = fleet.sites.filter((site) => site.group === "demo").map((site) => site.name);
const [wanted] = names;
if (wanted === undefined) throw new Error("the fleet has no demo site");

const menu = (page: Page) =>
  page.getByRole("navigation", { name: say("common:navigation.label") }).getByRole("link");

test("the demo account sees the sites and watches them live", async ({ page }) => {
  await signIn(page, accounts.demo);
  for (const name of names)
    await expect(page.getByRole("link", { name, exact: true })).toBeVisible();
  await openSite(page, wanted);
  await expect(page.locator("[data-connection]")).toHaveText(say("site:connection.live"));
  await expect(page.locator("[data-look=current]")).toBeVisible();
  await expect(page.locator("[data-node=load]")).toContainText("W");
});

test("the demo account has no switch, and no menu entry that is closed to it", async ({ page }) => {
  await signIn(page, accounts.demo);
  await expect(menu(page)).toHaveText(
    ["siteList", "news"].map((item) => say(`common:navigation.${item}`)),
  );
  await openSite(page, wanted);
  await expect(page.locator("[data-connection]")).toHaveText(say("site:connection.live"));
  await expect(menu(page)).toHaveText(
    ["back", "realtime", "charts", "gallery"].map((item) => say(`common:navigation.${item}`)),
  );
  await expect(page.getByRole("heading", { name: say("realtime:control.title") })).toHaveCount(0);
  await expect(switchButtons(page)).toHaveCount(0);
});
