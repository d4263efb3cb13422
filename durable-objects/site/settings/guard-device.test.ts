import { expect, test } from "vitest";
import type { Equipment } from "#domain/registers/equipment.ts";
import { MINUTE_MS } from "#domain/units/durations.ts";
import { guardDevice, listGuarded } from "./guard-device.ts";

const GENERATOR = "800D11";
const INVERTER = "003311";
/** ms UTC */
const SINCE = 1_790_000_000_000;
const MINIMUM_RUN_S = 600;
const MINIMUM_INTERVAL_S = 300;

const setting = (register: string) => ({ register, kind: "setting", access: "rw" }) as const;
const EQUIPMENT: Equipment[] = [
  {
    address: GENERATOR,
    typeCode: "800D",
    registers: [setting("0010"), setting("0013"), setting("0014")],
  },
  {
    address: INVERTER,
    typeCode: "0033",
    registers: [{ register: "1020", kind: "setting", access: "w" }],
  },
];
const SWITCH = `${GENERATOR}0010`;
const FAULT_LOCK = `${INVERTER}1020`;

const TIMES: Readonly<Record<string, number>> = {
  [`${GENERATOR}0013`]: MINIMUM_RUN_S,
  [`${GENERATOR}0014`]: MINIMUM_INTERVAL_S,
};

/** Sources of a site whose generator got its status at `SINCE`. */
function sources({
  status = "running",
  now = SINCE,
  since = SINCE as number | null,
  values = TIMES,
  errors = [] as { address: string; eventTrigger: string }[],
} = {}) {
  const known = new Map(Object.entries(values).map(([address, v]) => [address, { v, at: SINCE }]));
  return {
    site: { equipment: EQUIPMENT, values: known, statusOf: () => status, errors },
    statusSince: () => since ?? undefined,
    registers: { valueOf: () => undefined },
    clock: { now: () => now },
    catalogueSite: () => ({}),
  } as unknown as Parameters<typeof guardDevice>[0];
}

test("a generator is not stopped before its minimum run time is over, to the second", () => {
  const end = SINCE + MINIMUM_RUN_S * 1_000;
  const stop = (now: number) => guardDevice(sources({ now }), SWITCH, 0);
  expect(stop(SINCE)).toEqual({
    code: "generatorRunTime",
    address: SWITCH,
    limit: { seconds: MINIMUM_RUN_S },
  });
  expect(stop(end - 1)).toMatchObject({ limit: { seconds: 1 } });
  expect(stop(end)).toBeNull();
});

test("a generator is not started before its minimum start interval is over, to the second", () => {
  const end = SINCE + MINIMUM_INTERVAL_S * 1_000;
  const start = (now: number) => guardDevice(sources({ status: "not running", now }), SWITCH, 1);
  expect(start(SINCE + MINUTE_MS)).toEqual({
    code: "generatorStartInterval",
    address: SWITCH,
    limit: { seconds: MINIMUM_INTERVAL_S - 60 },
  });
  expect(start(end - 1)).toMatchObject({ limit: { seconds: 1 } });
  expect(start(end)).toBeNull();
});

test("a generator is left to its automatic control at any time, because the device keeps the times itself", () => {
  expect(guardDevice(sources(), SWITCH, 2)).toBeNull();
  expect(guardDevice(sources({ status: "not running" }), SWITCH, 2)).toBeNull();
});

test("a generator may be written the state that it has, and one whose times are unknown may be switched", () => {
  expect(guardDevice(sources(), SWITCH, 1)).toBeNull();
  expect(guardDevice(sources({ status: "not running" }), SWITCH, 0)).toBeNull();
  expect(guardDevice(sources({ values: {} }), SWITCH, 0)).toBeNull();
  expect(guardDevice(sources({ since: null }), SWITCH, 0)).toBeNull();
});

test("a fault lock is released only after the fault of its equipment is removed", () => {
  const release = (errors: { address: string; eventTrigger: string }[]) =>
    guardDevice(sources({ errors }), FAULT_LOCK, 1);
  expect(release([{ address: INVERTER, eventTrigger: "fault" }])).toEqual({
    code: "faultActive",
    address: FAULT_LOCK,
  });
  expect(release([{ address: INVERTER, eventTrigger: "warning" }])).toBeNull();
  expect(release([{ address: GENERATOR, eventTrigger: "fault" }])).toBeNull();
  expect(release([])).toBeNull();
});

test.each([
  ["003311", "0033", "deviceOffline"],
  ["800D11", "800D", "deviceOffline"],
  ["006D11", "006D", "batteryOffline"],
  ["008B11", "008B", "batteryOffline"],
  ["008C11", "008C", "batteryOffline"],
  ["123411", "008B", "batteryOffline"],
])(
  "every write to %s of type %s is refused while its logger reports it as offline",
  (address, typeCode, code) => {
    const registers = [setting("0021"), setting("0010"), setting("1020")];
    const guard = (status: string, register: string, value: number) => {
      const given = sources({ status, values: {} });
      const site = { ...given.site, equipment: [{ address, typeCode, registers }] };
      return guardDevice({ ...given, site } as typeof given, address + register, value);
    };
    for (const { register } of registers) {
      const refused = { code, address: address + register };
      for (const value of [0, 1, 2]) expect(guard("offline", register, value)).toEqual(refused);
      for (const status of ["off", "standby", "fault", "idle", "normal", "break off"])
        expect([status, guard(status, register, 2)]).toEqual([status, null]);
    }
  },
);

test("commands of a device that is offline are listed with each of their values, and settings are not", () => {
  const named = [
    {
      address: SWITCH,
      name: "generatorSwitch",
      options: { 0: "stop", 1: "start", 2: "automatic" },
    },
    {
      address: `${INVERTER}150C`,
      name: "fullCharge",
      oneShot: true,
      options: { 0: "off", 1: "on" },
    },
    { address: `${INVERTER}1500`, name: "batteryType", options: { 0: "GEL/OPzV", 1: "AGM" } },
  ];
  const listed = listGuarded(sources({ status: "offline" }), named);
  const write = (address: string, value: number) => ({
    ...{ address, value, code: "deviceOffline", until: null },
  });
  expect(listed).toEqual([
    ...[0, 1, 2].map((value) => write(SWITCH, value)),
    ...[0, 1].map((value) => write(`${INVERTER}150C`, value)),
  ]);
});

test("the list of guarded writes has each with the instant at which it becomes possible", () => {
  const named = [
    { address: SWITCH, name: "generatorSwitch" },
    { address: FAULT_LOCK, name: "releaseFaultLock" },
    { address: `${INVERTER}1500`, name: "batteryType" },
  ];
  const errors = [{ address: INVERTER, eventTrigger: "fault" }];
  expect(listGuarded(sources({ now: SINCE + 1, errors }), named)).toEqual([
    {
      address: SWITCH,
      value: 0,
      code: "generatorRunTime",
      until: SINCE + 1 + MINIMUM_RUN_S * 1_000,
    },
    { address: FAULT_LOCK, value: 1, code: "faultActive", until: null },
  ]);
  expect(listGuarded(sources({ now: SINCE + MINIMUM_RUN_S * 1_000 }), named)).toEqual([]);
});
