import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, beforeEach, expect, test } from "vitest";
import { takeLock, waitForLock } from "./exclusive-lock.ts";

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "helioport-lock-"));
});
afterEach(() => rmSync(directory, { recursive: true }));

test("a lock is held once, and free again when it is given back", () => {
  const file = join(directory, "lock");
  const lock = takeLock(file);
  expect(lock).toBeDefined();
  expect(takeLock(file)).toBeUndefined();
  lock?.[Symbol.dispose]();
  expect(takeLock(file)).toBeDefined();
});

test("a killed process gives its lock back", async () => {
  const file = join(directory, "lock");
  const module = pathToFileURL(join(import.meta.dirname, "exclusive-lock.ts")).href;
  const program = `import { takeLock, waitForLock } from ${JSON.stringify(module)};
    globalThis.lock = takeLock(${JSON.stringify(file)});
    console.log("held"); setInterval(() => {}, 1000);`;
  const holder = spawn(process.execPath, ["--input-type=module", "-e", program], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  await once(holder.stdout, "data");
  expect(takeLock(file)).toBeUndefined();
  holder.kill("SIGKILL");
  await once(holder, "exit");
  expect(takeLock(file)).toBeDefined();
});

test("a waiting process gets the lock when it is free, or gives up", async () => {
  const file = join(directory, "lock");
  const lock = takeLock(file);
  expect(await waitForLock(file, 10)).toBeUndefined();
  const waiting = waitForLock(file, 5_000);
  lock?.[Symbol.dispose]();
  expect(await waiting).toBeDefined();
});
