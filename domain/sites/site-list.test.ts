import { expect, test } from "vitest";
import { STATUS_ORDER, siteListQuery } from "./site-list.ts";
import { siteStatus } from "./site-status.ts";

test("a list is ordered over every status there is", () => {
  expect([...STATUS_ORDER].sort()).toEqual([...siteStatus.options].sort());
});

test("an empty question asks for all sites by name", () => {
  expect(siteListQuery.parse({})).toEqual({
    search: "",
    filter: { status: [], tag: "", country: "", area: null },
    order: { by: "name", direction: "asc" },
  });
});
