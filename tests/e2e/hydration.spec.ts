import { expect, type Page, test } from "@playwright/test";
import { readE2eServer } from "../support/e2e-server.ts";
import {
  findHydrationFaults,
  findLateFaults,
  OTHER_PAGES,
  SITE_PAGES,
  setZone,
  untilTomorrow,
} from "../support/hydrated-pages.ts";
import { changeRuntime } from "../support/other-runtime.ts";
import { watchPage } from "../support/page-watch.ts";
import { openSite, signIn } from "../support/sign-in.ts";
import { accountOf, spareSitesOf } from "../support/spare-sites.ts";

const { url } = readE2eServer();
const spares = spareSitesOf("hydration");
/** A half-hour zone, the date line and each direction of writing; `npm run probe -- hydration` has all zones. */
const PLACES = [
  ["de", "Asia/Kathmandu"],
  ["zh", "Pacific/Apia"],
  ["ar", "Antarctica/Troll"],
] as const;

test.use({ timezoneId: "America/St_Johns" });

/** Signs in and returns the query that every page of a site has. */
async function openSpare(page: Page, place: number): Promise<string> {
  await signIn(page, accountOf("hydration"));
  await openSite(page, spares[place]?.name ?? "");
  return new URL(page.url()).search;
}

const keyIn = (search: string) => new URLSearchParams(search).get("key") ?? "";
const pagesOf = (search: string) => SITE_PAGES.map((path) => `${path}${search}`);

for (const [language, timeZone] of PLACES)
  test(`a browser with other zone and locale data shows every page in ${language} of a site in ${timeZone}`, async ({
    page,
    context,
  }) => {
    const search = await openSpare(page, 0);
    await setZone(page, keyIn(search), timeZone);
    await context.addCookies([{ name: "tbb_language", value: language, url }]);
    await changeRuntime(page, ["zones", "texts"]);
    const addresses = [...OTHER_PAGES, ...pagesOf(search)];
    expect(await findHydrationFaults(page, addresses, watchPage(page))).toEqual([]);
  });

for (const [late, lateMs] of [
  ["70 s late", () => 70_000],
  ["after midnight", () => untilTomorrow("Africa/Casablanca", Date.now())],
] as const)
  test(`scripts that arrive ${late} hydrate every page`, async ({ page }) => {
    const search = await openSpare(page, 1);
    await setZone(page, keyIn(search), "Africa/Casablanca");
    await changeRuntime(page, ["zones", "texts"]);
    const addresses = [...OTHER_PAGES, ...pagesOf(search)];
    expect(await findLateFaults(page, addresses, watchPage(page), lateMs())).toEqual([]);
  });

test("the flow keeps its colours in the stylesheet, without any of the scripts' styles", async ({
  page,
}) => {
  await openSpare(page, 1);
  const band = page.locator("[data-flow=solar] [data-part=bed]").first();
  await band.waitFor({ state: "attached" });
  const read = () =>
    band.evaluate((path) => [getComputedStyle(path).stroke, getComputedStyle(path).fill]);
  const styled = await read();
  await page.evaluate(() => {
    for (const element of document.querySelectorAll("style[data-emotion]")) element.remove();
  });
  expect(await read()).toEqual(styled);
  expect(styled[1]).toBe("none");
});
