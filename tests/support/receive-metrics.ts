import { env } from "cloudflare:workers";
import { vi } from "vitest";
import { type SiteMetricsEvent, siteMetricsEvent } from "#protocol/site-rpc.ts";

/** The metrics that sites' objects of this file send off from now on. They go nowhere else, nor does anything. */
export function receiveMetrics(): SiteMetricsEvent[] {
  const received: SiteMetricsEvent[] = [];
  const queue = Object.getPrototypeOf(env.SITE_EVENTS) as Queue;
  vi.spyOn(queue, "send").mockImplementation(async (body) => {
    const { data } = siteMetricsEvent.safeParse(body);
    if (data !== undefined) received.push(data);
    return { metadata: { metrics: { backlogCount: 0, backlogBytes: 0 } } };
  });
  return received;
}
