import { readdirSync, readFileSync } from "node:fs";

/** ms that processes have used of the processors, their threads included; NaN where the system does not report it. */
export function readProcessorMs(processes: readonly number[]): number {
  let ns = 0;
  try {
    for (const process of processes)
      for (const thread of readdirSync(`/proc/${process}/task`))
        ns += Number(readSchedule(process, thread).split(" ")[0]);
    return ns / 1e6;
  } catch {
    return Number.NaN;
  }
}

/** A thread that has ended meanwhile counts as nothing. */
function readSchedule(process: number, thread: string): string {
  try {
    return readFileSync(`/proc/${process}/task/${thread}/schedstat`, "utf8");
  } catch {
    return "0";
  }
}
