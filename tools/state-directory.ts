import { randomBytes } from "node:crypto";
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join, resolve } from "node:path";
import { z } from "zod";
import { takeLock } from "./exclusive-lock.ts";
import { describeError, Failure } from "./failure.ts";

/** Paths of everything that a local platform stores. */
export type StateDirectory = ReturnType<typeof describeState>;

export function describeState(path = process.env.HELIOPORT_STATE ?? ".helioport") {
  const root = resolve(path);
  return {
    root,
    /** D1, Durable Objects, R2 and queues, in Miniflare's layout. */
    resources: join(root, "platform"),
    /** The build that this platform runs; a copy, so that a later build does not change its files. */
    build: join(root, "build"),
    scratch: join(root, "scratch"),
    fleet: join(root, "fleet.json"),
    /** E-mails that the portal has sent. */
    mails: join(root, "mails"),
    demo: join(root, "demo.json"),
    secret: join(root, "secret"),
    /** Private key of the demo's firmware. */
    firmwareKey: join(root, "firmware-key.pem"),
    log: join(root, "server.log"),
    simulatorLog: join(root, "simulator.log"),
    lock: join(root, "lock.sqlite"),
    running: join(root, "running.json"),
    /** Written by the first start as its last step; without it the state is incomplete. */
    complete: join(root, "complete.json"),
  };
}

const runningPlatform = z.object({ pid: z.int(), url: z.string(), runtime: z.array(z.int()) });
export type RunningPlatform = z.infer<typeof runningPlatform>;

/** Creates the directory and locks it for this process. */
export function openState(state: StateDirectory): Disposable {
  refuseForeignDirectory(state);
  const lock = tryLock(state);
  if (lock) return lock;
  const running = readRunning(state);
  throw new Failure(
    running
      ? `Helioport is already running at ${running.url} (process ${running.pid}).`
      : `Another Helioport command is using ${state.root}; try again when it has ended.`,
  );
}

/** Refuses a directory with other contents, so that a mistyped HELIOPORT_STATE never deletes a user's files. */
function refuseForeignDirectory(state: StateDirectory): void {
  if (!existsSync(state.root) || existsSync(state.lock)) return;
  const foreign = listNames(state).find((name) => name !== "install.log");
  if (foreign !== undefined) {
    throw new Failure(
      `${state.root} holds other files (${foreign}): choose an empty directory as HELIOPORT_STATE.`,
    );
  }
}

function listNames(state: StateDirectory): string[] {
  try {
    return readdirSync(state.root);
  } catch (error) {
    throw new Failure(`The state directory ${state.root} cannot be used: ${describeError(error)}.`);
  }
}

function tryLock(state: StateDirectory): Disposable | undefined {
  try {
    mkdirSync(state.root, { recursive: true });
    return takeLock(state.lock);
  } catch (error) {
    throw new Failure(`The state directory ${state.root} cannot be used: ${describeError(error)}.`);
  }
}

export function readRunning(state: StateDirectory): RunningPlatform | undefined {
  try {
    return runningPlatform.parse(JSON.parse(readFileSync(state.running, "utf8")));
  } catch {
    return undefined;
  }
}

export function isComplete(state: StateDirectory): boolean {
  return existsSync(state.complete);
}

/** Marks the first start as complete. */
export function markComplete(state: StateDirectory, now: Date): void {
  writeFileSync(state.complete, `${JSON.stringify({ version: 1, seeded: now.toISOString() })}\n`);
}

/** Empties the directory except for the lock, which the caller must hold. */
export function clearState(state: StateDirectory): void {
  for (const name of listNames(state)) {
    const path = join(state.root, name);
    if (path !== state.lock) rmSync(path, { recursive: true, force: true });
  }
}

const secretText = z.base64url().min(43);

/** Reads the platform's secret, which the first start creates: base64url of 32 random bytes. */
export function readSecret(state: StateDirectory): string {
  if (!isComplete(state)) {
    writeFileSync(state.secret, `${randomBytes(32).toString("base64url")}\n`, { mode: 0o600 });
  }
  try {
    return secretText.parse(readFileSync(state.secret, "utf8").trim());
  } catch (error) {
    const reason = error instanceof z.ZodError ? "it is damaged" : describeError(error);
    throw new Failure(
      `The secret in ${state.secret} cannot be read (${reason}). \`npm run reset\` starts over with an empty state.`,
    );
  }
}

const SQLITE_HEADER = "SQLite format 3\0";

/**
 * Refuses a database whose file is no database, before the application is built and the runtime, which names no reason,
 * is started. Other damage shows when the migrations are read.
 */
export function checkDatabase(state: StateDirectory): void {
  const directory = join(state.resources, "d1", "miniflare-D1DatabaseObject");
  if (!existsSync(directory)) return;
  for (const name of readdirSync(directory).filter((file) => file.endsWith(".sqlite"))) {
    const header = readHeader(join(directory, name));
    if (header === "" || header === SQLITE_HEADER) continue;
    throw new Failure(
      `The local database cannot be opened (${join(directory, name)} is damaged). \`npm run reset\` starts over with an empty state.`,
    );
  }
}

function readHeader(path: string): string {
  const header = Buffer.alloc(SQLITE_HEADER.length);
  const file = openSync(path, "r");
  try {
    return header.toString("latin1", 0, readSync(file, header));
  } finally {
    closeSync(file);
  }
}
