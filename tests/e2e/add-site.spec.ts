import { expect, type Page, test } from "@playwright/test";
import { BOXES } from "#tools/demo/boxes-data.ts";
import { confirmIdentity } from "../support/confirm-identity.ts";
import { findBarriers } from "../support/examine-page.ts";
import { makeAccount, password } from "../support/make-account.ts";
import { awaitAlive, overflowOf, watchPage } from "../support/page-watch.ts";
import { openSite, signIn } from "../support/sign-in.ts";
import { accountOf, spareSiteOf } from "../support/spare-sites.ts";
import { speaker } from "../support/texts.ts";

const say = speaker("en");
const [first, second] = BOXES;
if (!first || !second) throw new Error("there are fewer boxes");

test.use({ extraHTTPHeaders: { "CF-Connecting-IP": "198.51.100.41" } });

/** Adds a site as its page does. */
async function addByPaste(page: Page, box: (typeof BOXES)[number], name: string): Promise<void> {
  await page.goto("/addsite");
  await awaitAlive(page);
  await page.locator("form:has([name=checkCode])").getByLabel(say("addsite:label.serial")).focus();
  await page.evaluate((text) => {
    const data = new DataTransfer();
    data.setData("text", text);
    const paste = new ClipboardEvent("paste", {
      clipboardData: data,
      bubbles: true,
      cancelable: true,
    });
    document.activeElement?.dispatchEvent(paste);
  }, `${box.site.serial};${box.checkCode}`);
  await page.getByRole("button", { name: say("addsite:label.submit") }).click();
  await page.getByLabel(say("addsite:site.name")).fill(name);
  await page.getByLabel(say("addsite:site.price")).fill("0.3");
  await page.getByLabel(say("addsite:site.unit")).selectOption("EUR");
  await page.getByRole("button", { name: say("addsite:site.submit") }).click();
  await expect(page.getByRole("heading", { name: say("addsite:added.title") })).toBeVisible();
}

const settings = async (page: Page, tab: string) => {
  await page
    .getByRole("navigation", { name: say("settings:title") })
    .getByRole("link", { name: tab })
    .click();
  await page.waitForURL(/settings/);
  await awaitAlive(page);
};

