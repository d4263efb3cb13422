import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { scriptAccount } from "../../tests/support/scripted-account.ts";
import { addNews, listNews, readNewsFile, removeNews } from "./edit-news.ts";
import type { Query } from "./query.ts";
import { withRemoteDatabase } from "./remote-database.ts";

const NOW = Date.UTC(2026, 10, 22, 9);
const texts = {
  en: { title: "It's new; -- really", text: "One.\n\nTwo." },
  zh: { title: "新闻", text: "一。" },
};

function writeFile(content: string): string {
  const directory = mkdtempSync(join(tmpdir(), "helioport-news-"));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  const path = join(directory, "news.json");
  writeFileSync(path, content);
  return path;
}

test("news of a file is stored, listed and removed in a deployed database", async () => {
  const account = scriptAccount({ made: true });
  const edit = <T>(work: (query: Query) => Promise<T>) =>
    withRemoteDatabase(account.wrangler, "helioport", work);
  const until = "2026-12-01T00:00:00Z";
  const news = readNewsFile(writeFile(JSON.stringify({ until, attention: true, texts })));
  expect(await edit((query) => addNews(query, news, NOW))).toBe(1);
  const [stored] = account.database.prepare("SELECT * FROM news").all();
  expect(stored).toMatchObject({ published_at: NOW, until: Date.parse(until), attention: 1 });
  expect(JSON.parse(String(stored?.texts))).toEqual(texts);
  expect(await edit(listNews)).toEqual([
    "1  2026-11-22 09:00 UTC until 2026-12-01 00:00 UTC  It's new; -- really (read by 0, for attention)",
  ]);
  await edit((query) => removeNews(query, 1));
  await expect(edit((query) => removeNews(query, 1))).rejects.toThrow("There is no news 1");
  expect(await edit(listNews)).toEqual([]);
});

test("a file that is wrong is refused in a line that says where", () => {
  const refusal = (content: string) => {
    try {
      return readNewsFile(writeFile(content));
    } catch (error) {
      return String(error);
    }
  };
  expect(refusal("{")).toContain("cannot be read");
  expect(refusal(JSON.stringify({ texts: { de: texts.en } }))).toMatch(
    /texts\.en\.title required$/,
  );
  expect(refusal(JSON.stringify({ texts: { en: { title: "", text: "a" } } }))).toMatch(
    /texts\.en\.title required/,
  );
  expect(() => readNewsFile("nowhere.json")).toThrow("nowhere.json cannot be read");
});
