import { existsSync } from "node:fs";
import { join } from "node:path";
import { chromium } from "@playwright/test";
import { Failure } from "../failure.ts";
import { projectRoot } from "../project-root.ts";

/** Made by packaged-browser.ts where nothing else was found. */
export const packagedLauncher = join(projectRoot, ".browser", "chromium");

const usualPlaces = [
  "/usr/bin/chromium",
  "/usr/bin/google-chrome",
  "/usr/bin/chromium-browser",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
];

/** The Chromium or Chrome that is there already, if any; CHROMIUM_PATH decides where it is set. */
export function findInstalledBrowser(): string | undefined {
  const chosen = process.env.CHROMIUM_PATH;
  if (!chosen) {
    const places = [...usualPlaces, chromium.executablePath(), packagedLauncher];
    return places.find((path) => existsSync(path));
  }
  if (existsSync(chosen)) return chosen;
  throw new Failure(`CHROMIUM_PATH names ${chosen}, which does not exist.`);
}
