import { expect, test } from "vitest";
import { chooseSites } from "./choose-sites.ts";
import { fleetSite } from "./fleet-file.ts";

const site = (serial: string, group: string) =>
  fleetSite.parse({
    serial,
    secret: "secret",
    name: serial,
    group,
    latitude: 51,
    longitude: -1,
    altitude: 0,
    timeZone: "Europe/London",
    systemType: "10006",
    systemCode: 2,
    profile: group === "own" ? null : { kind: "recording", recording: "givenergy-household" },
  });
const file = {
  version: 1 as const,
  sites: [site("DEMO-01", "demo"), site("SIM-00001", "spare"), site("OWN-01", "own")],
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
  [{ sites: null, serials: ["NOBODY"] }, "has no site NOBODY"],
  [{ sites: null, serials: ["OWN-01"] }, "waits for a logger of your own"],
])("%j does not fit the fleet file", (wish, message) => {
  expect(() => chooseSites(file, wish)).toThrow(message);
});
