import { expect, test } from "vitest";
import { newsPageAddress, readTexts } from "./news-data.ts";

test("a language without any text is absent, and one with a part of it is there", () => {
  const typed: Record<string, string> = {
    "texts.en.title": "Title",
    "texts.en.text": "Text",
    "texts.de.title": " ",
    "texts.fr.text": "Texte",
  };
  expect(readTexts((name) => typed[name] ?? "")).toEqual({
    en: { title: "Title", text: "Text" },
    fr: { title: "", text: "Texte" },
  });
});

test("the first page has the short address", () => {
  expect([1, 2].map(newsPageAddress)).toEqual(["/platform/news", "/platform/news?page=2"]);
});
