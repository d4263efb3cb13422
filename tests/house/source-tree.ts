import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** Source text by path from the project root. */
export type SourceTree = ReadonlyMap<string, string>;

export const projectRoot = fileURLToPath(new URL("../..", import.meta.url));

export const rooms = [
  "app",
  "database",
  "domain",
  "durable-objects",
  "locales",
  "operations",
  "protocol",
  "simulator",
  "tools",
  "workers",
] as const;
export type Room = (typeof rooms)[number];

/** Reads the source of rooms and tests, without generated files. */
export function readSourceTree(root = projectRoot): SourceTree {
  const paths = globSync(`{${rooms.join(",")},tests}/**/*.{ts,tsx,mjs}`, { cwd: root })
    .map((path) => path.replaceAll("\\", "/"))
    .filter((path) => path !== "workers/worker-configuration.d.ts")
    .sort();
  return new Map(paths.map((path) => [path, readFileSync(`${root}/${path}`, "utf8")]));
}

export function findRoom(path: string): Room | undefined {
  return rooms.find((room) => path.startsWith(`${room}/`));
}

export function isTestFile(path: string): boolean {
  return path.startsWith("tests/") || /\.test\.tsx?$/.test(path);
}
