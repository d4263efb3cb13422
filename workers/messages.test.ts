import { expect, test } from "vitest";
import { PROBLEM_STATUS } from "#domain/problem.ts";
import { translateProblem } from "./messages.ts";

test("every code of the table of problems has a text", () => {
  for (const code of Object.keys(PROBLEM_STATUS))
    expect(translateProblem(code, "en")).not.toBe(code);
});

test("a language that there is not falls back to English", () => {
  const english = translateProblem("tooFast", "en");
  for (const header of [null, "", "*", "xx", "en-GB,en;q=0.9", "xx-YY;q=1, en;q=0.1", ";;q=x,,"])
    expect(translateProblem("tooFast", header)).toBe(english);
});
