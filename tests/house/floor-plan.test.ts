import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { findBreaches } from "./find-breaches.ts";
import { findCircles } from "./find-circles.ts";
import { floorPlan, typeDoors, widerDoors } from "./floor-plan.ts";
import { projectRoot, type Room, readSourceTree, rooms } from "./source-tree.ts";

const house = readSourceTree();

function withFile(path: string, source: string) {
  return new Map([...house, [path, source]]);
}

test("every room keeps to the floor plan", () => {
  expect(house.size).toBeGreaterThan(50);
  expect(findBreaches(house)).toEqual([]);
});

test("no imports go in a circle", () => {
  expect(findCircles(house)).toEqual([]);
});

test("a circle inside a room is caught, even of types alone", () => {
  const circular = new Map([
    ["domain/egg.ts", 'import type { Hen } from "./hen.ts";\nexport type Egg = Hen;'],
    ["domain/hen.ts", 'import type { Egg } from "./egg.ts";\nexport type Hen = Egg[];'],
  ]);
  expect(findCircles(circular)).toEqual(["domain/egg.ts → domain/hen.ts → domain/egg.ts"]);
});

test("a circle between rooms is caught", () => {
  const circular = new Map([
    ["workers/a.ts", 'export * from "#app/b.ts";'],
    ["app/b.ts", 'const c = () => import("./c.ts");'],
    ["app/c.ts", 'export type A = import("#workers/a.ts").A;'],
  ]);
  expect(findCircles(circular)).toHaveLength(1);
});

const breaches: [string, string, string][] = [
  ["another room", "domain/planted.ts", 'import { seal } from "#protocol/envelope/seal.ts";'],
  [
    "another room's types",
    "protocol/planted.ts",
    'import type { Db } from "#database/connect.ts";',
  ],
  ["a re-export", "database/planted.ts", 'export { a } from "#operations/table.ts";'],
  ["everything re-exported", "database/planted.ts", 'export * from "#protocol/site-rpc.ts";'],
  ["a dynamic import", "durable-objects/planted.ts", 'await import("#operations/table.ts");'],
  ["a computed import", "operations/planted.ts", "export const load = (x: string) => import(x);"],
  ["an import type", "operations/planted.ts", 'type S = import("#durable-objects/site/s.ts").S;'],
  ["a require", "simulator/planted.ts", 'const server = require("#workers/main.ts");'],
  ["a glob", "app/planted.ts", 'import.meta.glob("../operations/**/*.ts");'],
  ["a glob from the root", "app/planted.ts", 'import.meta.glob("/operations/**/*.ts");'],
  [
    "a glob beside one that takes away",
    "app/planted.ts",
    'import.meta.glob(["../operations/*.ts", "!**/a.ts"]);',
  ],
  ["a relative way out", "simulator/planted.ts", 'import { a } from "../workers/main.ts";'],
  [
    "a near file of its own room by name",
    "domain/planted.ts",
    'import { can } from "#domain/access/can.ts";',
  ],
  ["a far relative path", "app/routes/site/p.tsx", 'import { Card } from "../../ui/card.tsx";'],
  ["a room that is none", "domain/planted.ts", 'import { a } from "#utils/a.ts";'],
  ["a package", "domain/planted.ts", 'import { eq } from "drizzle-orm";'],
  ["Node on a pure floor", "protocol/planted.ts", 'import { hkdfSync } from "node:crypto";'],
  ["a package with a like name", "domain/planted.ts", 'import { z } from "zodiac";'],
  [
    "operations outside the one gate",
    "app/routes/p.tsx",
    'import type { a } from "#operations/t.ts";',
  ],
  ["the server", "simulator/planted.test.ts", 'import { a } from "#durable-objects/site/a.ts";'],
  ["tools", "workers/planted.ts", 'import { a } from "#tools/start.ts";'],
  ["the house in a clean room", "tests/clean-room/p.ts", 'import "#protocol/logger/messages.ts";'],
];

test.each(breaches)("a planted breach is caught: %s", (_, path, source) => {
  expect(findBreaches(new Map([[path, source]]))).toEqual([expect.stringContaining(`${path}:1 `)]);
});

test("the one gate may import operations", () => {
  const gate = new Map([["app/backend.server.ts", 'import { a } from "#operations/table.ts";']]);
  expect(findBreaches(gate)).toEqual([]);
});

test("a far file of the same room is imported by its room's name", () => {
  const far = new Map([["app/routes/site/p.tsx", 'import { Card } from "#app/ui/card.tsx";']]);
  expect(findBreaches(far)).toEqual([]);
});

test("the typed client may import the types of operations, and no code", () => {
  const client = (source: string) => findBreaches(new Map([["app/api/api-types.ts", source]]));
  expect(client('import type { A } from "#operations/call.ts";')).toEqual([]);
  expect(client('import { type A } from "#operations/call.ts";')).toHaveLength(1);
  expect(client('import { a } from "#operations/call.ts";')).toHaveLength(1);
  expect(client('import type { A } from "#database/schema.ts";')).toHaveLength(1);
});

test("a planted breach shows among the real files", () => {
  const planted = withFile("domain/planted.ts", 'import { env } from "cloudflare:workers";');
  expect(findBreaches(planted)).toHaveLength(findBreaches(house).length + 1);
});

test("the linter refuses the same rooms in the editor", () => {
  const { overrides } = JSON.parse(readFileSync(`${projectRoot}/biome.json`, "utf8"));
  const refused = new Map<string, string[]>();
  for (const { includes, linter } of overrides) {
    const options = linter?.rules?.style?.noRestrictedImports?.options;
    if (options) refused.set(includes[0].replace("/**", ""), options.patterns[0].group);
  }
  for (const room of rooms) {
    const expected = rooms
      .filter((other: Room) => other !== room && !floorPlan[room].rooms.includes(other))
      .map((other) => `#${other}/**`);
    if (room === "tools") expect(refused.has(room)).toBe(false);
    else expect(refused.get(room), room).toEqual(expected);
  }
  expect(Object.keys(widerDoors)).toEqual(["app/backend.server.ts"]);
  expect(Object.keys(typeDoors)).toEqual(["app/api/api-types.ts"]);
});
