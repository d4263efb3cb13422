import { expect, test } from "vitest";
import problems from "#locales/en/problems.json" with { type: "json" };
import { messageOfRefusal } from "./refusal-messages.ts";

const textOf = (code: string) => (problems as Record<string, unknown>)[messageOfRefusal(code)];

test.each<[string, string | RegExp]>([
  ["passwordRequired", "please enter the correct advanced password"],
  ["notModified", "This item is not modified and does not need saving"],
  ["timesOverlap", "Time setting error"],
  ["generatorRunTime", "The generator’s minimum run time is not over yet"],
  ["generatorStartInterval", "The generator’s minimum start interval is not over yet"],
  ["batteryOffline", /^Battery communication failure/],
  ["deviceOffline", /^Device is offline/],
  ["invertersOn", "This setting can be changed only while the inverters are off"],
])("a change that is refused as %s has the text of the specification", (code, text) => {
  expect(textOf(code)).toMatch(text);
});

test("the token panel asks for a token with the text of the specification", () => {
  expect(problems.tokenRequired).toBe("Please input token");
});

test("a refusal without a text of its own has the general one", () => {
  expect(messageOfRefusal("some code of the future")).toBe("changeRefused");
  expect(textOf("conflict")).toBe(problems.changeRefused);
});
