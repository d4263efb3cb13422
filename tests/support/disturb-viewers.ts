import { type Disturbance, disturb } from "./site-inside.ts";
import type { LoggerSocket } from "./site-logger.ts";
import { openViewer, type SiteViewer, watch } from "./viewer-socket.ts";

/** The same person on a new socket with a new ticket, not logged in. */
export function reopen({ stamp }: SiteViewer): Promise<SiteViewer> {
  return openViewer(stamp.siteId, stamp);
}

/**
 * Evicts the object. Where that closes its sockets the logger comes again, then the viewers, in this order and each with
 * a new ticket; `welcomes` contains what they received.
 */
export async function disturbWatched<Viewers extends SiteViewer[]>(
  siteId: number,
  disturbance: Disturbance,
  before: { logger: LoggerSocket; viewers: [...Viewers]; connect?: object },
) {
  const logger = await disturb(siteId, disturbance, before.logger, before.connect);
  if (disturbance !== "close") return { logger, viewers: before.viewers, welcomes: [] };
  const again: Awaited<ReturnType<typeof watch>>[] = [];
  for (const { closed, stamp } of before.viewers) {
    await closed;
    again.push(await watch(siteId, stamp));
  }
  return {
    logger,
    viewers: again.map(({ viewer }) => viewer) as [...Viewers],
    welcomes: again.map(({ welcome }) => welcome),
  };
}
