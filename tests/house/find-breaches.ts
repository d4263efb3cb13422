import { posix } from "node:path";
import {
  cleanRoom,
  computedImports,
  floorPlan,
  testPackages,
  testRooms,
  typeDoors,
  widerDoors,
} from "./floor-plan.ts";
import { type ImportedModule, scanImports } from "./scan-imports.ts";
import { findRoom, isTestFile, type Room, rooms, type SourceTree } from "./source-tree.ts";

/** Imports that the floor plan does not allow, one line each: `file:line what is wrong`. */
export function findBreaches(tree: SourceTree): string[] {
  return [...tree].flatMap(([path, source]) =>
    scanImports(path, source).flatMap((imported) => {
      const complaint = judge(path, imported);
      return complaint ? [`${path}:${imported.line} ${complaint}`] : [];
    }),
  );
}

/** What tests of several rooms have in common. */
const testMaterial = /^tests\/support\/|^tests\/.*\.json$/;

/** A relative path that climbs two folders or more. */
const FAR = /^\.\.\/\.\.\//;

function judge(path: string, imported: ImportedModule): string | undefined {
  const { specifier } = imported;
  if (specifier === undefined) {
    return computedImports.includes(path) ? undefined : "imports a module whose name is computed";
  }
  if (path.startsWith(cleanRoom.directory)) return judgeCleanRoom(path, specifier);
  const room = findRoom(path);
  if (!room) return undefined;
  if (specifier.startsWith(".")) {
    const target = posix.join(posix.dirname(path), specifier);
    if (target.startsWith(`${room}/`))
      return FAR.test(specifier)
        ? `imports ${specifier}: two folders up and more it is #${target}`
        : undefined;
    if (isTestFile(path) && testMaterial.test(target)) return undefined;
    return `leaves ${room} by a relative import: between rooms it is #room/file.ts`;
  }
  if (specifier.startsWith("#")) return judgeRoom(path, room, { ...imported, specifier });
  return judgePackage(path, room, specifier);
}

function judgeRoom(
  path: string,
  room: Room,
  { specifier, isType }: ImportedModule & { specifier: string },
): string | undefined {
  const target = rooms.find((name) => specifier.startsWith(`#${name}/`));
  if (!target) return `names ${specifier}, which is no room`;
  if (target === room) {
    const relative = posix.relative(posix.dirname(path), specifier.slice(1));
    return FAR.test(relative)
      ? undefined
      : `names its own room as ${specifier}: near files are imported by a relative path`;
  }
  const more = isTestFile(path) ? testRooms : (widerDoors[path] ?? []);
  const types = isType ? (typeDoors[path] ?? []) : [];
  const allowed = [...floorPlan[room].rooms, ...more, ...types];
  return allowed.includes(target) ? undefined : `imports ${target}, which ${room} may not`;
}

function judgePackage(path: string, room: Room, specifier: string): string | undefined {
  const allowed = [...floorPlan[room].packages, ...(isTestFile(path) ? testPackages : [])];
  if (allowed.some((name) => isWithin(specifier, name))) return undefined;
  return `imports the package ${specifier}, which ${room} may not`;
}

function judgeCleanRoom(path: string, specifier: string): string | undefined {
  if (specifier.startsWith("#")) return `imports ${specifier}: a clean-room client sees no room`;
  if (!specifier.startsWith(".")) return undefined;
  const target = posix.join(posix.dirname(path), specifier);
  if (target.startsWith(cleanRoom.directory)) return undefined;
  return `leaves ${cleanRoom.directory} by a relative import`;
}

function isWithin(specifier: string, name: string): boolean {
  if (name === "" || /[:/]$/.test(name)) return specifier.startsWith(name);
  return specifier === name || specifier.startsWith(`${name}/`);
}
