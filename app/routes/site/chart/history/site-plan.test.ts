import { expect, test } from "vitest";
import { planOf } from "./site-plan.ts";

const tree = (...registers: string[]) => [
  { address: "FFFF00", registers: registers.map((register) => ({ register })) },
];
const plan = (systemType: string, systemCode: number | null, ...registers: string[]) =>
  planOf({ systemType, systemCode }, tree(...registers), () => undefined);
const THREE = ["0121", "0122", "0123"];

test("a site has the phases that it reports, and two if its system has no more", () => {
  expect(plan("10003", 5, ...THREE).phases).toEqual(["phaseU", "phaseV", "phaseW"]);
  for (const code of [13, 19, 261])
    expect(plan("10009", code, ...THREE).phases).toEqual(["phaseU", "phaseV"]);
  expect(plan("10003", 5, "0120", "0121").phases).toEqual([]);
});

test("systems 10008xx have charts of their loads, by phase as well", () => {
  expect(plan("1000801", 4, "0121", "0124", "0125")).toMatchObject({
    phases: ["phaseU"],
    loads: ["critical", "normal"],
  });
  expect(plan("10008", 4, "0124", "0125").loads).toEqual([]);
});

test("any register of a generator shows that the site has one", () => {
  for (const register of ["0140", "0144", "020C"])
    expect(plan("10003", 5, register).hasGenerator).toBe(true);
  expect(plan("10003", 5, "0100").hasGenerator).toBe(false);
});
