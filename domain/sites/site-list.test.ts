import { expect, test } from "vitest";
import { LISTED_STATUSES, listedStatusesOf, STATUS_ORDER, siteListQuery } from "./site-list.ts";
import { siteStatus } from "./site-status.ts";

test("a list is ordered over every status there is", () => {
  expect([...STATUS_ORDER].sort()).toEqual([...siteStatus.options].sort());
});

test("offline is what has stopped reporting and what has never been connected", () => {
  expect(listedStatusesOf(["offline"])).toEqual(["stopped", "neverConnected"]);
  expect(listedStatusesOf(["neverConnected", "fault", "stopped"])).toEqual([
    "fault",
    "stopped",
    "neverConnected",
  ]);
  expect(listedStatusesOf(STATUS_ORDER)).toEqual(LISTED_STATUSES);
});

test("an empty question asks for all sites by name", () => {
  expect(siteListQuery.parse({})).toEqual({
    search: "",
    filter: { status: [], tag: "", country: "", area: null },
    order: { by: "name", direction: "asc" },
  });
});
