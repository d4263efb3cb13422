import { type Browser, expect, type Locator, type Page, test } from "@playwright/test";
import { readE2eServer } from "../support/e2e-server.ts";
import { findBarriers } from "../support/examine-page.ts";
import { makeAccount, password } from "../support/make-account.ts";
import { awaitAlive, overflowOf, watchPage, whenShown } from "../support/page-watch.ts";
import { makePng } from "../support/picture-files.ts";
import { openSite, signIn } from "../support/sign-in.ts";
import { accountOf, spareSiteOf } from "../support/spare-sites.ts";
import { speaker } from "../support/texts.ts";

const say = speaker("en");
const { operator } = readE2eServer();
// The last one: the others are for journeys that bring a logger.
const { name } = spareSiteOf("banner");

test.use({ extraHTTPHeaders: { "CF-Connecting-IP": "198.51.100.61" } });

const banner = (page: Page) =>
  page.getByRole("region", { name: say("branding:banner.label"), exact: true }).first();
const editor = (page: Page) => page.getByRole("dialog", { name: say("branding:banner.edit") });
const picture = { name: "roof.png", mimeType: "image/png", buffer: makePng(900, 500) };

/** One picture of a place: chosen, and the middle of it taken. */
async function fill(dialog: Locator, number: number): Promise<void> {
  const page = dialog.page();
  await dialog.getByLabel(say("branding:editor.choose", { number })).setInputFiles(picture);
  const use = dialog.getByRole("button", { name: say("branding:crop.use") });
  await expect(dialog.getByRole("group", { name: say("branding:crop.part") })).toBeVisible();
  await dialog.getByLabel(say("branding:crop.rotation")).press("ArrowRight");
  await expect(
    dialog.getByText(say("branding:crop.degrees", { count: 1 }), { exact: true }),
  ).toBeVisible();
  const sent = page.waitForResponse("**/upload/image");
  await use.press("Enter");
  expect((await sent).status()).toBe(200);
  await expect(use).toHaveCount(0);
}

