import { runScheduled } from "./cron.ts";
import { consumeQueue } from "./queue.ts";
import { server } from "./server.ts";

// biome-ignore lint/performance/noBarrelFile: the platform looks for the class in the entry point
export { SiteObject } from "#durable-objects/site/site-object.ts";
export { SwitchCounter } from "#durable-objects/switching/switch-counter.ts";

export default {
  fetch: server.fetch,
  scheduled: runScheduled,
  queue: consumeQueue,
} satisfies ExportedHandler<Env>;
