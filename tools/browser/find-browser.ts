import { existsSync } from "node:fs";
import { Failure } from "../failure.ts";
import { installDistributionBrowser } from "./distribution-browser.ts";
import { installPackagedBrowser } from "./packaged-browser.ts";

const usualPlaces = [
  "/usr/bin/chromium",
  "/usr/bin/google-chrome",
  "/usr/bin/chromium-browser",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
];

/** The path of a Chromium for the browser tests, which is installed if there is none. */
export async function findBrowser(): Promise<string> {
  const chosen = process.env.CHROMIUM_PATH;
  if (chosen) {
    if (existsSync(chosen)) return chosen;
    throw new Failure(`CHROMIUM_PATH names ${chosen}, which does not exist.`);
  }
  const { chromium } = await import("@playwright/test");
  const present = [...usualPlaces, chromium.executablePath()].find((path) => existsSync(path));
  if (present) return present;
  const provided = (await installPackagedBrowser()) ?? (await installDistributionBrowser());
  if (provided) return provided;
  throw new Failure(
    "The browser tests need Chromium or Chrome: install one, or name its program in CHROMIUM_PATH.",
  );
}