async function save(dialog: Locator): Promise<void> {
  // It stays for half a second only.
  const saved = whenShown(dialog.page(), say("branding:editor.saved"));
  await dialog.getByRole("button", { name: say("branding:appearance.save") }).press("Enter");
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

/** A visitor of the site's link without an account sees its banner above it, and cannot change it. */
async function seeByLink(page: Page, browser: Browser): Promise<void> {
  await page.getByRole("link", { name: say("common:navigation.share"), exact: true }).click();
  const dialog = page.getByRole("dialog", { name: say("share:dialog.title") });
  const enable = dialog.getByRole("checkbox", { name: say("share:dialog.enable") });
  await enable.click();
  const field = dialog.getByLabel(say("share:dialog.link"), { exact: true });
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
  await expect(
    banner(viewer).getByRole("button", { name: say("branding:banner.hide") }),
  ).toBeVisible();
  await expect(
    banner(viewer).getByRole("button", { name: say("branding:banner.edit") }),
  ).toHaveCount(0);
  expect(await findBarriers(viewer)).toEqual([]);
  expect(complaints).toEqual([]);
  await viewer.context().close();
  await enable.click();
  await expect(dialog.getByText(say("share:dialog.ended"))).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
}

test("a site's banner is made by keyboard, remembered open or closed, and default again", async ({
  page,
  browser,
}) => {
  const complaints = watchPage(page);
  await signIn(page, accountOf("banner"));
  await openSite(page, name);
  const slot = page.locator("[data-banner]");
  // Closed until a user opens it, so that the page begins with its answers.
  expect((await slot.boundingBox())?.height).toBeLessThanOrEqual(44);
  await banner(page)
    .getByRole("button", { name: say("branding:banner.show") })
    .press("Enter");
  const box = await slot.boundingBox();
  expect((box?.height ?? 0) / (box?.width ?? 1)).toBeCloseTo(0.2564, 2);
  await banner(page)
    .getByRole("button", { name: say("branding:banner.edit") })
    .press("Enter");
  const dialog = editor(page);
  const byDefault = dialog.getByLabel(say("branding:editor.useDefault"));
  await expect(byDefault).toBeChecked();
  await byDefault.press("Space");
  await dialog.getByRole("button", { name: say("branding:appearance.save") }).press("Enter");
  await expect(dialog.getByRole("alert")).toContainText(say("branding:editor.none"));
  await dialog.getByLabel(say("branding:editor.layoutOf", { count: 1 })).press("ArrowRight");
  await expect(dialog.getByLabel(say("branding:editor.layoutOf", { count: 2 }))).toBeChecked();
  await fill(dialog, 1);
  await fill(dialog, 2);
  await dialog
    .getByLabel(say("branding:editor.title"), { exact: true })
    .fill("Sun over the harbour");
  await expect(
    dialog.getByText(say("branding:editor.typed", { count: 20, most: 100 })),
  ).toBeVisible();
  await dialog.getByLabel(say("branding:editor.places.0")).press("Space");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowRight");
  await expect(dialog.getByLabel(say("branding:editor.places.7"))).toBeChecked();
  await dialog.getByLabel(say("branding:editor.samePhonePlace")).press("Space");
  const onPhone = dialog.getByRole("group", { name: say("branding:editor.phonePlace") });
  await onPhone.getByLabel(say("branding:editor.places.7")).press("ArrowUp");
  await expect(onPhone.getByLabel(say("branding:editor.places.4"), { exact: true })).toBeChecked();
  const preview = dialog.getByRole("figure", { name: say("branding:editor.phonePreview") });
  await expect(preview.locator("[data-place='4']")).toBeVisible();
  // An ordinary user has no profile-photo part.
  await expect(dialog.getByLabel(say("branding:editor.bannerOnly"))).toHaveCount(0);
  expect(await findBarriers(page)).toEqual([]);
  await save(dialog);
  const title = banner(page).getByText("Sun over the harbour");
  await expect(title).toBeVisible();
  const heightIn = async () => {
    const [box, frame] = [await title.boundingBox(), await banner(page).boundingBox()];
    if (box === null || frame === null) throw new Error("no banner");
    return (box.y + box.height / 2 - frame.y) / frame.height;
  };
  expect(await heightIn()).toBeGreaterThan(0.6);
  const wide = page.viewportSize();
  await page.setViewportSize({ width: 390, height: 844 });
  await expect.poll(heightIn).toBeCloseTo(0.5, 1);
  await banner(page)
    .getByRole("button", { name: say("branding:banner.hide") })
    .press("Enter");
  await page.setViewportSize(wide ?? { width: 1280, height: 720 });
  await banner(page)
    .getByRole("button", { name: say("branding:banner.show") })
    .press("Enter");
  const images = page.locator("[data-banner] img");
  await expect
    .poll(() => sizesOf(images))
    .toEqual([
      [750, 300],
      [750, 300],
    ]);
  await seeByLink(page, browser);

  await banner(page)
    .getByRole("button", { name: say("branding:banner.hide") })
    .press("Enter");
  await expect(page.locator("[data-banner=closed]")).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem("openbanner"))).toBe("0");
  await page.reload();
  await expect(page.locator("[data-banner=closed]")).toBeVisible();
  await banner(page)
    .getByRole("button", { name: say("branding:banner.show") })
    .press("Enter");
  await expect(page.locator("[data-banner=open]")).toBeVisible();

  await banner(page)
    .getByRole("button", { name: say("branding:banner.edit") })
    .press("Enter");
  // A list that is longer than the layout is cut to it.
  await editor(page)
    .getByLabel(say("branding:editor.layoutOf", { count: 2 }))
    .press("ArrowLeft");
  await save(editor(page));
  await expect(images).toHaveCount(1);
  await banner(page)
    .getByRole("button", { name: say("branding:banner.edit") })
    .press("Enter");
  await editor(page).getByLabel(say("branding:editor.useDefault")).press("Space");
  await save(editor(page));
  await expect(images).toHaveCount(0);
  expect(complaints).toEqual([]);
});

test("pictures, tags and configs of a site are edited", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, accountOf("banner"));
  await openSite(page, name);
  await page.goto(page.url().replace("/realtime", "/settings/appearance"));
  await awaitAlive(page);
  const section = (title: string) => page.getByRole("region", { name: title, exact: true });
  const gallery = section(say("branding:appearance.gallery"));
  await gallery.getByLabel(say("branding:appearance.addPicture")).setInputFiles(picture);
  await gallery
    .getByRole("button", { name: say("branding:appearance.view", { number: 1 }) })
    .press("Enter");
  const viewer = page.getByRole("dialog", {
    name: say("branding:appearance.picture", { number: 1, count: 1 }),
  });
  await expect(
    viewer.getByRole("img", { name: say("branding:appearance.view", { number: 1 }) }),
  ).toBeVisible();
  await viewer
    .getByRole("button", { name: say("branding:appearance.remove", { number: 1 }) })
    .press("Enter");
  await viewer
    .getByRole("button", { name: say("branding:appearance.removeNow"), exact: true })
    .press("Enter");
  await expect(gallery.getByText(say("branding:appearance.noPictures"))).toBeVisible();

  const tags = section(say("branding:appearance.tags"));
  const tag = tags.getByLabel(say("branding:appearance.tagName"));
  await tag.fill("two words");
  await tag.press("Enter");
  await expect(tags.getByText(say("problems:lettersAndDigits"))).toBeVisible();
  await expect(tag).toBeFocused();
  await tag.fill("barn");
  await tag.press("Enter");
  await expect(tags.getByRole("listitem")).toHaveText("barn");
  await tags
    .getByRole("button", { name: say("branding:appearance.removeTag", { name: "barn" }) })
    .press("Enter");
  await expect(tags.getByText(say("branding:appearance.noTags"))).toBeVisible();

  const configs = section(say("branding:appearance.configs"));
  const panels = say("branding:configs.options.panelCount");
  await configs.getByLabel(say("branding:appearance.option")).selectOption({ label: panels });
  const value = configs.getByLabel(say("branding:appearance.value"), { exact: true });
  await value.fill("1234567");
  await value.press("Enter");
  await expect(configs.getByText(say("problems:oneToSixDigits"))).toBeVisible();
  await value.fill("24");
  await value.press("Enter");
  const panelsField = configs.getByRole("textbox", { name: panels });
  await expect(panelsField).toHaveValue("24");
  await panelsField.fill("26");
  await configs
    .getByRole("button", { name: say("branding:appearance.saveConfig", { name: panels }) })
    .press("Enter");
  await expect(configs.getByText(say("branding:appearance.saved"))).toBeVisible();
  expect(await overflowOf(page)).toBe(0);
  expect(await findBarriers(page)).toEqual([]);
  await configs
    .getByRole("button", { name: say("branding:appearance.removeConfig", { name: panels }) })
    .press("Enter");
  await expect(configs.getByText(say("branding:appearance.noConfigs"))).toBeVisible();
});

