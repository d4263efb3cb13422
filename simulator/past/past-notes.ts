import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";

const pastNote = z.object({
  /** ms UTC. */
  from: z.int(),
  to: z.int(),
  /** Days still to be sent. */
  left: z.int().min(0),
});
export type PastNote = z.infer<typeof pastNote>;

/** Progress of a past upload, which survives a restart. */
export interface PastNotes {
  /** null if nothing was ever stored. */
  read(): PastNote | null;
  write(note: PastNote): void;
}

export function notePastInMemory(): PastNotes {
  let kept: PastNote | null = null;
  return {
    read: () => kept,
    write: (note) => {
      kept = note;
    },
  };
}

/** Stores the progress in a small file per logger, beside its flash. */
export function notePastInFile(directory: string, serial: string): PastNotes {
  const path = join(directory, `${serial}.past.json`);
  return {
    read: () => {
      try {
        return pastNote.parse(JSON.parse(readFileSync(path, "utf8")));
      } catch {
        return null;
      }
    },
    write: (note) => {
      mkdirSync(directory, { recursive: true });
      writeFileSync(`${path}.new`, JSON.stringify(note), { mode: 0o600 });
      renameSync(`${path}.new`, path);
    },
  };
}
