import { expect, test } from "vitest";
import { listAddress, pagesOf, readListQuery, toOperationInput } from "./list-query.ts";

const read = (address: string) => readListQuery(new URL(address, "http://x").searchParams);

test("the address of the list is read and written back", () => {
  const address = "/sitelist?q=barn&show=attention&sort=solar&direction=desc&page=3";
  const query = read(address);
  expect(query).toEqual({
    search: "barn",
    attention: true,
    sort: "solar",
    direction: "desc",
    page: 3,
  });
  expect(listAddress(query, { page: 3 })).toBe(address);
});

test("what an address should not say is left out", () => {
  expect(read("/sitelist?sort=password&direction=up&page=-4&show=all")).toEqual({
    search: "",
    attention: false,
    sort: "name",
    direction: "asc",
    page: 1,
  });
  expect(read("/sitelist?page=1.5").page).toBe(1);
});

test("another search or order begins at the first page", () => {
  expect(listAddress(read("/sitelist?page=7"), { sort: "solar" })).toBe("/sitelist?sort=solar");
});

test("fifty sites are a page, and there is a first page of nothing", () => {
  expect([0, 1, 50, 51, 12_000].map(pagesOf)).toEqual([1, 1, 1, 2, 240]);
});

test("the default list has a plain address", () => {
  expect(listAddress(read("/sitelist"), {})).toBe("/sitelist");
});

test("attention means faults, warnings and sites that are away", () => {
  expect(toOperationInput(read("/sitelist?show=attention")).filter.status.toSorted()).toEqual([
    "fault",
    "offline",
    "warning",
  ]);
});
