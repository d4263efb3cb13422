import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { cloudflare } from "@cloudflare/vite-plugin";
import { createBuilder } from "vite";
import { findFreePort } from "#tools/port.ts";
import { projectRoot } from "#tools/project-root.ts";
import { type Runtime, startRuntime } from "#tools/runtime.ts";
import { describeState, type StateDirectory } from "#tools/state-directory.ts";
import { readPlatformSettings } from "../floors/platform-settings.ts";

const floors = join(projectRoot, "tests", "bench", "floors");

/**
 * Builds a floor as the product is built and runs it as the product is run: the same date and flags, a database of its
 * own, static files beside it.
 */
export async function startPageFloor(main: string): Promise<Runtime> {
  const state = describeState(mkdtempSync(join(tmpdir(), "helioport-floor-")));
  await buildFloor(main, state);
  const runtime = await startRuntime({
    state,
    port: await findFreePort(),
    secret: "",
    onRestart: () => undefined,
  });
  return {
    ...runtime,
    async stop() {
      await runtime.stop();
      rmSync(state.root, { recursive: true, force: true });
    },
  };
}

async function buildFloor(main: string, state: StateDirectory): Promise<void> {
  const { date, flags } = readPlatformSettings();
  const config = {
    name: "floor",
    main: join(floors, main),
    compatibility_date: date,
    compatibility_flags: flags,
    // None of them asks it; the runtime of the product looks for it.
    d1_databases: [{ binding: "DB", database_name: "floor", database_id: "floor" }],
  };
  const outDir = join(state.build, "server");
  const builder = await createBuilder({
    configFile: false,
    root: floors,
    mode: "production",
    logLevel: "error",
    plugins: [cloudflare({ viteEnvironment: { name: "ssr" }, config })],
    environments: { ssr: { build: { outDir, emptyOutDir: true } } },
  });
  await builder.buildApp();
  cpSync(join(projectRoot, "public"), join(state.build, "client"), { recursive: true });
  const built = join(outDir, "wrangler.json");
  const withFiles = {
    ...JSON.parse(readFileSync(built, "utf8")),
    assets: { directory: "../client" },
  };
  writeFileSync(built, JSON.stringify(withFiles));
}
