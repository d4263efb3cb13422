import { expect, test } from "vitest";
import { deviceFamilyOf, hasTwoOutputPhases } from "#domain/devices/device-families.ts";
import { checkCode } from "#domain/loggers/check-code.ts";
import { fleetSite } from "#simulator/fleet-file.ts";
import type { SimulatedPlantProfile } from "#simulator/plant-profile.ts";
import { BOXES } from "./boxes-data.ts";
import { toFleetSite } from "./demo-site.ts";
import { DEMO_SITES, OWN_LOGGER_SITE, RECORDED_DEVICES_SITE } from "./sites-data.ts";
import { listSpareSites } from "./spare-sites.ts";

test("the demo sites show every device family between them", () => {
  expect(DEMO_SITES.length).toBeGreaterThanOrEqual(12);
  expect(new Set(DEMO_SITES.map((site) => deviceFamilyOf(site.systemType)))).toEqual(
    new Set(["K1", "K2", "E4", "E7", "EtherLink"]),
  );
});

test("the demo sites show every kind of plant, and their system codes say how many phases they have", () => {
  const sites = [...DEMO_SITES, ...listSpareSites()];
  for (const { serial, systemCode, profile } of sites)
    expect([serial, profile?.kind === "simulated" && profile.inverter.phases === 2]).toEqual([
      serial,
      hasTwoOutputPhases(systemCode),
    ]);
  const profiles = DEMO_SITES.flatMap(({ profile }) =>
    profile?.kind === "simulated" ? [profile] : [],
  );
  const count = (is: (profile: SimulatedPlantProfile) => boolean) => profiles.filter(is).length;
  expect(count(({ inverter }) => inverter.phases === 1)).toBeGreaterThanOrEqual(6);
  expect(count(({ inverter }) => inverter.phases === 3)).toBeGreaterThanOrEqual(2);
  expect(count(({ inverter }) => inverter.units > 1)).toBeGreaterThanOrEqual(3);
  expect(count(({ generator }) => generator !== null)).toBeGreaterThanOrEqual(3);
  expect(count(({ cabinet }) => cabinet !== null)).toBeGreaterThanOrEqual(1);
  const recordings = DEMO_SITES.flatMap(({ profile }) =>
    profile?.kind === "recording" ? [profile.recording] : [],
  );
  expect(recordings).toEqual(["givenergy-household"]);
});

test("the demo sites lie in at least ten countries and zones, on both hemispheres", () => {
  expect(new Set(DEMO_SITES.map((site) => site.country)).size).toBeGreaterThanOrEqual(10);
  expect(new Set(DEMO_SITES.map((site) => site.timeZone)).size).toBeGreaterThanOrEqual(10);
  expect(DEMO_SITES.some((site) => site.latitude < -20)).toBe(true);
  expect(DEMO_SITES.some((site) => site.latitude > 66)).toBe(true);
});

test("every site makes a valid entry of the fleet file, and serial numbers are unique", () => {
  const boxes = BOXES.map(({ site }) => site);
  const sites = [
    ...DEMO_SITES,
    OWN_LOGGER_SITE,
    ...listSpareSites(),
    RECORDED_DEVICES_SITE,
    ...boxes,
  ];
  for (const site of sites) {
    expect(fleetSite.safeParse(toFleetSite(site, "secret")).error).toBeUndefined();
    expect(() => new Intl.DateTimeFormat("en", { timeZone: site.timeZone })).not.toThrow();
  }
  expect(new Set(sites.map((site) => site.serial)).size).toBe(sites.length);
});

test("twenty-four spare sites include every two-phase system code and all rare equipment", () => {
  const sites = listSpareSites(24);
  const profiles = sites.flatMap(({ profile }) => (profile?.kind === "simulated" ? [profile] : []));
  expect(sites.map(({ systemCode }) => systemCode)).toEqual(expect.arrayContaining([13, 19, 261]));
  for (const is of [
    ({ inverter }: SimulatedPlantProfile) => inverter.phases === 3,
    ({ inverter }: SimulatedPlantProfile) => inverter.units > 1,
    ({ generator }: SimulatedPlantProfile) => generator !== null,
    ({ cabinet }: SimulatedPlantProfile) => cabinet !== null,
    ({ battery }: SimulatedPlantProfile) => (battery?.racks ?? 0) > 1,
    ({ grid }: SimulatedPlantProfile) => grid === null,
  ])
    expect(profiles.some(is)).toBe(true);
});

test("spare sites are the same every time and of every family", () => {
  expect(listSpareSites(40)).toEqual(listSpareSites(1_000).slice(0, 40));
  expect(new Set(listSpareSites(60).map((site) => deviceFamilyOf(site.systemType))).size).toBe(5);
});

test("the texts of a module's label fit on one", () => {
  for (const { site, checkCode: code } of BOXES)
    expect([site.group, checkCode.parse(code)]).toEqual(["box", code]);
});

test("only the user's own site has nothing to simulate", () => {
  const idle = [...DEMO_SITES, OWN_LOGGER_SITE, ...listSpareSites(50)].filter(
    (site) => site.profile === null,
  );
  expect(idle).toEqual([OWN_LOGGER_SITE]);
});
