import { join } from "node:path";
import type { Page } from "@playwright/test";
import { findMisplaced, findWidening } from "../../support/find-misplaced-texts.ts";
import { awaitAlive } from "../../support/page-watch.ts";

const WIDE = { width: 1440, height: 900 };
const NARROW = { width: 390, height: 844 };
export const WIDTHS = [WIDE, NARROW];
const MAX_OPENED = 12;
const SETTLED_MS = 2_000;

export type Finding = { what: string; where: string };

/**
 * Opens a page and what can be unfolded on it, and looks at it wide and narrow. Answers what is wrong.
 * @param pictures the folder for pictures of what is wrong; none where it is empty
 */
export async function showPage(
  page: Page,
  path: string,
  texts: readonly string[],
  pictures: string,
): Promise<Finding[]> {
  const plain = await openWhole(page, path);
  const found: Finding[] = [];
  const report = (what: string, where: string) => found.push({ what: `${plain}: ${what}`, where });
  for (const viewport of WIDTHS) {
    const known = found.length;
    await page.setViewportSize(viewport);
    const width = `${viewport.width} px`;
    await settle(page);
    for (const part of await findWidening(page))
      report(`${width}: wider than its window`, `${part}: ${texts[0]}`);
    for (const { what, text } of await findMisplaced(page, texts))
      report(`${width}: ${what}`, text);
    if (pictures !== "" && found.length > known) {
      const name = `${plain.slice(1).replaceAll("/", "-")}-${viewport.width}-${Date.now()}.png`;
      await page.screenshot({ path: join(pictures, name), fullPage: true });
    }
  }
  if (await page.evaluate(() => "broken" in globalThis)) report("a script has run", `${texts[0]}`);
  return found;
}

/** Opens a page wide, and what can be unfolded on it. Answers its path. */
export async function openWhole(page: Page, path: string): Promise<string> {
  await page.setViewportSize(WIDE);
  await page.goto(path);
  await awaitAlive(page);
  await unfold(page);
  return new URL(page.url()).pathname;
}

/** What is drawn by script for another width takes a moment for this one. */
export async function settle(page: Page): Promise<void> {
  const fits = () => document.documentElement.scrollWidth <= innerWidth;
  await page.waitForFunction(fits, undefined, { timeout: SETTLED_MS }).catch(() => undefined);
}

async function unfold(page: Page): Promise<void> {
  await page.evaluate((most) => {
    for (const details of document.querySelectorAll("main details"))
      details.setAttribute("open", "");
    const folded = 'main button[aria-expanded="false"]:not([aria-haspopup])';
    const buttons = document.querySelectorAll<HTMLElement>(folded);
    for (const button of [...buttons].slice(0, most)) button.click();
  }, MAX_OPENED);
}
