import { spawn } from "node:child_process";
import { closeSync, openSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { z } from "zod";
import { projectRoot } from "./project-root.ts";
import type { StateDirectory } from "./state-directory.ts";

const graceMs = 2_000;

export type SimulatorProcess = {
  log: string;
  exited: Promise<number | null>;
  stop(): Promise<void>;
};

/** Progress of the past uploads, as the simulator reports it. */
const pastReport = z.object({
  past: z.object({ sent: z.int(), days: z.int(), backTo: z.number().nullable() }),
});
export type PastReport = z.infer<typeof pastReport>["past"];

/**
 * Starts the simulator in a process of its own, connected to the platform at `url`. It runs the demo sites, or those
 * with the given serial numbers.
 * @param onPast called each second with the progress of the past uploads; without it the loggers send no past
 */
export function startSimulator(
  state: StateDirectory,
  url: string,
  {
    serials = [],
    firmwareKeys = "",
    onPast,
  }: {
    serials?: readonly string[];
    /** Public keys of firmware that the loggers trust; without one they are not updated. */
    firmwareKeys?: string;
    onPast?: (past: PastReport) => void;
  } = {},
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
      ...(firmwareKeys === "" ? [] : ["--firmware-keys", firmwareKeys]),
      ...(onPast === undefined ? [] : ["--past"]),
      ...serials.flatMap((serial) => ["--serial", serial]),
    ],
    { cwd: projectRoot, stdio: ["ignore", output, output, "ipc"] },
  );
  closeSync(output);
  if (onPast !== undefined)
    child.on("message", (message) => {
      const { data } = pastReport.safeParse(message);
      if (data !== undefined) onPast(data.past);
    });
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
