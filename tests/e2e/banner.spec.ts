import { type Browser, expect, type Locator, type Page, test } from "@playwright/test";
import { readE2eServer } from "../support/e2e-server.ts";
import { findBarriers } from "../support/examine-page.ts";
import { makeAccount, password } from "../support/make-account.ts";
import { awaitAlive, overflowOf, watchPage, whenShown } from "../support/page-watch.ts";
import { makePng } from "../support/picture-files.ts";
import { openSite, signIn } from "../support/sign-in.ts";

const { accounts, fleet } = readE2eServer();
// The last one: the others are for journeys that bring a logger.
const { name } = fleet.sites.filter(({ group }) => group === "spare").at(-1) ?? { name: "" };

test.use({ extraHTTPHeaders: { "CF-Connecting-IP": "198.51.100.61" } });

const banner = (page: Page) => page.getByRole("region", { name: "Banner", exact: true }).first();
const editor = (page: Page) => page.getByRole("dialog", { name: "Customize background" });
const picture = { name: "roof.png", mimeType: "image/png", buffer: makePng(900, 500) };

/** One picture of a place: chosen, and the middle of it taken. */
async function fill(dialog: Locator, number: number): Promise<void> {
  const page = dialog.page();
  await dialog.getByLabel(`Choose a picture for place ${number}`).setInputFiles(picture);
  const use = dialog.getByRole("button", { name: "Use this part" });
  await expect(
    dialog.getByRole("group", { name: "Part of the picture that is kept" }),
  ).toBeVisible();
  await dialog.getByLabel("Rotation").press("ArrowRight");
  await expect(dialog.getByText("1°", { exact: true })).toBeVisible();
  const sent = page.waitForResponse("**/upload/image");
  await use.press("Enter");
  expect((await sent).status()).toBe(200);
  await expect(use).toHaveCount(0);
}

async function save(dialog: Locator): Promise<void> {
  // It stays for half a second only.
  const saved = whenShown(dialog.page(), "Submit successfully");
  await dialog.getByRole("button", { name: "Save" }).press("Enter");
  await saved;
  await expect(dialog).toHaveCount(0);
}

const sizesOf = (images: Locator) =>
  images.evaluateAll((all) =>
    all.map((one) => [
      (one as HTMLImageElement).naturalWidth,
      (one as HTMLImageElement).naturalHeight,
    ]),
  );

