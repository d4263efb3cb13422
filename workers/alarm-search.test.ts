import { expect, test } from "vitest";
import { findAlarmSubjects } from "./alarm-search.ts";

const NOTHING = { descriptions: [], deviceTypes: [], devices: [], faultCodes: [] };

test("a search finds descriptions in the language of the reader, in any case and without accents", () => {
  expect(findAlarmSubjects("BATTERIESPANNUNG LIEGT UNTER", "de").descriptions).toEqual([
    "batteryVoltage low",
  ]);
  expect(findAlarmSubjects("enregistreur est hors", "fr").descriptions).toEqual(["loggerOffline"]);
  expect(findAlarmSubjects("batteriespannung", "en")).toEqual(NOTHING);
});

test("the register of a phase is found by its name and by its phase", () => {
  for (const search of ["AC-Eingangsspannung liegt über", "Phase V liegt über"])
    expect(findAlarmSubjects(search, "de").descriptions, search).toContain("AC input voltage high");
});

test("a device is found by its translated type, with and without its number", () => {
  expect(findAlarmSubjects("batterierack", "de")).toMatchObject({
    deviceTypes: ["Rack"],
    devices: [],
  });
  expect(findAlarmSubjects("Batterierack 3", "de")).toEqual({
    ...NOTHING,
    devices: ["Rack 3"],
  });
});

test("an event is found by the text of its code", () => {
  expect(findAlarmSubjects("überspannung am zwischen", "de")).toEqual({
    ...NOTHING,
    faultCodes: ["busovervoltage"],
  });
});
