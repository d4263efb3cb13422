import fc from "fast-check";
import { expect, test } from "vitest";
import parameters from "#locales/en/parameters.json";
import registers from "#locales/en/registers.json";
import {
  INVERTER_TYPES,
  REGISTER_RANGES,
  SYSTEM_OF_ALL_TIMERS,
  TIMER_RANGES,
} from "../../../tests/support/specified-ranges.ts";
import { checkSetting } from "../check-setting.ts";
import type { Register } from "../register.ts";
import { CATALOGUE } from "./catalogue.ts";
import type { CatalogueRegister } from "./catalogue-register.ts";
import { type CatalogueSite, findInCatalogue } from "./find-in-catalogue.ts";
import { AC_CURRENTS_OF_MODELS } from "./option-lists.ts";

const SETTINGS = [...CATALOGUE].flatMap(([typeCode, entries]) =>
  [...entries].flatMap(([register, entry]) =>
    entry.access === "r"
      ? []
      : [{ typeCode, register, entry, address: `${typeCode}11${register}` }],
  ),
);

function setting(address: string): CatalogueRegister {
  const found = SETTINGS.find((candidate) => candidate.address === address);
  if (found === undefined) throw new Error(`${address} is not in the catalogue`);
  return found.entry;
}

/** Checks a value of a register that its logger describes without limits. */
function check(address: string, value: number, model?: string, site: CatalogueSite = {}) {
  const { kind, access } = setting(address);
  const described: Register = { register: address.slice(6), kind, access };
  const piece = { address: address.slice(0, 6), model, registers: [described] };
  return checkSetting([piece], address, value, site);
}

test("the inverter has more than 120 settings, and each type of equipment has its own", () => {
  const count = (typeCode: string) =>
    SETTINGS.filter((candidate) => candidate.typeCode === typeCode).length;
  expect(count("0033")).toBeGreaterThan(120);
  for (const typeCode of ["0032", "008E", "00FF", "800D", "008B", "001A", "0057", "006B", "0077"])
    expect([typeCode, count(typeCode) >= 15]).toEqual([typeCode, true]);
});

test("each range of the specification is that of its register, refused one step beyond it and between its steps", () => {
  for (const { typeCode, register, name, min, max, step } of REGISTER_RANGES) {
    const address = `${typeCode}11${register}`;
    const limits = { min, max, step };
    expect([address, setting(address)]).toMatchObject([address, { name, ...limits }]);
    const results = [min - step, min, min + step / 2, max, max + step].map((value) =>
      check(address, value, undefined, { systemType: SYSTEM_OF_ALL_TIMERS }),
    );
    expect([address, ...results]).toMatchObject([
      address,
      { ok: false, limit: "min", limits },
      { ok: true },
      { ok: false, limit: "step", limits },
      { ok: true },
      { ok: false, limit: "max", limits },
    ]);
  }
});

test("no other register of seconds has the range of the timers, and none of them has another one", () => {
  const found = SETTINGS.filter(
    ({ entry: { unit, min, max } }) => unit === "s" && min === 10 && max === 3_600,
  );
  const describe = ({ typeCode, register }: { typeCode: string; register: string }) =>
    `${typeCode} ${register}`;
  expect(found.map(describe).sort()).toEqual(TIMER_RANGES.map(describe).sort());
});

test("the specification's ranges hold for every id", () => {
  const tree = (address: string) => [
    { address, registers: [{ register: "0047", kind: "setting", access: "rw" } as const] },
  ];
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 255 }), fc.integer({ min: 0, max: 400 }), (id, value) => {
      const piece = `0033${id.toString(16).toUpperCase().padStart(2, "0")}`;
      expect(checkSetting(tree(piece), `${piece}0047`, value).ok).toBe(value >= 50 && value <= 300);
    }),
  );
});

