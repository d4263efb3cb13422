import { expect, type Page, test } from "@playwright/test";
import { findBarriers } from "../support/examine-page.ts";
import { awaitAlive } from "../support/page-watch.ts";
import { openSite, signIn } from "../support/sign-in.ts";
import { accountOf, spareSiteOf } from "../support/spare-sites.ts";
import { speaker } from "../support/texts.ts";

const say = speaker("en");
const { name } = spareSiteOf("drafts");

const nameField = (page: Page) => page.getByLabel(say("settings:name.label"), { exact: true });
const question = (page: Page) => page.getByRole("alertdialog", { name: say("drafts:leave.title") });

async function openGeneral(page: Page): Promise<void> {
  await signIn(page, accountOf("drafts"));
  await page.goto(`/sitelist?q=${encodeURIComponent(name)}`);
  await awaitAlive(page);
  await openSite(page, name);
  await page.goto(page.url().replace("/realtime", "/settings/general"));
  await awaitAlive(page);
  await expect(nameField(page)).toHaveValue(name);
}

test("leaving unsaved settings asks, and discards them only when confirmed", async ({ page }) => {
  await openGeneral(page);
  const place = page.getByRole("link", { name: say("settings:tabs.place") });
  await nameField(page).fill("Changed");
  await place.click();
  await expect(question(page)).toBeVisible();
  expect(await findBarriers(page)).toEqual([]);
  await question(page)
    .getByRole("button", { name: say("drafts:leave.stay") })
    .click();
  await expect(question(page)).toHaveCount(0);
  await expect(nameField(page)).toHaveValue("Changed");

  // Put back by hand there is nothing to lose.
  await nameField(page).fill(name);
  await place.click();
  await page.waitForURL("**/settings/place?*");
  await page.goBack();
  await nameField(page).fill("Changed");
  await place.click();
  await question(page)
    .getByRole("button", { name: say("drafts:leave.discard") })
    .click();
  await page.waitForURL("**/settings/place?*");
  await page.goBack();
  await expect(nameField(page)).toHaveValue(name);
  await expect(page.getByText(say("drafts:restored"))).toHaveCount(0);
});

test("offline there is no question, and the page stays", async ({ page, context }) => {
  await openGeneral(page);
  await context.setOffline(true);
  await expect(page.getByText(say("common:connectivity.offline"))).toBeVisible();
  const place = page.getByRole("link", { name: say("settings:tabs.place") });
  const address = page.url();
  for (const typed of [name, "Typed offline"]) {
    await nameField(page).fill(typed);
    await place.click();
    await expect(nameField(page)).toHaveValue(typed);
    await expect(question(page)).toHaveCount(0);
    expect(page.url()).toBe(address);
  }
  await context.setOffline(false);
  await place.click();
  await question(page)
    .getByRole("button", { name: say("drafts:leave.discard") })
    .click();
  await page.waitForURL("**/settings/place?*");
});

test("closing the page with unsaved settings asks, after saving it does not", async ({ page }) => {
  await openGeneral(page);
  await nameField(page).fill(`${name} `);
  await nameField(page).fill(`${name} x`);
  const asked = page.waitForEvent("dialog");
  await page.evaluate(() => void setTimeout(() => location.reload()));
  const dialog = await asked;
  expect(dialog.type()).toBe("beforeunload");
  await dialog.dismiss();
  await nameField(page).fill(name);
  await page
    .getByRole("button", { name: say("settings:save") })
    .first()
    .click();
  await expect(page.getByText(say("settings:saved")).first()).toBeVisible();
  await page.reload();
  await expect(nameField(page)).toHaveValue(name);
});

test("an ended session keeps what its user typed, and no password", async ({ page }) => {
  await openGeneral(page);
  await nameField(page).fill("Typed before the end");
  await page.context().clearCookies();
  await page
    .getByRole("button", { name: say("settings:save") })
    .first()
    .click();
  await page.waitForURL("**/login?*");
  await page.getByLabel(say("login:account")).fill(accountOf("drafts").account);
  await page.getByLabel(say("login:password"), { exact: true }).fill(accountOf("drafts").password);
  await page.getByRole("button", { name: say("login:submit") }).click();
  await page.waitForURL("**/settings/general?*");
  await expect(nameField(page)).toHaveValue("Typed before the end");
  await expect(page.getByText(say("drafts:restored"))).toBeVisible();
  const stored = await page.evaluate(() => JSON.stringify({ ...sessionStorage }));
  expect(stored).toContain("Typed before the end");
  expect(stored).not.toContain(accountOf("drafts").password);
  await page.getByRole("button", { name: say("drafts:discard") }).click();
  await expect(nameField(page)).toHaveValue(name);
  expect(await page.evaluate(() => Object.keys(sessionStorage))).not.toContainEqual(
    expect.stringMatching(/^draft:/),
  );
});

test("the length of a name is counted, and a name that is too long is refused with its limit", async ({
  page,
}) => {
  await openGeneral(page);
  await nameField(page).fill("x".repeat(120));
  await expect(page.getByText("120 / 100")).toBeVisible();
  await page
    .getByRole("button", { name: say("settings:save") })
    .first()
    .click();
  await expect(page.getByText(say("problems:tooLongLimit", { limit: 100 }))).toBeVisible();
});
