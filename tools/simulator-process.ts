import { spawn } from "node:child_process";
import { closeSync, openSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { projectRoot } from "./project-root.ts";
import type { StateDirectory } from "./state-directory.ts";

const graceMs = 2_000;

export type SimulatorProcess = {
  log: string;
  exited: Promise<number | null>;
  stop(): Promise<void>;
};

/**
 * Lets the fleet speak to the platform at `url`, in a process of its own: the demo sites, or those with the serial
 * numbers given.
 */
export function startSimulator(
  state: StateDirectory,
  url: string,
  serials: readonly string[] = [],
): SimulatorProcess {
  const output = openSync(state.simulatorLog, "w");
  const child = spawn(
    process.execPath,
    [
      "--import",
      pathToFileURL(join(projectRoot, "tools", "end-with-parent.ts")).href,
      join(projectRoot, "simulator", "run.ts"),
      "--fleet",
      state.fleet,
      "--url",
      url,
      ...serials.flatMap((serial) => ["--serial", serial]),
    ],
    { cwd: projectRoot, stdio: ["ignore", output, output, "ipc"] },
  );
  closeSync(output);
  const exited = new Promise<number | null>((resolve) => {
    child.once("exit", resolve);
    child.once("error", () => resolve(1));
  });
  return {
    log: state.simulatorLog,
    exited,
    async stop() {
      const force = setTimeout(() => child.kill("SIGKILL"), graceMs);
      child.kill("SIGTERM");
      await exited;
      clearTimeout(force);
    },
  };
}
