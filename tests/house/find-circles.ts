import { posix } from "node:path";
import { scanImports } from "./scan-imports.ts";
import type { SourceTree } from "./source-tree.ts";

/** Circles of imports, type-only ones included, each as `a → b → a`; one per file that closes one. */
export function findCircles(tree: SourceTree): string[] {
  const edges = new Map([...tree].map(([path, source]) => [path, resolveImports(path, source)]));
  const circles: string[] = [];
  const finished = new Set<string>();
  const walk = (path: string, trail: string[]): void => {
    const begin = trail.indexOf(path);
    if (begin >= 0) {
      circles.push([...trail.slice(begin), path].join(" → "));
      return;
    }
    if (finished.has(path)) return;
    for (const next of edges.get(path) ?? []) walk(next, [...trail, path]);
    finished.add(path);
  };
  for (const path of edges.keys()) walk(path, []);
  return circles;
}

function resolveImports(path: string, source: string): string[] {
  return scanImports(path, source).flatMap(({ specifier }) => {
    if (specifier?.startsWith("#")) return [specifier.slice(1)];
    if (specifier?.startsWith(".")) return [posix.join(posix.dirname(path), specifier)];
    return [];
  });
}
