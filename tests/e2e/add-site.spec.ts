import { expect, type Page, test } from "@playwright/test";
import { BOXES } from "#tools/demo/boxes-data.ts";
import { confirmIdentity } from "../support/confirm-identity.ts";
import { findBarriers } from "../support/examine-page.ts";
import { makeAccount, password } from "../support/make-account.ts";
import { awaitAlive, watchPage } from "../support/page-watch.ts";
import { signIn } from "../support/sign-in.ts";

const [first, second] = BOXES;
if (!first || !second) throw new Error("there are fewer boxes");

test.use({ extraHTTPHeaders: { "CF-Connecting-IP": "198.51.100.41" } });

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
  const complaints = watchPage(page);
  const account = await makeAccount(page, "Landlady");
  await signIn(page, { account, password });
  await addByPaste(page, first, "Old house");
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
  await expect(page.getByText(first.site.serial)).toBeVisible();
  await page.getByLabel("Serial number").fill(second.site.serial);
  await page.getByLabel("Check code").fill(second.checkCode);
  await page.getByRole("button", { name: "Replace the module" }).click();
  await confirmIdentity(page, password);
  await expect(page.getByText("The site has the new module.")).toBeVisible();
  await expect(page.getByText(second.site.serial)).toBeVisible();
  // The old one is free, and has its secret still where the same owner claims it again.
  await page.getByLabel("Serial number").fill(first.site.serial);
  await page.getByLabel("Check code").fill(first.checkCode);
  await page.getByRole("button", { name: "Replace the module" }).click();
  await expect(page.getByText(first.site.serial)).toBeVisible();
  await expect(page.locator("code")).toHaveCount(0);
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
  await expect(deleted.getByRole("status")).toHaveText(
    "“House at the lake” is among your installations again.",
  );
  await page.reload();
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(deleted).toHaveCount(0);
  await page.goto("/sitelist");
  await expect(page.getByRole("link", { name: "House at the lake" }).first()).toBeVisible();
  expect(complaints).toEqual([]);
});
