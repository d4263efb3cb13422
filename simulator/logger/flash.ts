import { z } from "zod";
import { rememberedCommands } from "./command-memory.ts";
import { undoEntries } from "./undo-journal.ts";

export const flashContents = z.object({
  commands: rememberedCommands.catch({}),
  undo: undoEntries.catch({}).optional(),
  /** Components whose firmware was updated. */
  updated: z
    .array(z.tuple([z.string(), z.string()]))
    .catch([])
    .optional(),
  plant: z.unknown(),
});
export type FlashContents = z.infer<typeof flashContents>;

/** Storage that survives a restart of the logger. */
export interface Flash {
  read(): FlashContents;
  /** Stores the contents durably before it returns. */
  write(contents: FlashContents): void;
}

/** Keeps flash in memory: it survives a restart of the logger, but not of the process. */
export function keepInMemory(): Flash {
  let kept: FlashContents = { commands: {}, plant: null };
  return {
    read: () => structuredClone(kept),
    write: (written) => {
      kept = structuredClone(written);
    },
  };
}
