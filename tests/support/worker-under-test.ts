import worker from "#workers/main.ts";
import { queueOfFile } from "./queue-of-file.ts";

// biome-ignore lint/performance/noBarrelFile: the platform looks for the classes in the entry point
export { SiteObject, SwitchCounter } from "#workers/main.ts";

/** The Worker as the tests run it: a message that a file before sent is not consumed in the next one. */
export default {
  ...worker,
  queue: (batch, env) => queueOfFile().consume(batch, (own) => worker.queue(own, env)),
} satisfies ExportedHandler<Env>;
