import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { FleetSite } from "#simulator/fleet-file.ts";

/**
 * The simulator's logger of one site alone, switched on when it is taken out of its box. It takes words of a script,
 * such as `device:slow:2s`.
 */
export class BoxedLogger implements Disposable {
  readonly #directory = mkdtempSync(join(tmpdir(), "helioport-box-"));
  readonly #child: ChildProcess;

  /** @param firmwareKeys public keys of firmware that the logger trusts; without one it is not updated */
  constructor(url: string, site: FleetSite, firmwareKeys = "") {
    const fleet = join(this.#directory, "fleet.json");
    writeFileSync(fleet, JSON.stringify({ version: 1, sites: [site] }));
    const run = new URL("../../simulator/run.ts", import.meta.url).pathname;
    const options = ["--fleet", fleet, "--url", url, "--serial", site.serial];
    const keys = firmwareKeys === "" ? [] : ["--firmware-keys", firmwareKeys];
    this.#child = spawn(process.execPath, [run, ...options, ...keys], {
      stdio: ["pipe", "ignore", "inherit"],
    });
  }

  /** Changes how the logger and its devices behave (docs/simulator.md, "Scripts"). */
  say(words: string): void {
    this.#child.stdin?.write(`${words}\n`);
  }

  [Symbol.dispose](): void {
    this.#child.kill("SIGKILL");
    rmSync(this.#directory, { recursive: true, force: true });
  }
}
