import { type SpawnOptions, spawn } from "node:child_process";

/** Runs a program and returns its output and exit code; the code is 127 if the program cannot be started. */
export function runQuietly(
  command: string,
  args: string[],
  options: Pick<SpawnOptions, "cwd" | "env" | "signal">,
): Promise<{ code: number; output: string }> {
  return new Promise((resolve) => {
    const child = spawn(command, args, { ...options, stdio: ["ignore", "pipe", "pipe"] });
    let output = "";
    // Setting an encoding keeps characters intact whose bytes are split between two chunks.
    child.stdout.setEncoding("utf8");
    child.stderr.setEncoding("utf8");
    child.stdout.on("data", (chunk) => {
      output += chunk;
    });
    child.stderr.on("data", (chunk) => {
      output += chunk;
    });
    child.on("error", (error) => resolve({ code: 127, output: `${output}${error.message}` }));
    child.on("close", (code) => resolve({ code: code ?? 1, output }));
  });
}
