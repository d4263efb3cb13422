import type { Page } from "@playwright/test";
import { dayOf, startOfDay } from "#domain/history/local-days.ts";
import { awaitAlive } from "./page-watch.ts";

/** Every page of a site for its owner. */
export const SITE_PAGES = [
  "/realtime",
  "/chart/history",
  "/chart/statecurve",
  "/chart/advancedcurve",
  "/chart/download",
  "/param",
  "/alarm",
  "/log",
  "/device",
  "/remote",
  "/management",
  "/settings/general",
  "/settings/place",
  "/settings/notifications",
  "/settings/imports",
  "/settings/module",
  "/settings/end",
  "/settings/appearance",
] as const;

/** Pages beside those of a site. */
export const OTHER_PAGES = [
  "/sitelist",
  "/sitelist?view=search",
  "/sitelist?view=map",
  "/dashboard",
  "/alarms",
  "/rollouts",
  "/rollouts?new",
  "/user",
  "/news",
  "/addsite",
] as const;

/** Opens pages one after the other, each from the server, and returns what the browser complained of, by page. */
export async function findHydrationFaults(
  page: Page,
  addresses: readonly string[],
  complaints: string[],
): Promise<string[]> {
  const faults: string[] = [];
  for (const address of addresses) {
    complaints.length = 0;
    await page.goto(address);
    await awaitAlive(page);
    faults.push(...complaints.map((complaint) => `${address.split("?key")[0]}: ${complaint}`));
  }
  return faults;
}

/** Sets the zone of a site, as its owner does on the page of its place. */
export async function setZone(page: Page, siteKey: string, timeZone: string): Promise<void> {
  const answer = await page.request.post("/api/site/v2/updateGPSInfo", {
    headers: { Origin: new URL(page.url()).origin },
    data: { siteKey, timeZone },
  });
  if (answer.status() !== 200) throw new Error(`${timeZone}: ${await answer.text()}`);
}

/**
 * Opens pages whose scripts arrive late: the page's own clock is put forward while they are held back, without waiting.
 * @param lateMs by how much
 */
export async function findLateFaults(
  page: Page,
  addresses: readonly string[],
  complaints: string[],
  lateMs: number,
): Promise<string[]> {
  const faults: string[] = [];
  await page.clock.install();
  let released = Promise.resolve();
  await page.route("**/assets/*.js", async (route) => {
    await released;
    await route.continue();
  });
  for (const address of addresses) {
    complaints.length = 0;
    const { promise, resolve: release } = Promise.withResolvers<void>();
    released = promise;
    await page.goto(address, { waitUntil: "commit" });
    await page.locator("main").waitFor();
    await page.clock.fastForward(lateMs);
    release();
    await awaitAlive(page);
    faults.push(...complaints.map((complaint) => `${address.split("?key")[0]}: ${complaint}`));
  }
  return faults;
}

/** How long it is until a day has begun at a site, in ms, with half a minute of it over. */
export function untilTomorrow(timeZone: string, now: number): number {
  return startOfDay(timeZone, dayOf(timeZone, now) + 1) - now + 30_000;
}
