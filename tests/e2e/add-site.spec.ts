import { expect, type Locator, type Page, test } from "@playwright/test";
import { BOXES } from "#tools/demo/boxes-data.ts";
import { BoxedLogger } from "../support/boxed-logger.ts";
import { readE2eServer } from "../support/e2e-server.ts";
import { findBarriers } from "../support/examine-page.ts";
import { makeAccount, password } from "../support/make-account.ts";
import { awaitAlive, overflowOf, watchPage } from "../support/page-watch.ts";
import { signIn } from "../support/sign-in.ts";

const { fleet, url } = readE2eServer();
const [first, second, third] = BOXES;
if (!first || !second || !third) throw new Error("there are fewer boxes");
const phone = { width: 390, height: 844 };

test.use({ extraHTTPHeaders: { "CF-Connecting-IP": "198.51.100.41" } });

function switchOn(serial: string): BoxedLogger {
  const site = fleet.sites.find((one) => one.serial === serial);
  if (site === undefined) throw new Error(`the fleet has no ${serial}`);
  return new BoxedLogger(url, site);
}

/** Goes there by Tab alone. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  for (let step = 0; step < 80; step += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error("nobody comes there by the keyboard");
}

async function typeInto(page: Page, field: Locator, text: string): Promise<void> {
  await tabTo(page, field);
  await page.keyboard.press("ControlOrMeta+A");
  await page.keyboard.type(text);
}

async function press(page: Page, button: Locator): Promise<void> {
  await tabTo(page, button);
  await page.keyboard.press("Enter");
}

test("a new owner comes from the label of a box to a moving picture in two minutes, by the keyboard alone", async ({
  page,
}) => {
  test.setTimeout(180_000);
  const complaints = watchPage(page);
  const account = await makeAccount(page, "Newcomer");
  await signIn(page, { account, password });
  const begun = Date.now();
  await press(page, page.getByRole("link", { name: "Add an installation" }).first());
  await page.waitForURL("**/addsite");
  await awaitAlive(page);
  // A wrong code first: the message stands beside the field, which has the focus.
  await typeInto(page, page.getByLabel("Serial number"), first.site.serial.toLowerCase());
  await typeInto(page, page.getByLabel("Check code"), "WRONG-CODE");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Serial number is incorrect or does not exist")).toBeVisible();
  await expect(page.getByLabel("Serial number")).toBeFocused();
  await typeInto(page, page.getByLabel("Check code"), first.checkCode);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "The site" })).toBeFocused();
  await typeInto(page, page.getByLabel("Name of the site"), "Newcomer’s roof");
  await typeInto(page, page.getByLabel("Latitude, °"), "38.57");
  await typeInto(page, page.getByLabel("Longitude, °"), "-7.91");
  await expect(page.getByText("Country: Portugal")).toBeVisible();
  await expect(page.getByLabel("Time zone")).toHaveValue("Europe/Lisbon");
  await expect(page.getByLabel("Currency")).toHaveValue("EUR");
  await typeInto(page, page.getByLabel("Price of a kWh from the grid"), "0,21");
  await press(page, page.getByRole("button", { name: "Add the site" }));
  await expect(page.getByRole("heading", { name: "The site is there" })).toBeFocused();
  const logger = switchOn(first.site.serial);
  await press(page, page.getByRole("link", { name: "Open the site" }));
  await page.waitForURL("**/realtime?*");
  await expect(page.locator("[data-connection]")).toHaveText("Live", { timeout: 60_000 });
  await expect(page.locator("[data-flow]").first()).toBeVisible();
  console.log(`from the label to the picture: ${Math.round((Date.now() - begun) / 1000)} s`);
  expect(Date.now() - begun).toBeLessThan(120_000);
  logger.stop();
  expect(complaints).toEqual([]);
});

/** Adds a site as its page does. */
async function addByPaste(page: Page, box: (typeof BOXES)[number], name: string): Promise<void> {
  await page.goto("/addsite");
  await awaitAlive(page);
  await page.getByLabel("Serial number").focus();
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
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByLabel("Name of the site").fill(name);
  await page.getByLabel("Price of a kWh from the grid").fill("0.3");
  await page.getByLabel("Currency").selectOption("EUR");
  await page.getByRole("button", { name: "Add the site" }).click();
  await expect(page.getByRole("heading", { name: "The site is there" })).toBeVisible();
}

