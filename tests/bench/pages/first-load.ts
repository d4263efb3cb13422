import { gzipSync } from "node:zlib";
import { chromium } from "@playwright/test";
import { findBrowser } from "#tools/browser/find-browser.ts";

const GIVE_UP_MS = 60_000;

/**
 * KiB, gzipped, of the scripts that a real browser with nothing in its cache has fetched when the page of a site is
 * live: what the page names, what those import, what is awaited before it is alive, and the socket's encryption.
 * @param cookie of the session, as `name=value`
 */
export async function weighFirstLoad(url: string, cookie: string): Promise<number> {
  const browser = await chromium.launch({
    executablePath: await findBrowser(),
    args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
  });
  try {
    // A headless browser's own name counts as a robot's, which is served differently.
    const userAgent = `Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${browser.version()} Safari/537.36`;
    const context = await browser.newContext({ userAgent, locale: "en-GB" });
    const [name = "", value = ""] = cookie.split("=");
    await context.addCookies([{ name, value, url: new URL(url).origin }]);
    const page = await context.newPage();
    await page.goto(url);
    const live = page.locator("[data-connection]", { hasText: /^Live$/ });
    await live.waitFor({ timeout: GIVE_UP_MS });
    const scripts = await page.evaluate(() =>
      performance
        .getEntriesByType("resource")
        .map(({ name }) => name)
        .filter((address) => new URL(address).pathname.endsWith(".js")),
    );
    return await weigh(new Set(scripts));
  } finally {
    await browser.close();
  }
}

async function weigh(scripts: ReadonlySet<string>): Promise<number> {
  if (scripts.size < 5) throw new Error(`the browser fetched ${scripts.size} scripts only`);
  let bytes = 0;
  for (const address of scripts) {
    const answer = await fetch(address);
    if (!answer.ok) throw new Error(`${address} answered ${answer.status}`);
    bytes += gzipSync(await answer.bytes()).length;
  }
  return bytes / 1024;
}
