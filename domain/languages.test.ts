import { expect, test } from "vitest";
import { directionOf, LANGUAGES } from "./languages.ts";

test("Arabic alone is written from right to left", () => {
  expect(LANGUAGES.filter((language) => directionOf(language) === "rtl")).toEqual(["ar"]);
});
