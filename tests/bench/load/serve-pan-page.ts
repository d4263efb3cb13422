import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { build } from "vite";
import { projectRoot } from "#tools/project-root.ts";

const TYPES: Record<string, string> = {
  js: "text/javascript",
  css: "text/css",
  json: "application/json",
};

type PanPage = {
  /** Its script, from the project's root. */
  script: string;
  /** What `<style>` says of it, and its body. */
  style: string;
  body: string;
};

/** Something that is moved, and what it is measured against, on a page of their own, built as the portal's pages are. */
export async function servePanPage({ script, style, body }: PanPage) {
  const page = `<!doctype html><html><head><link rel="stylesheet" href="/style.css">
<style>${style}body{margin:0}</style></head>
<body>${body}<script type="module" src="/pan.js"></script></body></html>`;
  const out = mkdtempSync(join(tmpdir(), "helioport-pan-"));
  await build({
    root: projectRoot,
    configFile: false,
    logLevel: "error",
    publicDir: false,
    build: {
      outDir: out,
      cssCodeSplit: false,
      assetsInlineLimit: 4096,
      rolldownOptions: {
        input: join(projectRoot, script),
        output: {
          entryFileNames: "pan.js",
          chunkFileNames: "[name].js",
          assetFileNames: "[name][extname]",
        },
      },
    },
  });
  const server = createServer((request, response) => {
    const name = basename((request.url ?? "/").split("?")[0] ?? "/");
    if (name === "") return response.setHeader("Content-Type", "text/html").end(page);
    const type = TYPES[name.split(".").at(-1) ?? ""];
    try {
      if (type !== undefined) response.setHeader("Content-Type", type);
      response.end(readFileSync(join(out, name)));
    } catch {
      response.writeHead(404).end();
    }
    return undefined;
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/`,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      rmSync(out, { recursive: true });
    },
  };
}
