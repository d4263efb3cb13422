import { expect, test } from "vitest";
import type { z } from "zod";
import { PROBLEM_STATUS, type Problem } from "#domain/problem.ts";
import problems from "#locales/en/problems.json";
import { parseInput } from "#operations/parse-input.ts";
import { operations } from "#operations/table.ts";
import { translateProblem } from "./messages.ts";

test("every code of the table of problems has a text", () => {
  for (const code of Object.keys(PROBLEM_STATUS))
    expect(translateProblem(code, "en")).not.toBe(code);
});

test.each([
  ["zh-CN,zh;q=0.9", "操作过于频繁，请稍候"],
  ["zh-Hant-TW", "操作过于频繁，请稍候"],
  ["nl, de-AT;q=0.8, en;q=0.2", "de"],
  ["es-MX", "es"],
  ["fr;q=0.3, es;q=0.7", "es"],
  ["ar-EG", "العمليات متتالية بسرعة زائدة، يُرجى الانتظار"],
])("to %s it is said in that language", (header, said) => {
  const text = /^..$/.test(said) ? translateProblem("tooFast", said) : said;
  expect(translateProblem("tooFast", header)).toBe(text);
  expect(text).not.toBe(translateProblem("tooFast", "en"));
});

const inEnglish = (key: keyof typeof problems.retryFor, count: number) =>
  problems.retryFor[key].replace("{{problem}}", problems.tooFast).replace("{{count}}", `${count}`);

test.each([
  ["en", 1, inEnglish("seconds_one", 1)],
  ["en", 900, inEnglish("minutes_other", 15)],
  ["en", 71_230, inEnglish("hours_other", 20)],
  ["de", 900, "in 15 Minuten"],
  ["fr", 61, "dans 61 secondes"],
  ["es", 7_200, "dentro de 2 horas"],
  ["zh", 900, "15 分钟后"],
  ["ar", 120, "بعد دقيقتين"],
  ["ar", 600, "بعد 10 دقائق"],
])("how long to wait is said in %s: %i s", (language, seconds, said) => {
  expect(translateProblem("tooFast", language, { retryAfter: seconds })).toContain(said);
});

test("nothing is inserted where no waiting time is given", () => {
  expect(translateProblem("conflict", "en", { retryAfter: 60 })).toBe(
    translateProblem("conflict", "en"),
  );
  expect(translateProblem("tooFast", "en", { retryAfter: 0 })).toBe(
    translateProblem("tooFast", "en"),
  );
});

test("a language that there is not falls back to English", () => {
  const english = translateProblem("tooFast", "en");
  for (const header of [null, "", "*", "xx", "en-GB,en;q=0.9", "xx-YY;q=1, en;q=0.1", ";;q=x,,"])
    expect(translateProblem("tooFast", header)).toBe(english);
});

const names = ["account", "password", "id", "sn", "siteKey", "search", "filter", "order", "page"];
const wrongValues = [undefined, "", "x", "x".repeat(2000), -1, 1e12, 1.5, {}, { status: ["x"] }];

function keysOfRefusal(input: z.ZodType, given: object): string[] {
  try {
    parseInput(input, given);
    return [];
  } catch (error) {
    return Object.values((error as Problem).details.fields ?? {});
  }
}

test("every key that a refused input gives has a text", () => {
  const right = { account: "abc", password: "abcdef", id: 1 };
  const keys = operations.flatMap(({ input }) =>
    names.flatMap((name) =>
      wrongValues.flatMap((wrong) => keysOfRefusal(input, { ...right, [name]: wrong })),
    ),
  );
  expect(new Set(keys).size).toBeGreaterThan(4);
  expect(Object.keys(problems)).toEqual(expect.arrayContaining(keys));
});

test.each([
  ["en", "siteFull", 200, "limit of 200 users"],
  ["de", "tooSmall", -90, "Mindestwert -90"],
  ["en", "tooBig", 100_000, "maximum of 100,000"],
  ["ar", "tooMany", 50, "50"],
  ["fr", "fileTooLarge", 10, "10 Mo"],
  ["de", "tooManyPixels", 2.5, "2,5"],
])("in %s the text of %s names the limit of %d", (language, key, limit, part) => {
  expect(translateProblem(key, language, { limit })).toContain(part);
});