const settings = async (page: Page, tab: string) => {
  await page.getByRole("navigation", { name: "Settings" }).getByRole("link", { name: tab }).click();
  await page.waitForURL(/settings/);
  await awaitAlive(page);
};

test("a site is renamed, priced, given another module, unlinked, deleted and taken back", async ({
  page,
}) => {
  test.setTimeout(180_000);
  const complaints = watchPage(page);
  const account = await makeAccount(page, "Landlady");
  await signIn(page, { account, password });
  await addByPaste(page, second, "Old house");
  expect(await findBarriers(page)).toEqual([]);
  await page.getByRole("link", { name: "Open the site" }).click();
  await page.waitForURL("**/realtime?*");
  await page.getByRole("link", { name: "Settings" }).first().click();
  await page.waitForURL("**/settings/general?*");
  await awaitAlive(page);
  const name = page.getByRole("region", { name: "Name" });
  await name.getByLabel("Name of the site").fill("House at the lake");
  await name.getByRole("button", { name: "Save" }).click();
  await expect(name.getByText("Saved")).toBeVisible();
  await expect(page.getByRole("heading", { name: "House at the lake" })).toBeVisible();
  const prices = page.getByRole("region", { name: "Electricity price" });
  await prices.getByLabel("Price of a kWh from the grid").fill("cheap");
  await prices.getByRole("button", { name: "Save" }).click();
  await expect(prices.getByText("This value is not allowed")).toBeVisible();
  await prices.getByLabel("Price of a kWh from the grid").fill("11,5");
  await prices.getByLabel("Currency").selectOption("NPR");
  await prices.getByRole("button", { name: "Save" }).click();
  await expect(prices.getByText("Saved")).toBeVisible();
  expect(await findBarriers(page)).toEqual([]);

  await settings(page, "Module");
  await expect(page.getByText(second.site.serial)).toBeVisible();
  await page.getByLabel("Serial number").fill(third.site.serial);
  await page.getByLabel("Check code").fill(third.checkCode);
  await page.getByRole("button", { name: "Replace the module" }).click();
  await expect(page.getByText("The site has the new module.")).toBeVisible();
  await expect(page.getByText(third.site.serial)).toBeVisible();
  // The old one is free, and who claims it gets a new secret.
  await page.getByLabel("Serial number").fill(second.site.serial);
  await page.getByLabel("Check code").fill(second.checkCode);
  await page.getByRole("button", { name: "Replace the module" }).click();
  await expect(page.locator("code")).toHaveText(/^[0-9a-f]{32}$/);
  expect(await findBarriers(page)).toEqual([]);

  await settings(page, "Unlink or delete");
  const unlink = page.getByRole("region", { name: "Unlink the module" });
  await unlink.getByRole("textbox").fill("House");
  await unlink.getByRole("button", { name: "Unlink the module" }).click();
  await expect(unlink.getByText("This is not the name of the site")).toBeVisible();
  await unlink.getByRole("textbox").fill("House at the lake");
  await unlink.getByRole("button", { name: "Unlink the module" }).click();
  await expect(unlink.getByText("The site has no module.")).toBeVisible();
  expect(await findBarriers(page)).toEqual([]);
  const remove = page.getByRole("region", { name: "Delete the site" });
  await remove.getByRole("textbox").fill("House at the lake");
  await remove.getByRole("button", { name: "Delete the site" }).click();
  await page.waitForURL("**/user#deleted");
  await awaitAlive(page);
  const deleted = page.getByRole("region", { name: "Deleted installations" });
  await expect(deleted).toBeInViewport();
  await deleted.getByRole("button", { name: "Take back “House at the lake”" }).click();
  await expect(deleted).toHaveCount(0);
  await page.goto("/sitelist");
  await expect(page.getByRole("link", { name: "House at the lake" }).first()).toBeVisible();
  expect(complaints).toEqual([]);
});

test("adding a site fits a phone, from right to left, too", async ({ page }) => {
  const account = await makeAccount(page, "Traveller");
  await signIn(page, { account, password });
  await page.setViewportSize(phone);
  for (const language of ["en", "ar"]) {
    await page.context().addCookies([{ name: "tbb_language", value: language, url }]);
    await page.goto("/addsite");
    await awaitAlive(page);
    expect(await overflowOf(page)).toBe(0);
    expect(await findBarriers(page)).toEqual([]);
  }
});
