import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { showElapsed } from "./elapsed.mjs";

/**
 * Installs the packages of package-lock.json unless exactly these are installed.
 * @param {string} root
 * @returns {Promise<boolean>} whether anything was installed
 */
export async function installWhatIsMissing(root) {
  if (isInstalled(root)) return false;
  const done = showElapsed("Installing packages");
  const { code, output } = await runNpm(root).catch((error) => {
    done("failed");
    throw error;
  });
  if (code !== 0) {
    done("failed");
    mkdirSync(join(root, ".helioport"), { recursive: true });
    writeFileSync(join(root, ".helioport", "install.log"), output);
    throw new Error(
      `Packages could not be installed: ${firstError(output)} (all of it: .helioport/install.log)`,
    );
  }
  done("done");
  return true;
}

/**
 * Whether the packages of package-lock.json are installed. npm writes node_modules/.package-lock.json as its last step,
 * so an interrupted or outdated installation differs from package-lock.json.
 * @param {string} root
 */
export function isInstalled(root) {
  const wanted = readPackages(join(root, "package-lock.json"));
  const present = readPackages(join(root, "node_modules", ".package-lock.json"));
  return Object.entries(wanted).every(([path, { version, optional, devOptional }]) => {
    if (path === "") return true;
    const found = present[path];
    if (!found) return optional === true || devOptional === true;
    return found.version === version;
  });
}

/**
 * @param {string} file
 * @returns {Record<string, { version?: string, optional?: boolean, devOptional?: boolean }>}
 */
function readPackages(file) {
  if (!existsSync(file)) return {};
  try {
    return JSON.parse(readFileSync(file, "utf8")).packages ?? {};
  } catch {
    return {};
  }
}

/**
 * @param {string} root
 * @returns {Promise<{ code: number, output: string }>}
 */
function runNpm(root) {
  const args = ["ci", "--include=dev", "--include=optional", "--no-audit", "--no-fund"];
  const { npm_execpath: npm, npm_node_execpath: node } = process.env;
  const [command, ...rest] =
    npm?.endsWith("npm-cli.js") && existsSync(npm)
      ? [node && existsSync(node) ? node : process.execPath, npm, ...args]
      : [process.platform === "win32" ? "npm.cmd" : "npm", ...args];
  return new Promise((resolve, reject) => {
    const child = spawn(/** @type {string} */ (command), rest, {
      cwd: root,
      stdio: ["ignore", "pipe", "pipe"],
      shell: process.platform === "win32",
    });
    let output = "";
    child.stdout.on("data", (chunk) => {
      output += chunk;
    });
    child.stderr.on("data", (chunk) => {
      output += chunk;
    });
    child.on("error", (/** @type {NodeJS.ErrnoException} */ error) =>
      reject(
        error.code === "ENOENT"
          ? new Error("npm was not found: install Node.js together with npm and try again.")
          : error,
      ),
    );
    child.on("close", (code) => resolve({ code: code ?? 1, output }));
  });
}

/** @param {string} output */
function firstError(output) {
  const lines = output.split("\n").map((line) => line.replace(/^npm (error|ERR!) ?/, "").trim());
  return (
    lines.find((line) => line !== "" && !/^(code|errno|path|syscall|type) /.test(line)) ??
    "npm failed"
  );
}
