import { expect, test } from "vitest";
import { readSourceTree } from "./source-tree.ts";
import {
  compareLanguages,
  findLiteralTexts,
  findUnknownKeys,
  findUnusedKeys,
  readLanguages,
  type Texts,
} from "./texts.ts";

const house = readSourceTree();
const languages = readLanguages();
const english: Texts = languages.get("en") ?? new Map();

test("every language has the same keys and placeholders as English", () => {
  expect(english.size).toBeGreaterThan(20);
  for (const [language, texts] of languages) {
    expect(compareLanguages(english, texts), language).toEqual([]);
  }
});

test("planted differences between languages are caught, plural forms are none", () => {
  const first = new Map([
    ["a:both", "{{name}} is here"],
    ["a:gone", "gone"],
    ["a:site_one", "{{count}} site"],
    ["a:site_other", "{{count}} sites"],
  ]);
  const other = new Map([
    ["a:both", "ist da"],
    ["a:more", "mehr"],
    ["a:site_few", "{{count}}"],
    ["a:site_other", "{{count}}"],
  ]);
  expect(compareLanguages(first, other)).toEqual(["- a:gone", "+ a:more", "≠ a:both"]);
});

test("every text a person sees goes through the translation", () => {
  expect(findLiteralTexts(house)).toEqual([]);
});

test.each([
  "export const A = () => <p>Hello there</p>;",
  'export const A = () => <p>{"Hello there"}</p>;',
  'export const A = () => <img alt="Hello there" src="/a.svg" />;',
  'export const A = () => <a aria-label={"Hello there"} href="/">1</a>;',
])("a planted literal text is caught: %s", (source) => {
  expect(findLiteralTexts(new Map([["app/ui/planted.tsx", source]]))).toEqual([
    "app/ui/planted.tsx: Hello there",
  ]);
});

test("every key that the code names has a text", () => {
  expect(findUnknownKeys(house, english)).toEqual([]);
});

test("a planted unknown key is caught", () => {
  const source = 'export const A = () => <p>{t("a.known")}{t("n", { count: 2 })}{t("lost")}</p>;';
  const texts = new Map([
    ["x:a.known", "1"],
    ["x:n_other", "2"],
  ]);
  expect(findUnknownKeys(new Map([["app/planted.tsx", source]]), texts)).toEqual([
    "app/planted.tsx: lost",
  ]);
});

test("every text is asked for by some code", () => {
  expect(findUnusedKeys(house, english)).toEqual([]);
});

test("a planted unused text is caught", () => {
  const source = 'A = t("a.b") + t("n") + t(`state.$_`) + t(`$_.title`);'.replaceAll(
    "$_",
    "$" + "{x}",
  );
  const texts = new Map([
    ["x:a.b", "1"],
    ["x:state.on", "2"],
    ["x:lost.title", "3"],
    ["x:n_other", "4"],
    ["x:state.on.off", "5"],
    ["x:a.c", "6"],
  ]);
  expect(findUnusedKeys(new Map([["app/planted.tsx", source]]), texts)).toEqual([
    "x:state.on.off",
    "x:a.c",
  ]);
});
