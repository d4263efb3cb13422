import { expect, type Page, test } from "@playwright/test";
import { LANGUAGE_NAMES } from "#domain/languages.ts";
import { accountMenu } from "../support/account-menu.ts";
import { readE2eServer } from "../support/e2e-server.ts";
import { findBarriers } from "../support/examine-page.ts";
import { awaitAlive, overflowOf, watchPage, whenShown } from "../support/page-watch.ts";
import { openSite, signIn, signInByHand } from "../support/sign-in.ts";
import { patternsOf } from "../support/text-patterns.ts";
import { speaker } from "../support/texts.ts";

const { accounts, fleet, url } = readE2eServer();
const say = speaker("en");
const item = (key: string) => say(`common:navigation.${key}`);
const [USER, SITE_LIST] = [item("user"), item("siteList")];
const inEnglish = say("common:language.menu", { name: LANGUAGE_NAMES.en });
const person = accounts.monitor;
const phone = { width: 390, height: 844 };
const headers = { Origin: new URL(url).origin };
const DATA = /\.data(\?|$)/;

// A language that was chosen in a browser stays with the account.
test.beforeEach(({ context }) => context.addCookies([{ name: "tbb_language", value: "en", url }]));

async function setSaver(page: Page, screenSaver: number): Promise<void> {
  const answer = await page.request.post("/api/user/v2/update", { headers, data: { screenSaver } });
  expect(answer.status()).toBe(200);
}

const status = (page: Page, key: string) => page.getByRole("status").filter({ hasText: say(key) });

/** Signs in and waits for what comes later than its page: that must not be what fails next. */
async function signInWholly(page: Page): Promise<void> {
  const late = page.waitForResponse(/\/invitations\.data/);
  await signIn(page, person);
  await late;
}

/** Another page of the portal, without a new document. */
async function goOn(page: Page): Promise<void> {
  await page.getByRole("link", { name: USER }).first().click();
}

for (const language of ["en", "ar"] as const)
  test(`the screen saver starts without activity, and ends at a touch: ${language}`, async ({
    page,
    context,
  }) => {
    const say = speaker(language);
    await context.addCookies([{ name: "tbb_language", value: language, url }]);
    const complaints = watchPage(page);
    await page.emulateMedia({ reducedMotion: "no-preference" });
    await page.clock.install({ time: "2026-11-21T20:15:30+01:00" });
    await signIn(page, person);
    await setSaver(page, 1);
    await page.reload();
    await awaitAlive(page);
    // The part that watches for input is loaded after the page, and counts from then on.
    await page.waitForLoadState("networkidle");
    const search = page.getByRole("searchbox");
    await search.fill("a");
    await search.press("End");
    const saver = page.getByRole("dialog", { name: say("common:screenSaver.label") });
    await page.clock.runFor(50_000);
    await search.press("Home");
    await page.clock.runFor(50_000);
    await expect(saver).toHaveCount(0);
    await page.clock.runFor(11_000);
    await expect(saver.getByRole("time")).toHaveText("20:17");
    await expect(saver).toContainText("2026");
    expect(await findBarriers(page)).toEqual([]);
    const face = saver.getByRole("time");
    const before = await face.boundingBox();
    await page.emulateMedia({ reducedMotion: "reduce" });
    await page.clock.runFor(120_000);
    await expect(face).toHaveText("20:19");
    await expect.poll(() => face.boundingBox()).not.toEqual(before);
    await page.keyboard.press("x");
    await expect(saver).toHaveCount(0);
    await expect(search).toBeFocused();
    await expect(search).toHaveValue("a");
    await page.clock.runFor(61_000);
    await expect(saver).toBeVisible();
    await page.mouse.move(200, 200);
    await page.mouse.move(300, 300);
    await expect(saver).toHaveCount(0);
    await setSaver(page, 0);
    expect(complaints).toEqual([]);
  });

test("offline the page stays as it is, and back online it is updated and keeps typed values", async ({
  page,
  context,
}) => {
  await page.clock.install();
  await signIn(page, person);
  await page.getByRole("searchbox").fill("z");
  await page.waitForURL("**/sitelist?q=z");
  await context.setOffline(true);
  const warning = status(page, "common:connectivity.offline");
  await expect(warning).toBeVisible();
  await goOn(page);
  await page.getByRole("searchbox").fill("zz");
  await page.clock.runFor(70_000);
  await expect(warning).toBeVisible();
  await expect(page).toHaveURL(/\/sitelist\?q=z$/);
  expect(await findBarriers(page)).toEqual([]);
  const asked = page.waitForRequest(DATA);
  await context.setOffline(false);
  await asked;
  const notice = status(page, "common:connectivity.online");
  await expect(notice).toBeVisible();
  expect(await findBarriers(page)).toEqual([]);
  await page.clock.runFor(4_000);
  await expect(notice).toHaveCount(0);
  await expect(page.getByRole("searchbox")).toHaveValue("zz");
});

