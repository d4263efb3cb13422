import { listRuntimeProcesses } from "#tools/runtime-processes.ts";

/** What `start` started, and the process id of its workerd. */
export async function findServer<Started>(
  start: () => Promise<Started>,
): Promise<{ started: Started; server: number }> {
  const before = new Set(listRuntimeProcesses());
  const started = await start();
  const server = listRuntimeProcesses().find((process) => !before.has(process));
  return { started, server: server ?? Number.NaN };
}
