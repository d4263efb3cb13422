import { expect, test } from "vitest";
import { badgeText } from "./badge-text.ts";
import { newNews } from "./new-news.ts";
import { beginOf, paragraphsOf } from "./paragraphs.ts";

const en = { title: "Hello", text: "World" };

test("the badge has the number up to 99, and two dots past it", () => {
  expect([1, 9, 99, 100, 4321].map(badgeText)).toEqual(["1", "9", "99", "..", ".."]);
});

test("an empty line begins a paragraph, a single one does not", () => {
  expect(paragraphsOf("One\nline.\n\n \n Two.\r\n\r\nThree.\n\n")).toEqual([
    "One\nline.",
    "Two.",
    "Three.",
  ]);
});

test("a list shows the first paragraph, cut between words where there are any", () => {
  expect(beginOf("Short.\n\nMore.")).toBe("Short.");
  expect(beginOf("word ".repeat(60))).toBe(`${"word ".repeat(35)}word…`);
  expect(beginOf("新".repeat(300))).toBe(`${"新".repeat(180)}…`);
});

test("news needs English and nothing else", () => {
  expect(newNews.parse({ texts: { en } })).toEqual({
    publish: null,
    until: null,
    attention: false,
    texts: { en },
  });
  const timed = { publish: "2026-11-22T09:00:00Z", until: "2026-11-23T09:00:00+01:00" };
  expect(newNews.parse({ ...timed, texts: { en, ar: en } })).toMatchObject({
    publish: Date.UTC(2026, 10, 22, 9),
    until: Date.UTC(2026, 10, 23, 8),
  });
});

test.each([
  [{ texts: { de: en } }, "required"],
  [{ texts: { en, it: en } }, "Unrecognized key"],
  [{ texts: { en: { ...en, title: "two\nlines" } } }, "Invalid string"],
  [{ texts: { en: { ...en, text: " " } } }, "required"],
  [{ texts: { en: { ...en, text: "x".repeat(4_001) } } }, "tooLong"],
  [{ texts: { en }, publish: "tomorrow" }, "Invalid ISO datetime"],
  [{ texts: { en }, publish: "2026-11-22T09:00Z", until: "2026-11-22T08:00Z" }, "ends before"],
  [{ texts: { en }, urgent: true }, "Unrecognized key"],
])("invalid news is refused: %j", (given, why) => {
  expect(JSON.stringify(newNews.safeParse(given).error?.issues)).toContain(why);
});
