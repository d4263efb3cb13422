import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { MINUTE_MS } from "#domain/units/durations.ts";
import type { Runtime } from "#tools/runtime.ts";

export type MinuteServer = { origin: string; stop(): void };

/**
 * A server on a loopback port that lets minutes pass for rollouts: a POST to `/15` makes what a site waits for due 15
 * minutes earlier, and runs the jobs of a minute. It answers when they have ended.
 */
export async function startMinuteServer({
  database,
  runScheduled,
}: Pick<Runtime, "database" | "runScheduled">): Promise<MinuteServer> {
  const server = createServer(async (request, response) => {
    const minutes = Number(request.url?.slice(1));
    await database
      .prepare("update rollout_sites set due = due - ?1 where state in ('working', 'watching')")
      .bind(minutes * MINUTE_MS)
      .run();
    await runScheduled("* * * * *", new Date());
    response.writeHead(204).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop() {
      server.close();
      server.closeAllConnections();
    },
  };
}
