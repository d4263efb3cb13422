import { execFileSync } from "node:child_process";
import { setTimeout } from "node:timers/promises";

/**
 * Returns the ids of this process's workerd children. A killed command cannot end its children, so the next command
 * does.
 */
export function listRuntimeProcesses(): number[] {
  return listProcesses()
    .filter(({ parent, command }) => parent === process.pid && isWorkerd(command))
    .map(({ pid }) => pid);
}

/** Ends workerd processes that a killed command left running. */
export async function endLeftOverProcesses(pids: number[]): Promise<void> {
  const leftOver = listProcesses().filter(
    ({ pid, command }) => pids.includes(pid) && isWorkerd(command),
  );
  for (const { pid } of leftOver) {
    process.kill(pid, "SIGKILL");
    await waitUntilGone(pid);
  }
}

async function waitUntilGone(pid: number): Promise<void> {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    if (!listProcesses().some((process) => process.pid === pid && isWorkerd(process.command)))
      return;
    await setTimeout(20);
  }
}

function isWorkerd(command: string): boolean {
  return /(^|\/)workerd$/.test(command);
}

function listProcesses(): { pid: number; parent: number; command: string }[] {
  try {
    const text = execFileSync("ps", ["-A", "-o", "pid=,ppid=,comm="], {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    });
    return text
      .trim()
      .split("\n")
      .map((line) => {
        const [pid = "0", parent = "0", ...command] = line.trim().split(/\s+/);
        return { pid: Number(pid), parent: Number(parent), command: command.join(" ") };
      });
  } catch {
    // Without `ps` (a slim container, Windows) left-over processes keep running, and their port is reported as in use.
    return [];
  }
}
