import { expect, test } from "vitest";
import { readSourceTree } from "./source-tree.ts";
import { findNumericDates, findWrongSigns } from "./text-signs.ts";
import { readLanguages } from "./texts.ts";

test("French signs have narrow spaces, and no text formats a percentage or a date itself", () => {
  for (const [language, texts] of readLanguages())
    expect(findWrongSigns(language, texts), language).toEqual([]);
});

test.each([
  ["fr", "Attention : danger"],
  ["fr", "Attention\u00a0: danger"],
  ["fr", "Attention: danger"],
  ["fr", "Supprimer ?"],
  ["fr", "«\u00a0oui\u202f»"],
  ["en", "{{percent}}% received"],
  ["de", "{{percent}}\u00a0% empfangen"],
  ["es", "hasta el 2026-11-30"],
  ["en", "Loading..."],
])("a planted wrong sign is caught in %s: %s", (language, text) => {
  expect(findWrongSigns(language, new Map([["a:b", text]]))).toEqual(["a:b"]);
});

test.each([
  ["fr", "Attention\u202f: «\u202foui\u202f»\u202f!"],
  ["fr", "https://sun.example à 12:30, AAAA-MM-JJ HH:mm:ss"],
  ["en", "Really: yes; 5% or more?"],
])("a correct text passes in %s: %s", (language, text) => {
  expect(findWrongSigns(language, new Map([["a:b", text]]))).toEqual([]);
});

test("no page puts a numeric date into a text", () => {
  expect(findNumericDates(readSourceTree())).toEqual([]);
});

test("a planted numeric date is caught", () => {
  const source =
    'const a = formatLocalDay(1, "UTC");\nt("until", {\n  date: formatLocalDay(1, z) });';
  expect(findNumericDates(new Map([["app/planted.tsx", source]]))).toEqual(["app/planted.tsx:2"]);
  const calm = 'const b = t("x"); const a = formatLocalDay(1, "UTC");';
  expect(findNumericDates(new Map([["app/planted.tsx", calm]]))).toEqual([]);
});
