import { expect, test } from "vitest";
import { markFormula } from "./mark-formula.ts";

test.each([
  "=1+1",
  "+1",
  "-1",
  "@SUM(A1)",
  "＝1",
  "\t=1",
  "\tplain",
  "\r\nplain",
  "  =1",
  "\u200b=cmd|' /C calc'!A0",
  "\ufeff@A1",
])("the text %j is not run", (text) => {
  expect(markFormula(text)).toBe(`'${text}`);
});

test.each(["Battery", "3 - 2", "a=b", "", 5, -5, null])("the cell %j stays as it is", (cell) => {
  expect(markFormula(cell)).toBe(cell);
});
