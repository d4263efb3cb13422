import { expect, type Page, test } from "@playwright/test";
import type { Language } from "#domain/languages.ts";
import { readE2eServer } from "../support/e2e-server.ts";
import { findBarriers } from "../support/examine-page.ts";
import { makeAccount, password } from "../support/make-account.ts";
import { awaitAlive, overflowOf, watchPage } from "../support/page-watch.ts";
import { openSite, sendLogin, signIn } from "../support/sign-in.ts";
import { accountOf, spareSitesOf } from "../support/spare-sites.ts";
import { type Say, speaker } from "../support/texts.ts";

const { accounts, fleet, url } = readE2eServer();
const spares = spareSitesOf("settings-retention");
const WAYS = [
  { language: "en", viewport: { width: 1440, height: 900 }, name: spares[0]?.name ?? "" },
  { language: "ar", viewport: { width: 390, height: 844 }, name: spares[1]?.name ?? "" },
] as const satisfies { language: Language; [more: string]: unknown }[];

test.use({ extraHTTPHeaders: { "CF-Connecting-IP": "198.51.100.83" } });

const section = (page: Page, say: Say) =>
  page.getByRole("region", { name: say("settings:retention.title"), exact: true });

/** An administrator of a site with an account of their own: a language that was chosen in a browser stays with it. */
async function signInAsAdministrator(page: Page, name: string): Promise<void> {
  const call = async (path: string, data: object) => {
    const headers = { Origin: new URL(url).origin };
    const answer = await page.request.post(`/api/site/v2/user/${path}`, { headers, data });
    expect(answer.status(), path).toBe(200);
    return (await answer.json()).data;
  };
  const account = await makeAccount(page, "Archivist");
  await signIn(page, accountOf("settings-retention"));
  await openSite(page, name);
  const siteKey = new URL(page.url()).searchParams.get("key");
  await call("invite", { siteKey, email: account, role: 1 });
  await signIn(page, { account, password });
  const { list } = await call("invitations", {});
  await call("accept", { id: list[0].id });
}

async function openGeneral(page: Page, name: string): Promise<void> {
  await openSite(page, name);
  await page.goto(`/settings/general${new URL(page.url()).search}`);
  await awaitAlive(page);
}

/** What the setting's history says, the newest first. */
const changesOf = (page: Page, say: Say) =>
  section(page, say).getByRole("list", { name: say("settings:retention.changes.title") });

for (const { language, viewport, name } of WAYS)
  test(`the retention of samples is chosen, a shorter one confirmed, and the change is listed: ${language}`, async ({
    page,
    context,
  }) => {
    const say = speaker(language);
    const complaints = watchPage(page);
    await page.setViewportSize(viewport);
    await signInAsAdministrator(page, name);
    await context.addCookies([{ name: "tbb_language", value: language, url }]);
    await page.goto("/sitelist");
    await awaitAlive(page);
    await openGeneral(page, name);
    const form = section(page, say);
    const years = form.getByLabel(say("settings:retention.label"));
    const save = form.getByRole("button", { name: say("settings:save") });
    await expect(years).toHaveValue("");
    await expect(changesOf(page, say)).toHaveCount(0);

    await years.selectOption("5");
    await save.press("Enter");
    const dialog = page.getByRole("alertdialog");
    await expect(dialog).toContainText(/\b20\d\d\b/);
    await expect(dialog.getByRole("button", { name: say("common:actions.cancel") })).toBeFocused();
    expect(await findBarriers(page)).toEqual([]);
    expect(await overflowOf(page)).toBeLessThanOrEqual(0);
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
    await expect(save).toBeFocused();
    await page.reload();
    await awaitAlive(page);
    await expect(years).toHaveValue("");

    await years.selectOption("5");
    await save.click();
    await dialog.getByRole("button", { name: say("settings:retention.confirm.submit") }).click();
    await expect(form).toContainText(say("settings:saved"));
    await expect(form).toContainText(say("settings:retention.nothingDeleted"));
    await expect(changesOf(page, say).getByRole("listitem")).toHaveCount(1);
    await expect(changesOf(page, say)).toContainText("Archivist");
    await expect(changesOf(page, say)).toContainText(say("settings:retention.all"));

    // The same or a longer retention needs no confirmation.
    await years.selectOption("10");
    await save.click();
    await expect(changesOf(page, say).getByRole("listitem")).toHaveCount(2);
    await years.selectOption("");
    await save.click();
    await expect(changesOf(page, say).getByRole("listitem")).toHaveCount(3);
    await expect(dialog).toBeHidden();
    await page.reload();
    await awaitAlive(page);
    await expect(years).toHaveValue("");
    await expect(changesOf(page, say).getByRole("listitem")).toHaveCount(3);
    expect(await findBarriers(page)).toEqual([]);
    expect(await overflowOf(page)).toBeLessThanOrEqual(0);
    expect(complaints).toEqual([]);
  });

test("without scripts a shorter retention is confirmed, too", async ({ browser }) => {
  const say = speaker("en");
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: url });
  const page = await context.newPage();
  await sendLogin(page, accountOf("settings-retention"));
  await page.goto(`/sitelist?q=${encodeURIComponent(spares[2]?.name ?? "")}`);
  await page
    .getByRole("link", { name: spares[2]?.name ?? "" })
    .first()
    .click();
  await page.waitForURL("**/realtime?*");
  await page.goto(`/settings/general${new URL(page.url()).search}`);
  const form = section(page, say);
  await form.getByLabel(say("settings:retention.label")).selectOption("5");
  await form.getByRole("button", { name: say("settings:save") }).click();
  // Nothing is saved yet, and the day before which everything is deleted is named.
  await expect(form).toContainText(/all measurements from before .*20\d\d/);
  await expect(changesOf(page, say)).toHaveCount(0);
  await form.getByRole("button", { name: say("settings:retention.confirm.submit") }).click();
  await expect(changesOf(page, say).getByRole("listitem")).toHaveCount(1);
  await context.close();
});

test("a monitor neither sees nor changes the retention of samples", async ({ page }) => {
  await signIn(page, accounts.monitor);
  await openSite(page, fleet.sites.find(({ group }) => group === "demo")?.name ?? "");
  const { search, searchParams } = new URL(page.url());
  const settings = speaker("en")("common:navigation.settings");
  await expect(page.getByRole("link", { name: settings, exact: true })).toHaveCount(0);
  for (const [path, data] of [
    ["retention", {}],
    ["updateRetention", { years: 1 }],
  ] as const) {
    const answer = await page.request.post(`/api/site/v2/history/${path}`, {
      headers: { Origin: new URL(url).origin },
      data: { siteKey: searchParams.get("key"), ...data },
    });
    expect(answer.ok(), path).toBe(false);
  }
  await page.goto(`/settings/general${search}`);
  await page.waitForURL("**/sitelist?notice=notAllowed");
});