for (const size of [{ width: 1440, height: 900 }, phone])
  test(`offline a public form keeps typed values, and continues afterwards, ${size.width} px wide`, async ({
    page,
    context,
  }) => {
    await page.setViewportSize(size);
    await page.goto("/register");
    await awaitAlive(page);
    const name = page.getByLabel(say("account:fields.name"), { exact: true });
    const password = page.getByLabel(say("account:password.first"), { exact: true });
    const submit = page.getByRole("button", { name: say("account:register.submit") });
    const warning = status(page, "login:offline");
    const isTyped = async () => {
      await expect(name).toHaveValue("Ana");
      await expect(password).toHaveValue("Kw7xTq20");
      await expect(page).toHaveURL(/\/register$/);
    };
    await name.fill("Ana");
    await password.fill("Kw7xTq20");
    await context.setOffline(true);
    await expect(warning).toBeInViewport();
    await submit.click();
    await expect(warning).toBeInViewport();
    await page.getByRole("button", { name: say("account:code.send") }).click();
    await page.getByRole("link", { name: say("account:links.login") }).click();
    await page.getByRole("button", { name: inEnglish }).last().click();
    await page.getByRole("button", { name: "Deutsch" }).click();
    await isTyped();
    await expect(page.locator("html")).toHaveAttribute("lang", "en");
    expect(await overflowOf(page)).toBeLessThanOrEqual(0);
    expect(await findBarriers(page)).toEqual([]);
    await context.setOffline(false);
    await expect(status(page, "common:connectivity.online")).toBeInViewport();
    await isTyped();
    await submit.click();
    await expect(page.getByText(say("problems:required")).first()).toBeVisible();
    await isTyped();
  });

test("changing the language keeps the typed values of a form", async ({ page }) => {
  await page.goto("/register");
  await awaitAlive(page);
  await page.getByLabel(say("account:fields.name"), { exact: true }).fill("Ana");
  await page.locator("select").selectOption("DE");
  await page.getByLabel(say("account:terms.accept")).check();
  await page.getByRole("button", { name: say("account:register.submit") }).click();
  await expect(page.getByText(say("problems:required")).first()).toBeVisible();
  await page.getByRole("button", { name: inEnglish }).last().click();
  await page.getByRole("button", { name: "العربية" }).click();
  const ar = speaker("ar");
  const html = page.locator("html");
  await expect(html).toHaveAttribute("lang", "ar");
  await expect(html).toHaveAttribute("dir", "rtl");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(ar("account:register.title"));
  await expect(page.getByText(ar("problems:required")).first()).toBeVisible();
  await expect(page.getByLabel(ar("account:fields.name"), { exact: true })).toHaveValue("Ana");
  const country = page.locator("select");
  await expect(country.locator("option:checked")).toHaveText("ألمانيا");
  await expect(country).toHaveValue("DE");
  await expect(page.getByLabel(ar("account:terms.accept"))).toBeChecked();
  await page.reload();
  await expect(html).toHaveAttribute("lang", "ar");
});

test("without scripts another language is a page of its own", async ({ browser }) => {
  const plain = await browser.newContext({ javaScriptEnabled: false, baseURL: url, locale: "en" });
  const page = await plain.newPage();
  await page.goto("/login?reason=updated");
  await page.getByRole("button", { name: inEnglish }).last().click();
  await page.getByRole("button", { name: "Deutsch" }).click();
  await expect(page.locator("html")).toHaveAttribute("lang", "de");
  await expect(page).toHaveURL(/\/login\?reason=updated$/);
  await plain.close();
});

