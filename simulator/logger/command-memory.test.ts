import { expect, test } from "vitest";
import { CommandMemory } from "./command-memory.ts";

test("begin and end of a command are saved before going on, and old ones are deleted", () => {
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
