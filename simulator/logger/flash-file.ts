import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Flash, flashContents } from "./flash.ts";

/** Stores flash in a small file per logger. An unreadable file counts as empty. */
export function keepInFile(directory: string, serial: string): Flash {
  const path = join(directory, `${serial}.json`);
  return {
    read: () => {
      try {
        return flashContents.parse(JSON.parse(readFileSync(path, "utf8")));
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