test.each([
  ["0033110020", ["single", "parallel", "three-phase"]],
  ["0033110022", ["62109", "G99", "VDE4105", "NRS097", "none"]],
  ["0033110023", ["50 Hz", "60 Hz"]],
  ["0033111401", ["220 V", "230 V", "240 V"]],
  ["0033111002", ["off", "1 min", "3 min", "5 min", "10 min"]],
  ["0033111003", ["50 s", "1 min", "3 min", "5 min", "10 min"]],
  ["001A110058", ["none", "100A/100mA", "200A/100mA", "400A/100mA"]],
  ["00FF110031", ["-0.98", "-0.99", "+1/-1", "0.99", "0.98"]],
  ["006B111004", ["unlocked", "locked", "unlocked forever"]],
] as const)("%s has the specification's list", (address, options) => {
  expect(Object.values(setting(address).options ?? {})).toEqual(options);
});

test.each([
  ["0033110020", ["single", "parallel", "three-phase"]],
  ["0033111500", ["GEL/OPzV", "AGM", "Lead-Carbon", "Flooded", "Traction", "Customized", "A0055"]],
])("%s has the specification's codes, which count from 0", (address, names) => {
  const piece = { address: address.slice(0, 6), versions: { charger: "1.2" } };
  const site = { systemType: "10001", versions: { communication: "1.4" } };
  const found = findInCatalogue(piece, address.slice(6), site);
  expect(found?.options).toEqual(Object.fromEntries(names.map((name, code) => [code, name])));
});

test("numbers of MPPT groups, PCS and parallel groups are the specification's", () => {
  const named = (name: string) =>
    SETTINGS.filter(({ entry }) => entry.name.replace(/ \d+$/, "") === name);
  expect(named("mpptEnabled")).toHaveLength(12);
  expect(setting("0033111308")).toMatchObject({ name: "externalMpptCount", max: 10 });
  expect(
    named("externalMpptCountOfPcs").filter(({ typeCode }) => typeCode === "008E"),
  ).toHaveLength(10);
  expect(setting("0033111611")).toMatchObject({ name: "parallelGroup", min: 1, max: 9 });
});

test("the list of AC currents depends on the model, and contains 25, 32 and 50", () => {
  const currents = (model?: string) =>
    Object.keys(findInCatalogue({ address: "003311", model }, "1202")?.options ?? {}).map(Number);
  expect(currents()).toEqual(expect.arrayContaining([25, 32, 50]));
  expect(Math.max(...currents("CK 3.0"))).toBe(25);
  expect(Math.max(...currents("Apollo Maxx 8K"))).toBe(50);
  expect(currents("Qoma100K")).toEqual([63, 80, 100]);
  expect(check("0033111202", 32, "CK 3.0")).toMatchObject({ limit: "options" });
  expect(check("0033111202", 25, "CK 3.0")).toMatchObject({ ok: true });
});

test("each inverter type that the specification names has its list of AC currents, and no other type has one", () => {
  const named = AC_CURRENTS_OF_MODELS.flatMap(({ condition }) => condition.models ?? []);
  expect([...named].sort()).toEqual([...INVERTER_TYPES].sort());
  const currents = (model?: string) =>
    findInCatalogue({ address: "003311", model }, "1202")?.options ?? {};
  for (const type of INVERTER_TYPES) {
    const list = Object.keys(currents(type));
    expect([type, list.length]).not.toEqual([type, Object.keys(currents()).length]);
    for (const model of [type.toLowerCase(), type.toUpperCase(), `${type} 5KVA`])
      expect([model, Object.keys(currents(model))]).toEqual([model, list]);
  }
  expect(currents("Qoma 33H")).toEqual(currents("Qoma33H"));
  expect(currents("Other 5K")).toEqual(currents());
});

