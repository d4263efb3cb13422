import { type ChildProcess, spawn } from "node:child_process";
import { accessSync, constants, globSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { Failure } from "#tools/failure.ts";
import type { Caller } from "./system.ts";

const STARTS_WITHIN_MS = 60_000;
const ENDS_WITHIN_MS = 20_000;

/** @throws Failure, which says how to get it, where there is no such command */
export function requireCommand(command: string, packageName: string): void {
  const isThere = (process.env.PATH ?? "").split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, command), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
  if (!isThere)
    throw new Failure(
      `This benchmark measures beside \`${command}\`, which is not there. On Debian: apt-get install ${packageName}`,
    );
}

/** Another database in a folder and on a port of its own, for as long as the benchmark takes. */
export class PeerProcess {
  readonly folder = mkdtempSync(join(tmpdir(), "helioport-peer-"));
  readonly #name: string;
  #child: ChildProcess | undefined;

  constructor(name: string) {
    this.#name = name;
  }

  /** Resolves when the address answers. */
  async start(args: readonly string[], caller: Caller, isUp: string): Promise<void> {
    const child = spawn(this.#name, args, { stdio: "ignore" });
    this.#child = child;
    let failed: Error | undefined;
    child.once("error", (error) => {
      failed = error;
    });
    for (const end = Date.now() + STARTS_WITHIN_MS; Date.now() < end; await wait(100)) {
      if (failed !== undefined || child.exitCode !== null) break;
      const answer = await caller.call({ url: isUp }).catch(() => null);
      if (answer !== null) return;
    }
    await this.end();
    throw new Error(`${this.#name} did not start: ${failed?.message ?? child.exitCode ?? "slow"}`);
  }

  get processes(): number[] {
    return this.#child?.pid === undefined ? [] : [this.#child.pid];
  }

  async end(): Promise<void> {
    const child = this.#child;
    if (child === undefined || child.exitCode !== null || child.pid === undefined) return;
    const ended = new Promise((resolve) => child.once("exit", resolve));
    child.kill("SIGTERM");
    const late = setTimeout(() => child.kill("SIGKILL"), ENDS_WITHIN_MS);
    await ended;
    clearTimeout(late);
  }

  bytes(): number {
    return bytesOf(this.folder);
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** Of all files below a folder; one that goes while it is looked at counts as nothing. */
export function bytesOf(folder: string): number {
  return globSync("**/*", { cwd: folder, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => statSync(join(entry.parentPath, entry.name), { throwIfNoEntry: false }))
    .reduce((sum, stat) => sum + (stat?.size ?? 0), 0);
}
