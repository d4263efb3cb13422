import { dirname, join } from "node:path/posix";
import { expect, test } from "vitest";
import { isTestFile, readSourceTree, type SourceTree } from "./source-tree.ts";

/** Entries of the server, whose modules are loaded before it writes the stylesheet; routes are added to them. */
const ENTRIES = ["app/root.tsx", "app/entry.server.tsx"];
const STATIC_IMPORT = /^(?:import|export) (?!type\b)[^;]*?from "([^"]+)"|^import "([^"]+)"/gm;
const USES_STYLED = /= styled\(/;

/**
 * Finds modules that the server loads lazily and that have styled parts: the stylesheet is written without
 * them, so that they stay unstyled until the server has loaded the module. Parts of such modules use `chakra`.
 */
function findLazyStyles(tree: SourceTree): string[] {
  const resolve = (from: string, name: string) => {
    if (name.startsWith("#app/")) return join("app", name.slice("#app/".length));
    return name.startsWith(".") ? join(dirname(from), name) : "";
  };
  const routes = [...(tree.get("app/routes.ts") ?? "").matchAll(/"(routes\/[^"]+)"/g)];
  const waiting = [...ENTRIES, ...routes.map(([, path = ""]) => join("app", path))];
  const loaded = new Set<string>();
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    const source = tree.get(path);
    if (source === undefined || loaded.has(path)) continue;
    loaded.add(path);
    for (const [, name, plain] of source.matchAll(STATIC_IMPORT))
      waiting.push(resolve(path, name ?? plain ?? ""));
  }
  return [...tree].flatMap(([path, source]) =>
    path.startsWith("app/") && !isTestFile(path) && !loaded.has(path) && USES_STYLED.test(source)
      ? [path]
      : [],
  );
}

test("no module that is loaded lazily has styles that the stylesheet lacks", () => {
  expect(findLazyStyles(readSourceTree())).toEqual([]);
});

test("a planted module that is loaded lazily is found", () => {
  const part = 'import { styled } from "#app/theme/styled.tsx";\nconst Part = styled("p", {});\n';
  const page = 'import "./near.tsx";\nconst Far = lazyComponent(() => import("./far.tsx"));\n';
  const planted = new Map([
    ["app/routes.ts", 'route("a", "routes/a.tsx")'],
    ["app/routes/a.tsx", page],
    ["app/routes/near.tsx", part],
    ["app/routes/far.tsx", part],
  ]);
  expect(findLazyStyles(planted)).toEqual(["app/routes/far.tsx"]);
});