test("the list of battery types depends on family, communication version and charger firmware", () => {
  const types = (systemType: string, communication?: string, charger?: string) =>
    Object.values(
      findInCatalogue(
        { address: "003311", versions: charger === undefined ? undefined : { charger } },
        "1500",
        {
          systemType,
          versions: communication === undefined ? {} : { communication },
        },
      )?.options ?? {},
    );
  const standard = ["GEL/OPzV", "AGM", "Lead-Carbon", "Flooded", "Traction", "Customized"];
  expect(types("10001")).toEqual(standard);
  expect(types("10001", "1.3", "1.2")).toEqual(standard);
  expect(types("10001", "1.10", "1.2")).toEqual([...standard, "A0055"]);
  expect(types("10003", "1.10", "1.2")).toEqual([...standard, "A0055"]);
  expect(types("10003", "2.0", "1.1")).toEqual(standard);
  expect(types("10003", "2.0", "1.2")).toEqual([
    ...standard,
    "A0055",
    "Pylon US2000",
    "Alpha SMILE5",
  ]);
});

test("settings of a family exist in that family alone", () => {
  const has = (register: string, site: { systemType?: string; systemCode?: number }) =>
    findInCatalogue({ address: "003311" }, register, site) !== undefined;
  expect(has("2201", { systemType: "10003" })).toBe(true);
  expect(has("2201", { systemType: "1000B" })).toBe(true);
  expect(has("2201", { systemType: "10001" })).toBe(false);
  expect(has("2201", {})).toBe(false);
  expect(has("2501", { systemCode: 5 })).toBe(true);
  expect(has("2501", { systemCode: 4 })).toBe(false);
  expect(has("2601", { systemCode: 261 })).toBe(true);
});

test("every setting has a text, a section, a place and consistent limits", () => {
  const faults = SETTINGS.filter(({ typeCode, register, entry }) => {
    const { min, max, step, options, recommended, relevant, kind, group } = entry;
    const entries = CATALOGUE.get(typeCode);
    const hasText =
      Object.hasOwn(registers.name, entry.name) ||
      Object.hasOwn(parameters.name, entry.name.replace(/ \d+$/, ""));
    const isBounded =
      kind === "text" ||
      options !== undefined ||
      (min !== undefined && max !== undefined && step !== undefined && min < max);
    const isRecommended =
      recommended === undefined || (recommended[0] >= (min ?? 0) && recommended[1] <= (max ?? 0));
    const isGrouped =
      group === undefined ||
      [...(entries?.values() ?? [])].filter((other) => other.group === group).length > 1;
    const isRelevant = relevant === undefined || entries?.has(relevant.register) === true;
    const isPlaced = entry.section !== undefined && entry.order !== undefined;
    const isMeasured = typeCode !== "FFFF" && register.startsWith("01");
    return !(
      hasText &&
      isBounded &&
      isRecommended &&
      isGrouped &&
      isRelevant &&
      isPlaced &&
      !isMeasured
    );
  });
  expect(faults.map(({ address }) => address)).toEqual([]);
});

test("every limit of every setting is accepted, and the value beyond it is refused", () => {
  for (const { address, entry } of SETTINGS) {
    const { min, max, step, options, condition } = entry;
    if (entry.kind === "text" || condition !== undefined) continue;
    if (options !== undefined) {
      const keys = Object.keys(options).map(Number);
      expect([address, keys.every((key) => check(address, key).ok)]).toEqual([address, true]);
      expect([address, check(address, Math.max(...keys) + 1).ok]).toEqual([address, false]);
    } else if (min !== undefined && max !== undefined && step !== undefined) {
      const last = min + Math.floor((max - min) / step + 1e-6) * step;
      expect([address, check(address, min).ok, check(address, last).ok]).toEqual([
        address,
        true,
        true,
      ]);
      expect([address, check(address, min - step).ok, check(address, last + step).ok]).toEqual([
        address,
        false,
        false,
      ]);
    }
  }
});

test("one-shot commands are never stored, and secrets are texts", () => {
  for (const { address, entry } of SETTINGS) {
    if (entry.oneShot) expect([address, entry.stored]).toEqual([address, false]);
    if (entry.secret) expect([address, entry.kind]).toEqual([address, "text"]);
  }
});
