import { expect, test } from "vitest";
import { recordedSite } from "../tests/support/recorded-site.ts";
import { chooseSites } from "./choose-sites.ts";

const file = {
  version: 1 as const,
  sites: [
    recordedSite("DEMO-01"),
    recordedSite("SIM-00001", "spare"),
    recordedSite("OWN-01", "own"),
  ],
};

test("the demo sites run, or so many spare ones, or those named", () => {
  const choose = (sites: number | null, ...serials: string[]) =>
    chooseSites(file, { sites, serials }).map(({ serial }) => serial);
  expect(choose(null)).toEqual(["DEMO-01"]);
  expect(choose(1)).toEqual(["SIM-00001"]);
  expect(choose(null, "SIM-00001", "DEMO-01", "SIM-00001")).toEqual(["SIM-00001", "DEMO-01"]);
});

test.each([
  [{ sites: 2, serials: [] }, "has 1 spare sites, not 2"],
  [{ sites: null, serials: ["ABSENT"] }, "has no site ABSENT"],
  [{ sites: null, serials: ["OWN-01"] }, "waits for a logger of your own"],
])("%j does not fit the fleet file", (wish, message) => {
  expect(() => chooseSites(file, wish)).toThrow(message);
});
