import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { rememberedCommands } from "./command-memory.ts";

const contents = z.object({
  commands: rememberedCommands.catch({}),
  plant: z.unknown(),
});
export type FlashContents = z.infer<typeof contents>;

/** What survives the restart of a logger. */
export interface Flash {
  read(): FlashContents;
  /** Durable when it returns. */
  write(contents: FlashContents): void;
}

/** Survives the restart of a logger, not of the process. */
export function keepInMemory(): Flash {
  let kept: FlashContents = { commands: {}, plant: null };
  return {
    read: () => structuredClone(kept),
    write: (written) => {
      kept = structuredClone(written);
    },
  };
}

/** One small file for each logger. What cannot be read counts as empty: flash wears out. */
export function keepInFile(directory: string, serial: string): Flash {
  const path = join(directory, `${serial}.json`);
  return {
    read: () => {
      try {
        return contents.parse(JSON.parse(readFileSync(path, "utf8")));
      } catch {
        return { commands: {}, plant: null };
      }
    },
    write: (written) => {
      mkdirSync(directory, { recursive: true });
      writeFileSync(`${path}.new`, JSON.stringify(written), { mode: 0o600 });
      renameSync(`${path}.new`, path);
    },
  };
}
