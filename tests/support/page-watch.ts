import type { Page } from "@playwright/test";

/** What the browser complained of on a page: scripts that failed, policies broken, markup that did not hydrate. */
export function watchPage(page: Page): string[] {
  const complaints: string[] = [];
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("console", (message) => {
    const text = message.text();
    // A refused request is part of some journeys, and the browser logs it by itself. Playwright's trace wants to read
    // pictures that only the page has, which the policy forbids.
    const isOurs = !/^(Failed to load resource|Connecting to 'blob:)/.test(text);
    if (message.type() === "error" && isOurs) complaints.push(text);
  });
  return complaints;
}

/** How many pixels the page is wider than its window. */
export function overflowOf(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
}

/** What is typed before the page is alive is lost. */
export async function awaitAlive(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    // Forms within it may wait for their texts a while longer.
    const parts = [...document.querySelectorAll("main, main form")];
    const isAlive = (part: Element) =>
      Object.keys(part).some((key) => key.startsWith("__reactFiber"));
    return parts.length > 0 && parts.every(isAlive);
  });
}
