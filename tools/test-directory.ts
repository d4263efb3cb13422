import { mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync } from "node:fs";
import { freemem, tmpdir } from "node:os";
import { join } from "node:path";

/** A file system in memory. */
const IN_MEMORY = "/dev/shm";
/** Maximum size of the files that a run of all tests leaves, bytes. */
const NEEDED = 4 * 1024 ** 3;
const PREFIX = "helioport-test-";

/**
 * Creates a directory for the files of a test run: in memory, if there is twice the space, because the databases of the
 * tests wait for the disk about half of their time; otherwise with the temporary files. It is removed when this process
 * exits, and by the next run if this process is killed.
 */
export function makeTestDirectory(): string {
  const parent = hasSpaceInMemory() ? IN_MEMORY : tmpdir();
  removeLeftOver(parent);
  const directory = mkdtempSync(join(parent, `${PREFIX}${process.pid}-`));
  process.on("exit", () => rmSync(directory, { recursive: true, force: true }));
  return directory;
}

/** Tests start programs from their files, too. */
function hasSpaceInMemory(): boolean {
  try {
    const { bavail, bsize } = statfsSync(IN_MEMORY);
    const options = readFileSync("/proc/mounts", "utf8").match(/ \/dev\/shm \S+ (\S+)/)?.[1] ?? "";
    const isOpen = options.split(",").includes("rw") && !options.split(",").includes("noexec");
    return isOpen && bavail * bsize >= NEEDED && freemem() >= 2 * NEEDED;
  } catch {
    return false;
  }
}

function removeLeftOver(parent: string): void {
  for (const name of readdirSync(parent)) {
    const pid = Number(name.match(/^helioport-test-(\d+)-/)?.[1] ?? Number.NaN);
    if (Number.isNaN(pid) || isRunning(pid)) continue;
    rmSync(join(parent, name), { recursive: true, force: true });
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
