import { z } from "zod";
import { conversationState } from "#protocol/logger/conversation.ts";

/** State of a logger's socket that survives hibernation. Another `v` is a state that this version cannot continue. */
export const loggerAttachment = z.object({
  v: z.literal(1),
  kind: z.literal("logger"),
  conversation: conversationState,
  /** When the first socket was opened of a series of reconnects without a `connect`, ms UTC. */
  keptFrom: z.int(),
  /** When the poller last polled the site, ms UTC. */
  visitedAt: z.int().nullable().default(null),
  /** Last repetitions of statuses, which no row holds; absent in attachments of earlier releases. */
  repeats: z.array(z.tuple([z.string(), z.int()])).default([]),
});
export type StoredLoggerAttachment = z.input<typeof loggerAttachment>;
