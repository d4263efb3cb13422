import { existsSync } from "node:fs";
import { join } from "node:path";
import { chromium } from "@playwright/test";
import { Failure } from "../failure.ts";
import { projectRoot } from "../project-root.ts";

/** Path of the script that starts the browser unpacked by packaged-browser.ts. */
export const packagedLauncher = join(projectRoot, ".browser", "chromium");

const usualPlaces = [
  "/usr/bin/chromium",
  "/usr/bin/google-chrome",
  "/usr/bin/chromium-browser",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
];

const BROWSER_KINDS = ["installed", "packaged"] as const;
export type BrowserKind = (typeof BROWSER_KINDS)[number];

type Settings = {
  [name: string]: string | undefined;
  CHROMIUM_PATH?: string | undefined;
  HELIOPORT_BROWSER?: string | undefined;
};

/**
 * Reads which browser the settings name.
 * @returns a path or a kind; null if nothing is set, so that any Chromium may be used
 * @throws Failure if a setting has an invalid value
 */
export function readBrowserChoice(
  { CHROMIUM_PATH, HELIOPORT_BROWSER }: Settings = process.env,
): { path: string } | { kind: BrowserKind } | null {
  if (CHROMIUM_PATH) {
    if (existsSync(CHROMIUM_PATH)) return { path: CHROMIUM_PATH };
    throw new Failure(`CHROMIUM_PATH names ${CHROMIUM_PATH}, which does not exist.`);
  }
  if (!HELIOPORT_BROWSER) return null;
  const kind = BROWSER_KINDS.find((one) => one === HELIOPORT_BROWSER);
  if (kind !== undefined) return { kind };
  throw new Failure(
    `HELIOPORT_BROWSER is "${HELIOPORT_BROWSER}", but must be "installed" (the system's Chromium or Chrome) or "packaged" (the one from the npm registry). CHROMIUM_PATH names any other browser.`,
  );
}

/** Returns the path of the installed Chromium or Chrome that the settings allow; undefined if there is none. */
export function findInstalledBrowser(settings: Settings = process.env): string | undefined {
  const choice = readBrowserChoice(settings);
  if (choice !== null && "path" in choice) return choice.path;
  const system = [...usualPlaces, chromium.executablePath()];
  const places = {
    installed: system,
    packaged: [packagedLauncher],
    any: [...system, packagedLauncher],
  };
  return places[choice?.kind ?? "any"].find((path) => existsSync(path));
}
