import { expect, type Page, test } from "@playwright/test";
import { watchPage } from "../support/page-watch.ts";
import { openSite, signIn } from "../support/sign-in.ts";
import { accountOf, spareSitesOf } from "../support/spare-sites.ts";
import { speaker } from "../support/texts.ts";

const say = speaker("en");
const [shown, other] = spareSitesOf("early-input");
const name = shown?.name ?? "";

/** Holds all scripts of the next pages back until the returned function is called. */
async function holdScripts(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route("**/assets/*.js", async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

const isAlive = (page: Page, selector: string) =>
  page.evaluate(
    (wanted) =>
      Object.keys(document.querySelector(wanted) ?? {}).some((key) =>
        key.startsWith("__reactProps$"),
      ),
    selector,
  );

test("a search typed before hydration filters the list", async ({ page }) => {
  await signIn(page, accountOf("early-input"));
  const complaints = watchPage(page);
  const release = await holdScripts(page);
  await page.goto("/sitelist", { waitUntil: "commit" });
  const field = page.getByRole("searchbox");
  await field.pressSequentially(name);
  expect(await isAlive(page, "[type=search]")).toBe(false);
  release();
  await expect(page).toHaveURL(/[?&]q=/);
  await expect(field).toHaveValue(name);
  await expect(page.getByRole("link", { name: other?.name ?? "" })).toHaveCount(0);
  await expect(page.getByRole("link", { name }).first()).toBeVisible();
  expect(complaints).toEqual([]);
});

test("a button pressed before hydration works once", async ({ page }) => {
  await signIn(page, accountOf("early-input"));
  const release = await holdScripts(page);
  await page.goto("/sitelist", { waitUntil: "commit" });
  const button = page.getByRole("button", { name: say("listtools:filter.open"), exact: true });
  await button.click();
  await expect(button).toHaveAttribute("aria-expanded", "false");
  release();
  await expect(button).toHaveAttribute("aria-expanded", "true");
});

test("a value typed over another one before hydration is the one that is saved", async ({
  page,
}) => {
  await signIn(page, accountOf("early-input"));
  await openSite(page, name);
  const { search } = new URL(page.url());
  const release = await holdScripts(page);
  await page.goto(`/settings/place${search}`, { waitUntil: "commit" });
  const [zone, location] = [page.locator("[name=timeZone]"), page.locator("[name=location]")];
  await location.fill("Behind the third barn");
  await expect(zone).toBeVisible();
  release();
  await expect.poll(() => isAlive(page, "[name=location]")).toBe(true);
  await expect(location).toHaveValue("Behind the third barn");
});