/** Whoever has the site's link, and no account, sees its banner above it, and changes nothing there. */
async function seeByLink(page: Page, browser: Browser): Promise<void> {
  await page.getByRole("link", { name: "Share", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Share this site" });
  const enable = dialog.getByRole("checkbox", { name: "Share by a link" });
  await enable.click();
  const field = dialog.getByLabel("Link", { exact: true });
  await expect(field).toHaveValue(/\/share\?tk=[\w-]{24}$/);
  const viewer = await (
    await browser.newContext({ extraHTTPHeaders: { "CF-Connecting-IP": "198.51.100.62" } })
  ).newPage();
  const complaints = watchPage(viewer);
  await viewer.goto(await field.inputValue());
  await expect
    .poll(() => sizesOf(viewer.locator("[data-banner] img")))
    .toEqual([
      [750, 300],
      [750, 300],
    ]);
  await expect(banner(viewer).getByText("Sun over the harbour")).toBeVisible();
  await expect(banner(viewer).getByRole("button", { name: "Hide the banner" })).toBeVisible();
  await expect(banner(viewer).getByRole("button", { name: "Customize background" })).toHaveCount(0);
  expect(await findBarriers(viewer)).toEqual([]);
  expect(complaints).toEqual([]);
  await viewer.context().close();
  await enable.click();
  await expect(dialog.getByText("The link is gone")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
}

test("a site's banner is made by keyboard, remembered open or closed, and default again", async ({
  page,
  browser,
}) => {
  const complaints = watchPage(page);
  await signIn(page, accounts.fleet);
  await openSite(page, name);
  const box = await page.locator("[data-banner]").boundingBox();
  expect((box?.height ?? 0) / (box?.width ?? 1)).toBeCloseTo(0.2564, 2);
  await banner(page).getByRole("button", { name: "Customize background" }).press("Enter");
  const dialog = editor(page);
  const byDefault = dialog.getByLabel("Use the default background");
  await expect(byDefault).toBeChecked();
  await byDefault.press("Space");
  await dialog.getByRole("button", { name: "Save" }).press("Enter");
  await expect(dialog.getByRole("alert")).toContainText("at least one picture");
  await dialog.getByLabel("1 picture").press("ArrowRight");
  await expect(dialog.getByLabel("2 pictures")).toBeChecked();
  await fill(dialog, 1);
  await fill(dialog, 2);
  await dialog.getByLabel("Title", { exact: true }).fill("Sun over the harbour");
  await expect(dialog.getByText("20 of 100")).toBeVisible();
  await dialog.getByLabel("Top left").press("Space");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowRight");
  await expect(dialog.getByLabel("Bottom centre")).toBeChecked();
  expect(await findBarriers(page)).toEqual([]);
  await save(dialog);
  await expect(banner(page).getByText("Sun over the harbour")).toBeVisible();
  const images = page.locator("[data-banner] img");
  await expect
    .poll(() => sizesOf(images))
    .toEqual([
      [750, 300],
      [750, 300],
    ]);
  await seeByLink(page, browser);

  await banner(page).getByRole("button", { name: "Hide the banner" }).press("Enter");
  await expect(page.locator("[data-banner=closed]")).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem("openbanner"))).toBe("0");
  await page.reload();
  await expect(page.locator("[data-banner=closed]")).toBeVisible();
  await banner(page).getByRole("button", { name: "Show the banner" }).press("Enter");
  await expect(page.locator("[data-banner=open]")).toBeVisible();

  await banner(page).getByRole("button", { name: "Customize background" }).press("Enter");
  // A list that is longer than the layout is cut to it.
  await editor(page).getByLabel("2 pictures").press("ArrowLeft");
  await save(editor(page));
  await expect(images).toHaveCount(1);
  await banner(page).getByRole("button", { name: "Customize background" }).press("Enter");
  await editor(page).getByLabel("Use the default background").press("Space");
  await save(editor(page));
  await expect(images).toHaveCount(0);
  expect(complaints).toEqual([]);
});

test("a site's look: pictures, tags and configs", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, accounts.fleet);
  await openSite(page, name);
  await page.goto(page.url().replace("/realtime", "/settings/look"));
  await awaitAlive(page);
  const section = (title: string) => page.getByRole("region", { name: title, exact: true });
  const gallery = section("Gallery");
  await gallery.getByLabel("Add a picture").setInputFiles(picture);
  await gallery.getByRole("button", { name: "View picture 1" }).press("Enter");
  const viewer = page.getByRole("dialog", { name: "Picture 1 of 1" });
  await expect(viewer.getByRole("img", { name: "View picture 1" })).toBeVisible();
  await viewer.getByRole("button", { name: "Delete picture 1" }).press("Enter");
  await viewer.getByRole("button", { name: "Delete", exact: true }).press("Enter");
  await expect(gallery.getByText("No pictures yet.")).toBeVisible();

  const tags = section("Tags");
  const tag = tags.getByLabel("New tag");
  await tag.fill("two words");
  await tag.press("Enter");
  await expect(tags.getByText("Letters, digits, - and _ only, no spaces")).toBeVisible();
  await expect(tag).toBeFocused();
  await tag.fill("barn");
  await tag.press("Enter");
  await expect(tags.getByRole("listitem")).toHaveText("barn");
  await tags.getByRole("button", { name: "Remove the tag barn" }).press("Enter");
  await expect(tags.getByText("No tags yet.")).toBeVisible();

  const configs = section("How it is built");
  await configs.getByLabel("What").selectOption({ label: "Number of panels" });
  const value = configs.getByLabel("Number", { exact: true });
  await value.fill("1234567");
  await value.press("Enter");
  await expect(configs.getByText("Please type 1 to 6 digits")).toBeVisible();
  await value.fill("24");
  await value.press("Enter");
  const told = configs.getByRole("textbox", { name: "Number of panels" });
  await expect(told).toHaveValue("24");
  await told.fill("26");
  await configs.getByRole("button", { name: "Save: Number of panels" }).press("Enter");
  await expect(configs.getByText("Saved.")).toBeVisible();
  expect(await overflowOf(page)).toBe(0);
  expect(await findBarriers(page)).toEqual([]);
  await configs.getByRole("button", { name: "Remove: Number of panels" }).press("Enter");
  await expect(configs.getByText("Nothing has been told yet.")).toBeVisible();
});

test("somebody's own banner stands above the pages outside of sites", async ({ page }) => {
  await signIn(page, { account: await makeAccount(page, "Berta"), password });
  await expect(page.locator("[data-banner]")).toHaveCount(0);
  await page.goto("/user");
  await awaitAlive(page);
  await banner(page).getByRole("button", { name: "Customize background" }).click();
  const dialog = editor(page);
  await dialog.getByLabel("Use the default background").press("Space");
  await fill(dialog, 1);
  await save(dialog);
  await page.goto("/sitelist");
  await expect(page.locator("[data-banner] img")).toBeVisible();
  expect(await sizesOf(page.locator("[data-banner] img"))).toEqual([[1500, 300]]);
});
