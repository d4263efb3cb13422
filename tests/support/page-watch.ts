import { expect, type Page } from "@playwright/test";

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

/**
 * Resolves once the page has shown a text, for however short a time: asking from outside again and again could miss it.
 * Called before what causes it, and awaited afterwards.
 * @throws where the text does not appear in time
 */
export function whenShown(page: Page, text: string, timeoutMs = 20_000): Promise<void> {
  const shown = page.evaluate(
    ([wanted, timeoutMs]) =>
      new Promise<void>((resolve, reject) => {
        const look = () => {
          const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
          while (walker.nextNode())
            if (walker.currentNode.textContent?.includes(wanted) && isVisible(walker.currentNode))
              return finish();
        };
        const isVisible = ({ parentElement }: Node) => parentElement?.checkVisibility() ?? false;
        const finish = () => {
          observer.disconnect();
          clearTimeout(timer);
          resolve();
        };
        const observer = new MutationObserver(look);
        const fail = () => reject(new Error(`the page has not shown "${wanted}"`));
        const timer = setTimeout(fail, timeoutMs);
        observer.observe(document, { subtree: true, childList: true, characterData: true });
        look();
      }),
    [text, timeoutMs] as const,
  );
  // Where its cause fails first, that is the failure to report.
  shown.catch(() => {});
  return shown;
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

/**
 * Opens an address again and again until it shows what arrives meanwhile. Each attempt waits twice as long as the one
 * before, so that a busy machine reaches the end of one.
 */
export async function openUntil(
  page: Page,
  address: string,
  isShown: (options: { timeout: number }) => Promise<void>,
): Promise<void> {
  let timeout = 3_000;
  await expect(async () => {
    await page.goto(address);
    timeout *= 2;
    await isShown({ timeout: timeout / 2 });
  }).toPass({ timeout: 60_000 });
  await awaitAlive(page);
}
