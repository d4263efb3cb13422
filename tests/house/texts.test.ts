import { expect, test } from "vitest";
import { LANGUAGES } from "#domain/languages.ts";
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

test("every language has the same keys and placeholders as English, and its own plural forms", () => {
  expect(english.size).toBeGreaterThan(20);
  for (const language of LANGUAGES) {
    const texts = languages.get(language) ?? new Map();
    expect(compareLanguages(english, language, texts), language).toEqual([]);
  }
});

const spoken: Texts = new Map([
  ["a:both", "{{name}} is here"],
  ["a:gone", "gone"],
  ["a:site_one", "{{count}} site"],
  ["a:site_other", "{{count}} sites"],
]);

test("planted differences between languages are caught", () => {
  const german = new Map([
    ["a:both", "ist da"],
    ["a:more", "mehr"],
    ["a:site_one", "eine Anlage"],
    ["a:site_other", "{{count}} Anlagen"],
  ]);
  expect(compareLanguages(spoken, "de", german)).toEqual(["- a:gone", "+ a:more", "≠ a:both"]);
});

test("planted plural forms that a language lacks, or does not know, are caught", () => {
  const forms = { zero: "لا محطات", one: "محطة", two: "محطتان", few: "{{count}} محطات" };
  const arabic = new Map([
    ["a:both", "{{name}}"],
    ["a:gone", ""],
    ...Object.entries(forms).map(([form, text]): [string, string] => [`a:site_${form}`, text]),
    ["a:site_many", "محطة"],
  ]);
  // "many" stands for many numbers, so it must contain the number.
  expect(compareLanguages(spoken, "ar", arabic)).toEqual(["- a:site_other", "≠ a:site_many"]);
  const chinese = new Map([...spoken].filter(([key]) => key !== "a:site_other"));
  expect(compareLanguages(spoken, "zh", chinese)).toEqual(["- a:site_other", "+ a:site_one"]);
  const french = new Map([...spoken, ["a:site_one", "un site"], ["a:site_many", "{{count}}"]]);
  expect(compareLanguages(spoken, "fr", french), "one is 0 and 1").toEqual(["≠ a:site_one"]);
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
  const source = 'A = t("a.b") + t("n") + t(`state.$_`) + t(`$_.title`) + "lost";'.replaceAll(
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
    ["x:gone.title", "7"],
  ]);
  expect(findUnusedKeys(new Map([["app/planted.tsx", source]]), texts)).toEqual([
    "x:state.on.off",
    "x:a.c",
    "x:gone.title",
  ]);
});
