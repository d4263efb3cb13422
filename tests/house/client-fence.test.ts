import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { build, loadConfigFromFile } from "vite";
import { afterEach, beforeEach, expect, test } from "vitest";
import { fenceClient } from "../../tools/client-fence.ts";
import { projectRoot } from "./source-tree.ts";

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "helioport-fence-"));
});
afterEach(() => rmSync(root, { recursive: true }));

function buildClient(files: Record<string, string>) {
  for (const [path, source] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), source);
  }
  return build({
    root,
    configFile: false,
    logLevel: "silent",
    plugins: [fenceClient()],
    build: { write: false, rollupOptions: { input: join(root, "app/entry.ts") } },
  });
}

test.each(["workers", "durable-objects", "operations", "database"])(
  "a client that reaches %s does not build",
  async (room) => {
    const building = buildClient({
      "app/entry.ts": 'import { middle } from "./middle.ts"; console.log(middle);',
      "app/middle.ts": `export { secret as middle } from "../${room}/planted.ts";`,
      [`${room}/planted.ts`]: "export const secret = 1;",
    });
    await expect(building).rejects.toThrow(`nothing from ${room}: ${room}/planted.ts`);
  },
);

test("a client that would load a server room later does not build", async () => {
  const building = buildClient({
    "app/entry.ts": 'document.onclick = () => import("../operations/planted.ts");',
    "operations/planted.ts": "export const secret = 1;",
  });
  await expect(building).rejects.toThrow("nothing from operations");
});

test("types alone cost a client nothing, and it builds", async () => {
  const building = buildClient({
    "app/entry.ts": 'import type { A } from "../operations/types.ts"; console.log(1 as A);',
    "operations/types.ts": "export type A = number;",
    "domain/rule.ts": "export const rule = 1;",
  });
  await expect(building).resolves.toBeDefined();
});

test("the project's own build has the fence", async () => {
  const environment = { command: "build", mode: "production" } as const;
  const loaded = await loadConfigFromFile(environment, "vite.config.ts", projectRoot);
  const plugins = await Promise.all((loaded?.config.plugins ?? []).flat());
  expect(plugins.map((plugin) => plugin && "name" in plugin && plugin.name)).toContain(
    fenceClient().name,
  );
});
