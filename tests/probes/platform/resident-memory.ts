import { readFileSync } from "node:fs";
import { listRuntimeProcesses } from "#tools/runtime-processes.ts";

/** Resident bytes of this process's workerd; 0 where the system has no /proc. */
export function measureResident(): number {
  return listRuntimeProcesses().reduce((sum, pid) => sum + residentOf(pid), 0);
}

function residentOf(pid: number): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, "utf8");
    return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) * 1_024;
  } catch {
    return 0;
  }
}
