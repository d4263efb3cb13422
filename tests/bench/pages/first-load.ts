import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";

/** KiB, gzipped, of the scripts that a page names: what a browser fetches before it is alive. */
export function weighFirstLoad(html: string, clientBuild: string): number {
  const named = new Set(html.match(/\/assets\/[\w.-]+\.js/g));
  if (named.size === 0) throw new Error("the page names no scripts");
  const sizes = [...named].map((path) => gzipSync(readFileSync(join(clientBuild, path))).length);
  return sizes.reduce((sum, size) => sum + size, 0) / 1024;
}
