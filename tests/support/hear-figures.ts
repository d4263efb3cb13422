import { env } from "cloudflare:workers";
import { vi } from "vitest";
import { type SiteFiguresEvent, siteFiguresEvent } from "#protocol/site-rpc.ts";

/** The figures that sites' objects of this file send off from now on. They go nowhere else, nor does anything. */
export function hearFigures(): SiteFiguresEvent[] {
  const heard: SiteFiguresEvent[] = [];
  const queue = Object.getPrototypeOf(env.SITE_EVENTS) as Queue;
  vi.spyOn(queue, "send").mockImplementation(async (body) => {
    const { data } = siteFiguresEvent.safeParse(body);
    if (data !== undefined) heard.push(data);
    return { metadata: { metrics: { backlogCount: 0, backlogBytes: 0 } } };
  });
  return heard;
}