test("a site is renamed, priced, given another module, unlinked, deleted and restored", async ({
  page,
}) => {
  const complaints = watchPage(page);
  const account = await makeAccount(page, "Landlady");
  await signIn(page, { account, password });
  await addByPaste(page, first, "Old house");
  expect(await findBarriers(page)).toEqual([]);
  await page.getByRole("link", { name: say("addsite:added.open") }).click();
  await page.waitForURL("**/realtime?*");
  await page
    .getByRole("link", { name: say("common:navigation.settings"), exact: true })
    .first()
    .click();
  await page.waitForURL("**/settings/general?*");
  await awaitAlive(page);
  const name = page.getByRole("region", { name: say("settings:name.title") });
  await name.getByLabel(say("settings:name.label")).fill("House at the lake");
  await name.getByRole("button", { name: say("settings:save") }).click();
  await expect(name.getByText(say("settings:saved"))).toBeVisible();
  await expect(page.getByRole("heading", { name: "House at the lake" })).toBeVisible();
  const prices = page.getByRole("region", { name: say("settings:prices.title") });
  await prices.getByLabel(say("settings:prices.cost")).fill("cheap");
  await prices.getByRole("button", { name: say("settings:save") }).click();
  await expect(prices.getByText(say("problems:wrongValue"))).toBeVisible();
  await prices.getByLabel(say("settings:prices.cost")).fill("11,5");
  await prices.getByLabel(say("settings:prices.unit")).selectOption("NPR");
  await prices.getByRole("button", { name: say("settings:save") }).click();
  await expect(prices.getByText(say("settings:saved"))).toBeVisible();
  expect(await findBarriers(page)).toEqual([]);

  await settings(page, say("settings:tabs.module"));
  await expect(page.getByText(first.site.serial)).toBeVisible();
  await page.getByLabel(say("addsite:label.serial")).fill(second.site.serial);
  await page.getByLabel(say("addsite:label.code")).fill(second.checkCode);
  await page.getByRole("button", { name: say("settings:module.submit") }).click();
  await confirmIdentity(page, password);
  await expect(page.getByText(say("settings:module.done"))).toBeVisible();
  await expect(page.getByText(second.site.serial)).toBeVisible();
  // The old one is free, and has its secret still where the same owner claims it again.
  await page.getByLabel(say("addsite:label.serial")).fill(first.site.serial);
  await page.getByLabel(say("addsite:label.code")).fill(first.checkCode);
  await page.getByRole("button", { name: say("settings:module.submit") }).click();
  await expect(page.getByText(first.site.serial)).toBeVisible();
  await expect(page.locator("code")).toHaveCount(0);
  expect(await findBarriers(page)).toEqual([]);

  await settings(page, say("settings:tabs.end"));
  const unlink = page.getByRole("region", { name: say("settings:end.unlink.title") });
  await unlink.getByRole("textbox").fill("House");
  await unlink.getByRole("button", { name: say("settings:end.unlink.submit") }).click();
  await expect(unlink.getByText(say("problems:otherName"))).toBeVisible();
  await unlink.getByRole("textbox").fill("House at the lake");
  await unlink.getByRole("button", { name: say("settings:end.unlink.submit") }).click();
  await expect(unlink.getByText(say("settings:end.unlink.none"))).toBeVisible();
  expect(await findBarriers(page)).toEqual([]);
  const remove = page.getByRole("region", { name: say("settings:end.delete.title") });
  await remove.getByRole("textbox").fill("House at the lake");
  await remove.getByRole("button", { name: say("settings:end.delete.submit") }).click();
  await page.waitForURL("**/user#deleted");
  await awaitAlive(page);
  const deleted = page.getByRole("region", { name: say("user:deleted.title") });
  await expect(deleted).toBeInViewport();
  const named = { name: "House at the lake" };
  await deleted.getByRole("button", { name: say("user:deleted.restoreOne", named) }).click();
  await expect(deleted.getByRole("status")).toHaveText(say("user:deleted.restored", named));
  await page.reload();
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(deleted).toHaveCount(0);
  await page.goto("/sitelist");
  await expect(page.getByRole("link", { name: "House at the lake" }).first()).toBeVisible();
  expect(complaints).toEqual([]);
});

test("a user requests access to a site by its serial number, and its owner reads why and approves", async ({
  page,
  browser,
}) => {
  const site = spareSiteOf("add-site");
  const account = await makeAccount(page, "Installer");
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, { account, password });
  await page.goto("/addsite");
  await awaitAlive(page);
  const request = page.getByRole("region", { name: say("addsite:access.title") });
  const serial = request.getByLabel(say("addsite:label.serial"));
  const submit = request.getByRole("button", { name: say("addsite:access.submit") });
  await submit.press("Enter");
  await expect(request.getByText(say("problems:serialFormat"))).toBeVisible();
  await expect(serial).toBeFocused();
  // A serial number without a site gets the same answer.
  for (const sn of ["NO-SUCH-1", site.serial.toLowerCase()]) {
    await serial.fill(sn);
    await request.getByLabel(say("addsite:access.message")).fill("I maintain\nthe battery.");
    await submit.press("Enter");
    await expect(request.getByText(say("addsite:access.sent"))).toBeVisible();
    await expect(serial).toHaveValue("");
  }
  expect(await findBarriers(page)).toEqual([]);
  expect(await overflowOf(page)).toBe(0);

  const owner = await (await browser.newContext()).newPage();
  await signIn(owner, accountOf("add-site"));
  await openSite(owner, site.name);
  await owner.goto(owner.url().replace("/realtime", "/management"));
  await awaitAlive(owner);
  const waiting = owner.getByRole("region", { name: say("management:waiting.title") });
  await expect(waiting.getByText("I maintain\nthe battery.")).toBeVisible();
  expect(await findBarriers(owner)).toEqual([]);
  await waiting
    .getByRole("button", { name: say("management:waiting.approveOne", { name: "Installer" }) })
    .click();
  const dialog = owner.getByRole("dialog");
  await dialog.getByRole("button", { name: say("management:approval.submit") }).click();
  await expect(dialog).toHaveCount(0);
  await owner.context().close();
  await page.goto("/sitelist");
  await expect(page.getByRole("link", { name: site.name }).first()).toBeVisible();
});