test("a user's own banner stands above the pages outside of sites", async ({ page }) => {
  await signIn(page, { account: await makeAccount(page, "Berta"), password });
  await expect(page.locator("[data-banner]")).toHaveCount(0);
  await page.goto("/user");
  await awaitAlive(page);
  await banner(page)
    .getByRole("button", { name: say("branding:banner.edit") })
    .click();
  const dialog = editor(page);
  await dialog.getByLabel(say("branding:editor.useDefault")).press("Space");
  await fill(dialog, 1);
  await save(dialog);
  await page.goto("/sitelist");
  await expect(page.locator("[data-banner] img")).toBeVisible();
  expect(await sizesOf(page.locator("[data-banner] img"))).toEqual([[1500, 300]]);
});

test("the banner editor of a user of another type than the ordinary one changes the profile photo, too", async ({
  page,
}) => {
  await signIn(page, operator);
  await page.goto("/user");
  await awaitAlive(page);
  const shown = page.locator("main img[src^='/files/']");
  const open = async () => {
    await page.getByRole("button", { name: say("branding:banner.edit") }).press("Enter");
    await editor(page).getByLabel(say("branding:editor.bannerOnly")).press("Space");
  };
  await open();
  await editor(page).getByLabel(say("user:avatar.useDefault")).press("Space");
  await editor(page)
    .getByRole("button", { name: say("branding:appearance.save") })
    .press("Enter");
  await expect(editor(page).getByText(say("user:avatar.none"))).toBeVisible();
  await editor(page).getByLabel(say("user:avatar.file")).setInputFiles(picture);
  await expect(editor(page).getByRole("group", { name: say("branding:crop.part") })).toBeVisible();
  await editor(page).getByLabel(say("branding:crop.zoom")).press("ArrowRight");
  expect(await findBarriers(page)).toEqual([]);
  await save(editor(page));
  await expect.poll(() => sizesOf(shown)).toEqual([[400, 400]]);
  await open();
  await editor(page).getByLabel(say("user:avatar.useDefault")).press("Space");
  await save(editor(page));
  await expect(shown).toHaveCount(0);
});

test("an owner changes their picture from the header of a site", async ({ page }) => {
  await signIn(page, accountOf("banner"));
  await openSite(page, name);
  const change = page.getByRole("button", { name: say("common:user.changePicture") });
  await change.press("Enter");
  const dialog = page.getByRole("dialog", { name: say("user:avatar.dialog") });
  await dialog.getByLabel(say("user:avatar.useDefault")).press("Space");
  const file = dialog.getByLabel(say("user:avatar.file"));
  await file.setInputFiles({ ...picture, mimeType: "text/plain", name: "roof.txt" });
  await expect(dialog.getByText(say("problems:fileUnsupported"))).toBeVisible();
  await file.setInputFiles(picture);
  await dialog.getByLabel(say("branding:crop.zoom")).press("ArrowRight");
  const press = () => dialog.getByRole("button", { name: say("user:save") }).press("Enter");
  // A refused picture keeps the dialog, with the reason in it.
  await page.route("**/user.data*", (route) => route.abort(), { times: 1 });
  await press();
  await expect(dialog.getByRole("alert")).toBeVisible();
  const saved = whenShown(page, say("branding:editor.saved"));
  await press();
  await saved;
  await expect(dialog).toHaveCount(0);
  await expect(change.locator("img")).toBeVisible();
  await change.press("Enter");
  await dialog.getByLabel(say("user:avatar.useDefault")).press("Space");
  await press();
  await expect(change.locator("img")).toHaveCount(0);
});
