import { createHash } from "node:crypto";
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { basename, join } from "node:path";
import { MINUTE_MS } from "#domain/units/durations.ts";
import { waitForLock } from "./exclusive-lock.ts";
import { describeError, Failure } from "./failure.ts";
import { projectRoot } from "./project-root.ts";
import { runQuietly } from "./run-quietly.ts";

const inputs = [
  "{app,database,domain,durable-objects,locales,operations,protocol,public,workers}/**/*",
  "{package-lock,tsconfig}.json",
  "{vite,react-router}.config.ts",
  "tools/client-fence.ts",
  "wrangler.toml",
];
const buildDirectory = join(projectRoot, "build");
const stamp = join(buildDirectory, "inputs.sha256");
const lockFile = join(projectRoot, "node_modules", ".helioport-build.lock");
const MAX_BUILD_MS = 3 * MINUTE_MS;

/**
 * Builds for production, unless build/ was made from exactly these inputs.
 * @param target directory for a copy of the build, so that a later build does not change the files of a running
 * platform
 */
export async function provideBuild(
  options: { target?: string; ended?: AbortSignal } = {},
): Promise<void> {
  const { target, ended } = options;
  mkdirSync(buildDirectory, { recursive: true });
  using lock = await waitForLock(lockFile, MAX_BUILD_MS);
  if (!lock) throw new Failure("Another build has been running for three minutes; end it first.");
  const hash = hashInputs();
  if (!existsSync(stamp) || readFileSync(stamp, "utf8") !== hash) {
    rmSync(stamp, { force: true });
    await build(ended);
    writeFileSync(stamp, hash);
  }
  if (target) copyBuild(target);
}

async function build(ended?: AbortSignal): Promise<void> {
  const vite = join(projectRoot, "node_modules", "vite", "bin", "vite.js");
  const { code, output } = await runQuietly(process.execPath, [vite, "build"], {
    cwd: projectRoot,
    env: withoutSecret({ ...process.env, NODE_ENV: "production" }),
    ...(ended && { signal: ended }),
  });
  if (code === 0) return;
  process.stderr.write(`\n${output}`);
  throw new Failure("The build failed; its output is above.");
}

function copyBuild(target: string): void {
  try {
    rmSync(target, { recursive: true, force: true });
    cpSync(buildDirectory, target, { recursive: true, filter: (path) => !isSecretFile(path) });
  } catch (error) {
    throw new Failure(`The build could not be copied to ${target}: ${describeError(error)}`);
  }
}

/** The Cloudflare plugin copies secrets that it finds into the build, which must not contain any. */
function isSecretFile(path: string): boolean {
  return basename(path).startsWith(".dev.vars");
}

function withoutSecret(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  Reflect.deleteProperty(env, "HELIOPORT_SECRET");
  return env;
}

function hashInputs(): string {
  const hash = createHash("sha256");
  const files = inputs
    .flatMap((pattern) => globSync(pattern, { cwd: projectRoot, withFileTypes: true }))
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  for (const file of files) hash.update(file).update("\0").update(readFileSync(file)).update("\0");
  return hash.digest("hex");
}
