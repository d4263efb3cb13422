import fc from "fast-check";
import { expect, test } from "vitest";
import { LISTED_STATUSES } from "#domain/sites/site-list.ts";
import { ALL_COLUMNS, areUsual, moveColumn, readColumns, USUAL_COLUMNS } from "./list-columns.ts";
import {
  attentionOf,
  downloadAddress,
  isByYield,
  listAddress,
  pagesOf,
  readListQuery,
  STATUSES,
  toOperationInput,
  YIELD_ORDER,
} from "./list-query.ts";

const read = (address: string) => readListQuery(new URL(address, "http://x").searchParams);

const PLAIN = {
  view: "table",
  search: "",
  status: [],
  tag: "",
  country: "",
  area: null,
  sort: "name",
  direction: "asc",
  page: 1,
  columns: null,
  picking: false,
};

test("the address of the list is read and written back", () => {
  const address =
    "/sitelist?view=search&q=barn&show=attention&tag=north&country=DE&sort=solar&direction=desc&page=3&cols=name%2Cgrid&pick=sites";
  const query = read(address);
  expect(query).toEqual({
    view: "search",
    search: "barn",
    status: ["fault", "warning", "stopped"],
    tag: "north",
    country: "DE",
    area: null,
    sort: "solar",
    direction: "desc",
    page: 3,
    columns: ["name", "grid"],
    picking: true,
  });
  expect(listAddress(query, { page: 3 })).toBe(address);
});

const degrees = (most: number) =>
  fc.integer({ min: -most * 1e5, max: most * 1e5 }).map((steps) => steps / 1e5 + 0);

test("every query survives a round trip through its address", () => {
  const queries = fc.record({
    view: fc.constantFrom("table" as const, "map" as const, "search" as const),
    search: fc.string({ maxLength: 50, unit: "grapheme" }).map((text) => text.trim()),
    status: fc.subarray([...STATUSES]),
    tag: fc.string({ maxLength: 50 }).map((text) => text.trim()),
    country: fc.constantFrom("", "DE", "CN"),
    area: fc.option(
      fc.record({
        latitude: degrees(90),
        longitude: degrees(180),
        radius: fc.integer({ min: 100, max: 10_000_000 }),
      }),
    ),
    sort: fc.constantFrom("name" as const, "created" as const, "grid" as const),
    direction: fc.constantFrom("asc" as const, "desc" as const),
    page: fc.integer({ min: 1, max: 1_000_000 }),
    columns: fc.option(
      fc
        .shuffledSubarray([...ALL_COLUMNS])
        .map((some) => (some.includes("name") ? some : ["name" as const, ...some])),
    ),
    picking: fc.boolean(),
  });
  fc.assert(
    fc.property(queries, (query) => {
      expect(read(listAddress(query, { page: query.page }))).toEqual(query);
    }),
  );
});

test("default values are omitted from the address", () => {
  expect(
    read(
      "/sitelist?sort=password&direction=up&page=-4&show=all&view=x&status=x,&country=Deutschland&cols=secret&pick=1",
    ),
  ).toEqual(PLAIN);
  expect(read("/sitelist?page=1.5").page).toBe(1);
  expect(read(`/sitelist?tag=${"x".repeat(200)}`).tag).toBe("x".repeat(100));
});

test("statuses are those of the trade, worst first", () => {
  expect(STATUSES).toEqual(LISTED_STATUSES);
});

test.each([
  "1,2",
  "1,2,3,4",
  "91,0,5",
  "0,181,5",
  "0,0,0.09",
  "0,0,10001",
  ",0,5",
  "a,0,5",
  "0,0,",
])("an area that is none is ignored: %s", (area) => {
  expect(read(`/sitelist?area=${area}`).area).toBeNull();
});

test("a changed search or order starts at the first page", () => {
  expect(listAddress(read("/sitelist?page=7"), { sort: "solar" })).toBe("/sitelist?sort=solar");
});

test("fifty sites are a page, and there is a first page of nothing", () => {
  expect([0, 1, 50, 51, 12_000].map(pagesOf)).toEqual([1, 1, 1, 2, 240]);
});

test("the default list has a plain address", () => {
  expect(read("/sitelist")).toEqual(PLAIN);
  expect(listAddress(read("/sitelist"), {})).toBe("/sitelist");
});

test("attention means faults, warnings and sites that have stopped reporting", () => {
  expect(toOperationInput(read("/sitelist?show=attention")).filter.status.toSorted()).toEqual([
    "fault",
    "stopped",
    "warning",
  ]);
});

test("offline in an address of an earlier release is both kinds of sites without a connection", () => {
  expect(read("/sitelist?status=normal,offline").status).toEqual([
    "stopped",
    "normal",
    "neverConnected",
  ]);
});

test("the download contains the listed sites of all pages", () => {
  const query = read(
    "/sitelist?view=search&q=barn&status=off&sort=solar&page=3&cols=name&pick=sites",
  );
  expect(downloadAddress(query)).toBe("/sitelist/download?q=barn&status=off&sort=solar");
  expect(downloadAddress(read("/sitelist"))).toBe("/sitelist/download");
});

test("columns come in the order that they are named in, with the name in any case", () => {
  expect(readColumns("solar,name,status,name,x")).toEqual(["solar", "name", "status"]);
  expect(readColumns("grid")).toEqual(["name", "grid"]);
  expect(readColumns("name,figures,solar")).toEqual(["name", "metricsAt", "solar"]);
  expect([null, "", "x"].map(readColumns)).toEqual([null, null, null]);
  expect(areUsual(USUAL_COLUMNS)).toBe(true);
  expect(areUsual(["name"])).toBe(false);
});

test("a column goes one place on, and not off the end", () => {
  expect(moveColumn(["name", "solar", "grid"], "grid", -1)).toEqual(["name", "grid", "solar"]);
  expect(moveColumn(["name", "solar"], "solar", 1)).toEqual(["name", "solar"]);
  expect(moveColumn(["name", "solar"], "name", -1)).toEqual(["name", "solar"]);
});

test("the lowest yields are a view of all statuses, which the other views leave", () => {
  const query = read("/sitelist?show=attention&tag=north&page=3");
  expect(isByYield(query)).toBe(false);
  const address = listAddress(query, YIELD_ORDER);
  expect(address).toBe("/sitelist?tag=north&sort=yield");
  expect(isByYield(read(address))).toBe(true);
  expect(isByYield(read(`${address}&direction=desc`))).toBe(false);
  expect(isByYield(read(`${address}&status=off`))).toBe(false);
  for (const attention of [true, false])
    expect(isByYield(read(listAddress(read(address), attentionOf(attention))))).toBe(false);
});
