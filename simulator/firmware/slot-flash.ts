import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Flash of one component by pages. */
export interface SlotFlash {
  /** Reads a page; null if it was never written. */
  read(page: string): Uint8Array | null;
  /** Writes a page; after a loss of power meanwhile it may have any content. */
  write(page: string, bytes: Uint8Array): void;
}

/** Keeps flash in memory. */
export function slotsInMemory(): SlotFlash {
  const pages = new Map<string, Uint8Array>();
  return {
    read: (page) => pages.get(page)?.slice() ?? null,
    write: (page, bytes) => {
      pages.set(page, bytes.slice());
    },
  };
}

/** Opens the flash of each component once. */
export function openOnce(
  open: (equipment: string, component: string) => SlotFlash,
): (equipment: string, component: string) => SlotFlash {
  const opened = new Map<string, SlotFlash>();
  return (equipment, component) => {
    const flash = opened.get(`${equipment} ${component}`) ?? open(equipment, component);
    opened.set(`${equipment} ${component}`, flash);
    return flash;
  };
}

/** Keeps each page in a file of a directory. */
export function slotsInFiles(directory: string): SlotFlash {
  return {
    read: (page) => {
      try {
        return new Uint8Array(readFileSync(join(directory, page)));
      } catch {
        return null;
      }
    },
    write: (page, bytes) => {
      mkdirSync(directory, { recursive: true });
      const path = join(directory, page);
      writeFileSync(`${path}.new`, bytes, { mode: 0o600 });
      renameSync(`${path}.new`, path);
    },
  };
}
