import { z } from "zod";
import { conversationState } from "#protocol/logger/conversation.ts";

/** What a logger's socket remembers through hibernation. Another `v` means a state that this version cannot continue. */
export const loggerAttachment = z.object({
  v: z.literal(1),
  kind: z.literal("logger"),
  conversation: conversationState,
  /** When the first was opened of those that came one after the other without a `connect`, ms UTC. */
  keptFrom: z.int(),
  /** When somebody came by last, ms UTC. */
  visitedAt: z.int().nullable().default(null),
});
export type LoggerAttachment = z.infer<typeof loggerAttachment>;