test("a failed call is reported for 5 s, longer under the pointer, and leaves the page unchanged", async ({
  page,
}) => {
  await page.clock.install();
  await signInWholly(page);
  const alert = page.getByRole("alert");
  await page.route(DATA, (route) => route.abort());
  await goOn(page);
  await alert.hover();
  await expect(alert).toHaveText(new RegExp(`^${patternsOf("en")("problems:noServer")}`));
  expect(await findBarriers(page)).toEqual([]);
  await expect(page).toHaveURL(/\/sitelist$/);
  await page.clock.runFor(8_000);
  await expect(alert).toBeVisible();
  await page.mouse.move(5, 700);
  await page.clock.runFor(5_000);
  await expect(alert).toHaveCount(0);
  await page.unroute(DATA);
  await goOn(page);
  await page.waitForURL("**/user");
  await page.route(DATA, (route) => route.fulfill({ status: 503, body: "" }));
  const phoneNumber = page.getByLabel(say("user:profile.phone"));
  await phoneNumber.fill("030 901820");
  const save = say("user:save");
  await page.getByRole("button", { name: save }).first().click();
  await expect(alert).toBeVisible();
  await alert.getByRole("button", { name: say("common:actions.close") }).click();
  await expect(alert).toHaveCount(0);
  await expect(phoneNumber).toHaveValue("030 901820");
});

test("an ended sign-in is reported for a second before the login", async ({ page }) => {
  await signInWholly(page);
  await page.request.post("/api/auth/v2/logout", { headers, data: {} });
  const began = Date.now();
  const ended = whenShown(page, say("problems:sessionEnded"));
  await goOn(page);
  await ended;
  await expect(page).toHaveURL(/\/login\?redirect=%2Fuser&reason=expired$/);
  expect(Date.now() - began).toBeGreaterThanOrEqual(1_000);
});

test("another build signs out and leads to the login, once", async ({ page, context }) => {
  await signInWholly(page);
  const cookie = async (name: string) =>
    (await context.cookies()).find((kept) => kept.name === name)?.value;
  const build = await cookie("helioport_version");
  expect(build).toMatch(/^\w+$/);
  await context.addCookies([{ name: "helioport_version", value: "an-earlier-build", url }]);
  await goOn(page);
  await expect(page).toHaveURL(/\/login\?redirect=%2Fuser&reason=updated$/);
  await expect(page.getByText(say("account:updated"))).toBeVisible();
  expect(await cookie("helioport_session")).toBeUndefined();
  await page.getByLabel(say("login:account")).fill(person.account);
  await page.getByLabel(say("login:password"), { exact: true }).fill(person.password);
  await page.getByRole("button", { name: say("login:submit") }).click();
  await page.waitForURL("**/user");
  await page.reload();
  await expect(page).toHaveURL(/\/user$/);
  expect(await cookie("helioport_version")).toBe(build);
});

test("menus, the way back, titles and unknown addresses", async ({ page }) => {
  const [site] = fleet.sites.filter(({ group }) => group === "demo");
  if (site === undefined) throw new Error("the fleet has no demo site");
  await page.emulateMedia({ reducedMotion: "no-preference" });
  await signIn(page, accounts.owner);
  await accountMenu(page).click();
  const menu = page.locator("[popover]").filter({ hasText: say("common:user.logout") });
  await menu.getByRole("link", { name: USER }).click();
  await page.waitForURL("**/user");
  await expect(menu).toBeHidden();
  await page.evaluate(() => scrollTo(0, 500));
  await page.getByRole("link", { name: SITE_LIST }).first().click();
  await page.waitForURL("**/sitelist");
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
  await openSite(page, site.name);
  await expect(page).toHaveTitle(say("common:title", { page: site.name }));
  const crumbs = page.getByRole("navigation", { name: item("breadcrumbs") });
  await expect(crumbs).toHaveText(`${SITE_LIST}/${site.name}/${item("realtime")}`);
  await page.goto("/back");
  // The list is shown as it was left, with its query.
  await page.waitForURL((to) => to.pathname === "/sitelist");
  await awaitAlive(page);
  await page.getByRole("button", { name: item("fold") }).click();
  await expect(page.locator("aside")).toHaveCSS("width", "64px");
  await page.setViewportSize(phone);
  await expect(page.locator("aside")).toBeHidden();
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.getByRole("button", { name: item("open") }).click();
  const drawer = page.getByRole("dialog");
  await expect(drawer.getByRole("link", { name: USER })).toBeInViewport();
  expect(await findBarriers(page)).toEqual([]);
  await drawer.getByRole("link", { name: USER }).click();
  await page.waitForURL("**/user");
  await expect(drawer).toHaveCount(0);
  expect((await page.goto("/nowhere"))?.status()).toBe(404);
  expect(await overflowOf(page)).toBeLessThanOrEqual(0);
  expect(await findBarriers(page)).toEqual([]);
});

test("the demo account's menu has only pages that are open to it", async ({ page }) => {
  await signInByHand(page, accounts.demo);
  const menu = page.getByRole("navigation", { name: item("label") });
  await expect(menu.getByRole("link")).toHaveText([SITE_LIST, item("news")]);
});
