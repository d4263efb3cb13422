import fc from "fast-check";
import { expect, test } from "vitest";
import { endKeptQuery, keepQuery, LIST_COOKIE, readKeptQuery } from "./kept-query.ts";
import { readListQuery } from "./list-query.ts";

const keep = (address: string) =>
  keepQuery(readListQuery(new URL(address, "http://x").searchParams));
const contentOf = (cookie: string) => cookie.slice(LIST_COOKIE.length + 1).split(";", 1)[0] ?? "";

test("search, filters, order, view and page of the list are kept for the session", () => {
  const address =
    "/sitelist?view=search&q=barn&show=attention&tag=north&country=DE&sort=solar&direction=desc&page=3";
  const cookie = keep(`${address}&pick=sites`);
  expect(cookie).toMatch(/; path=\/; HttpOnly; SameSite=Lax$/);
  expect(readKeptQuery(contentOf(cookie))).toBe(address);
});

test("the plain list ends what was kept", () => {
  expect(keep("/sitelist")).toBe(endKeptQuery());
  expect(endKeptQuery()).toMatch(/^helioport_list=; .*max-age=0$/);
  expect(readKeptQuery(null)).toBe("/sitelist");
});

test("any search is kept in one cookie of at most 4,000 characters", () => {
  const texts = fc.string({ unit: "grapheme", maxLength: 100 });
  fc.assert(
    fc.property(texts, texts, (search, tag) => {
      const params = new URLSearchParams({ q: search, tag });
      const cookie = keep(`/sitelist?${params}`);
      expect(cookie.length).toBeLessThanOrEqual(4_000);
      expect(cookie).toMatch(/^helioport_list=[\w.*+%&=-]*; path=\//);
      const { q, t } = { q: search.trim().slice(0, 100), t: tag.trim().slice(0, 100) };
      const read = new URL(readKeptQuery(contentOf(cookie)), "http://x").searchParams;
      expect([read.get("q") ?? "", read.get("tag") ?? ""]).toEqual([q, t]);
    }),
  );
});

test("a foreign value leads to the list and nowhere else", () => {
  for (const value of ["https://evil.example", "//evil.example", "q=%", "view=map%0d%0aX: y"])
    expect(readKeptQuery(value)).toMatch(/^\/sitelist(\?|$)/);
});
