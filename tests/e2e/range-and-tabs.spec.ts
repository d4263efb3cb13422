import { expect, type Page, test } from "@playwright/test";
import { awaitAlive } from "../support/page-watch.ts";
import { openSite, signIn } from "../support/sign-in.ts";
import { accountOf, spareSiteOf } from "../support/spare-sites.ts";
import { speaker } from "../support/texts.ts";

const say = speaker("en");
const spare = spareSiteOf("range-and-tabs");

async function open(page: Page, path: string): Promise<void> {
  await signIn(page, accountOf("range-and-tabs"));
  await openSite(page, spare.name);
  await page.goto(path + new URL(page.url()).search);
  await awaitAlive(page);
}

for (const path of ["/chart/advancedcurve", "/settings/appearance"])
  test(`the first Tab on ${path} leads to the skip link, and the current tab is in view`, async ({
    page,
  }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    // Some releases of Chromium take the element that a script scrolls to as the place from which Tab goes on.
    await page.addInitScript(() => {
      Element.prototype.scrollIntoView = function () {
        this.setAttribute("tabindex", "-1");
        (this as HTMLElement).focus();
      };
    });
    await open(page, path);
    await expect(page.locator("main nav a[aria-current=page]")).toBeInViewport({ ratio: 0.95 });
    await page.keyboard.press("Tab");
    await expect(page.getByRole("link", { name: say("common:skipToContent") })).toBeFocused();
  });

for (const width of [1440, 390])
  test(`the selected day stays legible under the pointer, and times are not cut: ${width} px`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 900 });
    await open(page, "/chart/history");
    await page.locator("[aria-haspopup=dialog]").first().click();
    const day = page.locator("[data-day]:enabled").first();
    await day.click();
    await expect(day).toHaveAttribute("aria-pressed", "true");
    const resting = await day.evaluate((button) => {
      const free = button.cloneNode(true) as HTMLElement;
      button.insertAdjacentElement("afterend", free);
      const colour = getComputedStyle(free).backgroundColor;
      free.remove();
      return colour;
    });
    await expect(page.locator("[data-day]:hover")).toHaveAttribute("aria-pressed", "true");
    await expect(day).toHaveCSS("background-color", resting);
    for (const name of ["from", "to"])
      expect(
        await page
          .locator(`[name=${name}]`)
          .evaluate((field) => field.scrollWidth - field.clientWidth),
        name,
      ).toBe(0);
  });

test("a page that connects late keeps its scroll position and its open panel", async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route(/\/socketTicket$/, async (route) => {
    await released;
    // The page before asked, too.
    await route.continue().catch(() => {});
  });
  await open(page, "/chart/history");
  await page.locator("[aria-haspopup=dialog]").first().click();
  const day = page.locator("[data-day]:enabled").first();
  await day.click();
  const before = await day.boundingBox();
  release();
  await expect(page.locator("[data-connection=live]")).toBeVisible();
  expect(await day.boundingBox()).toEqual(before);
  await expect(page.locator("[data-day]:hover")).toHaveAttribute("aria-pressed", "true");
});
