import { expect, test } from "vitest";
import { CommandMemory } from "./command-memory.ts";

test("a command's begin and end are each saved before going on, and old ones are forgotten", () => {
  const saved: string[] = [];
  const memory = new CommandMemory({}, (commands) => saved.push(JSON.stringify(commands)));
  memory.begin("a", 1_000, 0);
  expect(saved.at(-1)).toContain('"outcome":null');
  memory.finish("a", { status: 200, result: "success", value: 1 });
  expect(saved.at(-1)).toContain('"success"');
  memory.begin("b", 10_000_000, 9_000_000);
  expect([memory.get("a"), memory.get("b")?.outcome]).toEqual([undefined, null]);
  expect(memory.get("constructor")).toBeUndefined();
});
