import { z } from "zod";
import { conversationState } from "#protocol/logger/conversation.ts";

/** What a logger's socket remembers through hibernation. Another `v` means a state that this version cannot continue. */
export const loggerAttachment = z.object({
  v: z.literal(1),
  kind: z.literal("logger"),
  conversation: conversationState,
  /** When somebody came by last, ms UTC. */
  visitedAt: z.int().nullable().default(null),
});
export type LoggerAttachment = z.infer<typeof loggerAttachment>;
