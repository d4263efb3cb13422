import { expect, test } from "vitest";
import { countFilters, groupByDay, readFilter, toInput, writeFilter } from "./journal-data.ts";

const read = (query: string) => readFilter(new URLSearchParams(query));

test("filters are read from the address, and wrong ones filter nothing", () => {
  const filter = read("kind=site&from=2026-11-01&to=2026-11-02&search=+roof+&page=3");
  expect(filter).toEqual({
    kind: "site",
    from: "2026-11-01",
    to: "2026-11-02",
    search: "roof",
    page: 3,
  });
  expect(read(writeFilter("?key=k", filter))).toEqual(filter);
  const none = read("kind=paint&from=2026-13-01&to=x&page=-1");
  expect(none).toEqual({ kind: "", from: "", to: "", search: "", page: 1 });
  expect(countFilters(none)).toBe(0);
  expect(countFilters(read("search=roof&kind=site"))).toBe(2);
  expect(countFilters(read("page=2"))).toBe(0);
});

test("days are those of the site, the last one included", () => {
  const input = toInput(read("from=2026-11-01&to=2026-11-02"), "Europe/Berlin");
  expect(new Date(input.from ?? 0).toISOString()).toBe("2026-10-31T23:00:00.000Z");
  expect(new Date(input.to ?? 0).toISOString()).toBe("2026-11-02T23:00:00.000Z");
  expect(toInput(read(""), "UTC")).toEqual({ page: 1, size: 30 });
});

test("entries are grouped by local day in their order", () => {
  const entry = (time: string) => ({
    number: 1,
    at: Date.parse(time),
    what: "site.renamed",
    author: null,
    user: null,
    details: {},
  });
  const entries = ["2026-11-02T23:30Z", "2026-11-02T22:30Z", "2026-11-02T01:00Z"].map(entry);
  const days = groupByDay(entries, "Europe/Berlin");
  expect(days.map(({ day, entries: of }) => [day, of.length])).toEqual([
    ["2026-11-03", 1],
    ["2026-11-02", 2],
  ]);
});
