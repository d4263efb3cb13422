import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { convertV4MiniflareOptions, Log, LogLevel, Miniflare } from "miniflare";
import { projectRoot } from "#tools/project-root.ts";
import { readPlatformSettings } from "../floors/platform-settings.ts";

export type Floor = { url: string; stop(): Promise<void> };

/** Serves one bare class of objects as `tools/runtime.ts` serves the product: on disk, workerd listening itself. */
export async function startObjectFloor(file: string, className: string): Promise<Floor> {
  const { date, flags } = readPlatformSettings();
  const state = mkdtempSync(join(tmpdir(), "helioport-floor-"));
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({
      host: "localhost",
      cf: false,
      logRequests: false,
      log: new Log(LogLevel.ERROR),
      telemetry: { enabled: false },
      resourcePersistencePath: join(state, "platform"),
      resourceTmpPath: join(state, "scratch"),
      workers: [
        {
          name: "floor",
          compatibilityDate: date,
          compatibilityFlags: flags,
          modules: true,
          script: readFileSync(join(projectRoot, "tests/bench/floors", file), "utf8"),
          durableObjects: { OBJECTS: { className, useSQLite: true } },
        },
      ],
    }),
  );
  const url = await miniflare.ready;
  return {
    url: url.origin,
    async stop() {
      await miniflare.dispose();
      rmSync(state, { recursive: true, force: true });
    },
  };
}
