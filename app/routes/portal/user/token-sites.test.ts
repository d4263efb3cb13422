import fc from "fast-check";
import { expect, test } from "vitest";
import {
  chooseAll,
  chooseOne,
  chosenElsewhere,
  dropOne,
  readSite,
  type TokenSite,
  writeSite,
} from "./token-sites.ts";

const site = (id: number): TokenSite => ({ id, name: `Roof ${id}`, location: "" });
const sites = (count: number) => Array.from({ length: count }, (_, place) => site(place + 1));

test("a site survives a round trip through the form; invalid values are omitted", () => {
  fc.assert(
    fc.property(fc.nat(), fc.string(), fc.string(), (id, name, location) => {
      expect(readSite(writeSite({ id, name, location }))).toEqual({ id, name, location });
    }),
  );
  for (const text of ["", "7", "null", "{}", '["7","a","b"]', "[7]", "[7.5,1,2]", "["])
    expect(readSite(text), text).toBeNull();
});

test("the hundredth site is chosen, and the next one only when another was dropped", () => {
  const most = chooseAll(sites(99));
  const full = chooseOne(most, site(100));
  expect(full?.size).toBe(100);
  if (full === null) throw new Error("the hundredth was refused");
  expect(chooseOne(full, site(101))).toBeNull();
  expect(chooseOne(full, site(7))?.size).toBe(100);
  expect(chooseOne(dropOne(full, site(7)), site(101))?.size).toBe(100);
});

test("each selected site is shown once, whether or not the search finds it", () => {
  const chosen = chooseAll([site(3), site(1)]);
  const found = { search: "", total: 40, page: 1, list: [site(1), site(2)] };
  expect(chosenElsewhere(chosen, found)).toEqual([site(3)]);
  expect(chosenElsewhere(chosen, null)).toEqual([site(3), site(1)]);
});
