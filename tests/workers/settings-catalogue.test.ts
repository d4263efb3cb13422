import { beforeEach, expect, test } from "vitest";
import type { ChangeRequest } from "#domain/settings/change.ts";
import { periodRegister } from "#domain/settings/time-control.ts";
import { freezeSiteClock } from "../support/site-clock.ts";
import { connectLogger, sample, siteStub } from "../support/site-logger.ts";
import { watch } from "../support/viewer-socket.ts";

const INVERTER = "003311";
const AUTHOR = { id: 7, name: "Olga Owner", session: "s", rightsVersion: 1, isAdvanced: true };

let siteId = 95_000;
let clock: ReturnType<typeof freezeSiteClock>;

beforeEach(() => {
  clock = freezeSiteClock();
  siteId += 1;
});

const at = (register: string) => INVERTER + register;
const period = (row: number) =>
  (["start", "end", "reservedSoc", "acCharge", "offAtSoc", "days"] as const).map((field) =>
    periodRegister(row, field),
  );
/** A logger that describes its registers without limits. */
const REGISTERS = ["0047", "0048", "0050", "0051", "1500", "1502", "1503", "1504"]
  .concat(period(0), period(1))
  .map((register) => ({ register, kind: "setting", access: "rw" }));
const SITE = {
  address: "FFFF00",
  registers: [
    { register: "0131", kind: "gauge", access: "r" },
    { register: "0400", kind: "setting", access: "rw" },
  ],
};

const METER = {
  address: "001A11",
  registers: [{ register: "0057", kind: "setting", access: "rw" }],
};

async function connect(values: Record<string, number>) {
  const equipment = [SITE, METER, { address: INVERTER, typeCode: "0033", registers: REGISTERS }];
  const logger = await connectLogger(siteId, { equipment });
  await logger.ask(sample("values", clock.now(), { FFFF000131: 52.8, FFFF000400: 0, ...values }));
  return logger;
}

async function refusals(items: ChangeRequest["items"]) {
  const result = await siteStub(siteId).submitChange(
    { changeId: crypto.randomUUID(), items },
    AUTHOR,
  );
  if (result.ok || result.reason !== "refused") return [];
  return result.refusals;
}

/** Ranges of the specification, section 9, with a value within. */
const RANGES = [
  [at("0047"), 50, 300, 1],
  [at("0048"), 50, 5_000, 50],
  [at("0050"), 240, 265, 1],
  [at("0051"), 145, 200, 1],
  ["001A110057", 0, 2, 0.1],
] as const;

test.each(RANGES)(
  "%s is refused one step beyond its range with the limits",
  async (address, min, max, step) => {
    await connect({});
    const limits = { min, max, step };
    expect(await refusals([{ address, value: min - step }])).toMatchObject([
      { code: "outOfRange", address, limit: { kind: "min", ...limits } },
    ]);
    expect(await refusals([{ address, value: max + step }])).toMatchObject([
      { code: "outOfRange", address, limit: { kind: "max", ...limits } },
    ]);
    expect(await refusals([{ address, value: min + step }])).toEqual([]);
  },
);

test("a control of a socket beyond a range of the specification is a parameter error and never sent", async () => {
  const logger = await connect({});
  const { viewer } = await watch(siteId);
  for (const [address, min, max, step] of RANGES)
    for (const value of [min - step, max + step, min + step / 2]) {
      const commandId = crypto.randomUUID();
      const { body } = await viewer.ask(320, { commandId, address, value });
      expect([address, value, body]).toMatchObject([
        address,
        value,
        { result: { state: "ended", result: "parameter error" } },
      ]);
    }
  await logger.settle();
  expect(logger.inbox.filter(({ cmd }) => cmd === 320 || cmd === 322)).toEqual([]);
});

test("a charge voltage beyond the table of the battery type is refused with the limit", async () => {
  await connect({ [at("1500")]: 1, [at("1502")]: 57.6, [at("1503")]: 54 });
  expect(await refusals([{ address: at("1502"), value: 58.1 }])).toMatchObject([
    { code: "ruleBroken", address: at("1502"), limit: { rule: "charge table", max: 58 } },
  ]);
  expect(await refusals([{ address: at("1503"), value: 56 }])).toEqual([]);
});

test("a float voltage above the absorption voltage is refused", async () => {
  await connect({ [at("1500")]: 7, [at("1502")]: 54, [at("1503")]: 53 });
  expect(await refusals([{ address: at("1503"), value: 54.1 }])).toMatchObject([
    { code: "ruleBroken", address: at("1503"), limit: { rule: "order", max: 54 } },
  ]);
});

test("periods that overlap are refused as a time setting error", async () => {
  await connect({});
  const row = (place: number, values: readonly number[]) =>
    period(place).map((register, index) => ({ address: at(register), value: values[index] ?? 0 }));
  const night = row(0, [1_320, 360, 20, 1, 0, 0b1]);
  expect(await refusals([...night, ...row(1, [300, 600, 20, 0, 0, 0b10])])).toMatchObject([
    { code: "timesOverlap", address: at(periodRegister(0, "start")) },
  ]);
  expect(await refusals([...night, ...row(1, [300, 600, 20, 0, 0, 0b100])])).toEqual([]);
});

test("the recommended range of a charge voltage is that of the battery type", async () => {
  await connect({ [at("1500")]: 3 });
  const given = await siteStub(siteId).readSettings("s");
  const recommended = (register: string) =>
    given?.settings.find(({ address }) => address === at(register))?.recommended;
  expect(recommended("1502")).toEqual([56, 62]);
  expect(recommended("0047")).toEqual([90, 150]);
  expect(recommended("0050")).toBeUndefined();
});

test("a control of a socket with an asterisk is refused until the inverters are off, and nothing is sent", async () => {
  const logger = await connect({ FFFF000400: 1 });
  const { viewer } = await watch(siteId);
  const order = () => ({ commandId: crypto.randomUUID(), address: at("1500"), value: 1 });
  const refused = { cmd: 511, body: { status: 403, reason: "invertersOn" } };
  expect(await viewer.ask(320, order())).toMatchObject(refused);
  expect(await viewer.ask(322, { items: [order()] })).toMatchObject(refused);
  expect(await viewer.ask(324, order())).toMatchObject(refused);
  await logger.settle();
  expect(logger.inbox.filter(({ cmd }) => [320, 322, 324].includes(cmd))).toEqual([]);
  clock.forward(1_000);
  await logger.ask(sample("off", clock.now(), { FFFF000400: 0 }));
  expect(await viewer.ask(320, order())).toMatchObject({ cmd: 321, body: { status: 200 } });
});
