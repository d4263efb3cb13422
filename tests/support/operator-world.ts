import type { Browser, Page } from "@playwright/test";
import type { Language } from "#domain/languages.ts";
import { makeAdministrator } from "#tools/deployment/make-administrator.ts";
import { watchPage } from "./page-watch.ts";
import { startServer, type TestServer } from "./server.ts";
import { signIn } from "./sign-in.ts";

const OPERATOR = "operator@helioport.example";
/** A cheap cost: the journeys are not about guessing passwords. */
const PASSWORD_COST = { log2N: 4, r: 8, p: 1 };

/** Language, appearance and window of a journey. */
export type Way = {
  language: Language;
  colorScheme: "light" | "dark";
  viewport: { width: number; height: number };
};
export const WAYS: readonly Way[] = [
  { language: "en", colorScheme: "light", viewport: { width: 1280, height: 900 } },
  { language: "ar", colorScheme: "dark", viewport: { width: 390, height: 844 } },
];

export type OperatorWorld = {
  server: TestServer;
  operator: { account: string; password: string };
};

/** Starts a platform with an operator, for journeys whose changes every user sees, such as news. */
export async function startOperatorWorld(): Promise<OperatorWorld> {
  const server = await startServer({ passwordCost: PASSWORD_COST });
  // The demo news would be shown after each sign-in.
  await server.runtime.database.prepare("UPDATE news SET attention = 0").run();
  const query = async (sql: string) => (await server.runtime.database.prepare(sql).all()).results;
  const password = await makeAdministrator(query, OPERATOR, Date.now(), PASSWORD_COST);
  return { server, operator: { account: OPERATOR, password } };
}

/** Opens a window that is signed in, with the complaints of its page. */
export async function openWindow(
  browser: Browser,
  { server: { url } }: OperatorWorld,
  { language, colorScheme, viewport }: Way,
  account: { account: string; password: string },
): Promise<{ page: Page; complaints: string[] }> {
  const context = await browser.newContext({
    baseURL: url,
    colorScheme,
    viewport,
    hasTouch: viewport.width < 768,
    reducedMotion: "reduce",
  });
  await context.addCookies([{ name: "tbb_language", value: language, url }]);
  const page = await context.newPage();
  const complaints = watchPage(page);
  await signIn(page, account, url);
  return { page, complaints };
}
