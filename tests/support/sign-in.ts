import { expect, type Page } from "@playwright/test";
import { readE2eServer } from "./e2e-server.ts";
import { awaitAlive } from "./page-watch.ts";
import { speaker } from "./texts.ts";

const LANGUAGE_COOKIE = "tbb_language";
const say = speaker("en");

type Credentials = { account: string; password: string };

/** Signs in as a person does, which ends at the list of sites. */
export async function signInByHand(page: Page, { account, password }: Credentials): Promise<void> {
  await page.goto("/login");
  await page.getByLabel(say("login:account")).fill(account);
  await page.getByLabel(say("login:password"), { exact: true }).fill(password);
  await page.getByRole("button", { name: say("login:submit") }).click();
  await page.waitForURL("**/sitelist*");
}

/** The same with the login's form sent and no page shown before the list of sites: a journey about something else. */
export async function signIn(page: Page, credentials: Credentials, url?: string): Promise<void> {
  await sendLogin(page, credentials, url);
  await page.goto("/sitelist");
  await awaitAlive(page);
}

/**
 * Sends the login's form, also without scripts. A browser without a chosen language chooses English, because other
 * journeys sign in to the same account in theirs, which stores it in the account.
 * @param url address of a platform of the journey's own; that of all journeys by default
 */
export async function sendLogin(
  page: Page,
  credentials: Credentials,
  url = readE2eServer().url,
): Promise<void> {
  const { origin } = new URL(url);
  const cookies = await page.context().cookies(origin);
  if (!cookies.some(({ name }) => name === LANGUAGE_COOKIE))
    await page.context().addCookies([{ name: LANGUAGE_COOKIE, value: "en", url: origin }]);
  const answer = await page.request.post("/login", {
    form: credentials,
    headers: { Origin: origin },
    maxRedirects: 0,
  });
  if (answer.status() !== 302) throw new Error(`signing in was answered with ${answer.status()}`);
}

/** Opens a site from the list by its name, which is searched if the first page of the list does not have it. */
export async function openSite(page: Page, name: string): Promise<void> {
  const link = page.getByRole("link", { name }).first();
  await expect(async () => {
    if (!(await link.isVisible())) {
      await page.goto(`/sitelist?q=${encodeURIComponent(name)}`);
      await awaitAlive(page);
    }
    await link.click({ timeout: 5_000 });
  }).toPass({ timeout: 60_000 });
  await page.waitForURL("**/realtime?*");
  // The address comes before the page: a menu opened in between would go with the page before.
  await page.waitForFunction((wanted) => document.title.includes(wanted), name);
}
