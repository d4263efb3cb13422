import { parseSync, Visitor } from "vite";
import { isTestFile, type SourceTree } from "./source-tree.ts";

const clocksAndChance = [
  "Date.now",
  "new Date()",
  "Math.random",
  "performance.now",
  "crypto.getRandomValues",
  "crypto.randomUUID",
];
const waitingAndCalling = ["setTimeout()", "setInterval()", "fetch()", "new WebSocket()"];
const surroundings = ["process", "document", "window", "localStorage", "navigator"];

/** What a room's code must get from its caller, or do without. */
const forbidden: Record<string, string[]> = {
  domain: [...clocksAndChance, ...waitingAndCalling, ...surroundings],
  protocol: [...clocksAndChance, ...waitingAndCalling, ...surroundings],
  operations: [...clocksAndChance, ...waitingAndCalling, ...surroundings],
  database: [...clocksAndChance, ...waitingAndCalling, ...surroundings],
  // A timer or a call under way keeps an object from hibernating, which costs money.
  "durable-objects": [...clocksAndChance, ...waitingAndCalling, ...surroundings],
};

/** Where a site's object gets its clock and its chance. */
const sources = ["durable-objects/site/clock.ts"];

/** Clocks, chance, waiting and surroundings where they do not belong, as `file:line what`. */
export function findImpurities(tree: SourceTree): string[] {
  return [...tree].flatMap(([path, source]) => {
    const names = forbidden[path.split("/")[0] ?? ""];
    if (!names || isTestFile(path) || sources.includes(path)) return [];
    return scanUses(path, source)
      .filter(({ use }) => names.some((name) => use === name || use.startsWith(`${name}.`)))
      .map(({ use, line }) => `${path}:${line} ${use}`);
  });
}

function scanUses(path: string, source: string): { use: string; line: number }[] {
  const uses: { use: string; line: number }[] = [];
  const add = (start: number, use: string) =>
    uses.push({ use, line: source.slice(0, start).split("\n").length });
  new Visitor({
    MemberExpression: (node) => {
      if (node.object.type !== "Identifier" || node.property.type !== "Identifier") return;
      add(node.start, `${node.object.name}.${node.property.name}`);
    },
    CallExpression: (node) => {
      if (node.callee.type === "Identifier") add(node.start, `${node.callee.name}()`);
    },
    NewExpression: (node) => {
      if (node.callee.type !== "Identifier") return;
      const isNow = node.callee.name !== "Date" || node.arguments.length === 0;
      if (isNow) add(node.start, `new ${node.callee.name}()`);
    },
  }).visit(parseSync(path, source).program);
  return uses;
}
