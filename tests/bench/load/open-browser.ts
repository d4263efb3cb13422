import { type Browser, chromium } from "@playwright/test";
import { findInstalledBrowser } from "#tools/browser/installed-browser.ts";

/** The browser of journeys, without a window. */
export function openBrowser(): Promise<Browser> {
  const executablePath = findInstalledBrowser();
  return chromium.launch({
    ...(executablePath && { executablePath }),
    args: ["--no-sandbox", "--disable-gpu"],
  });
}
