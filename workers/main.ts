import { runScheduled } from "./cron.ts";
import { consumeSiteEvents } from "./queue.ts";
import { server } from "./server.ts";

// biome-ignore lint/performance/noBarrelFile: the platform looks for the class in the entry point
export { SiteObject } from "#durable-objects/site/site-object.ts";

export default {
  fetch: server.fetch,
  scheduled: runScheduled,
  queue: consumeSiteEvents,
} satisfies ExportedHandler<Env>;
