import { beforeAll, beforeEach, expect, test } from "vitest";
import type { RegisterValue } from "#domain/registers/register.ts";
import type { ChangeRecord } from "#domain/settings/change.ts";
import type { ChangeRefusal } from "#domain/settings/check-change.ts";
import { SECOND_MS } from "#domain/units/durations.ts";
import { callAs, signIn } from "../support/call-api.ts";
import { resetSwitchCounters } from "../support/reset-switch-counters.ts";
import { ALPHA, seedUsers } from "../support/seed-users.ts";
import { SettingDevice } from "../support/setting-device.ts";
import { freezeSiteClock } from "../support/site-clock.ts";
import { connectLogger, type Frame, sample } from "../support/site-logger.ts";
import {
  CHARGE_RANGES,
  REGISTER_RANGES,
  type SpecifiedCharge,
  SYSTEM_OF_ALL_TIMERS,
} from "../support/specified-ranges.ts";
import { stampOf } from "../support/viewer-browser.ts";
import { watch } from "../support/viewer-socket.ts";

const CHANGE = "/site/v2/setting/change";
const OWNER_ID = 1;
/** A site that only its socket reaches. */
const SOCKET_SITE = 96_000;
/** 12 V blocks of a battery with the measured voltage. */
const BLOCKS = 4;
const BATTERY_VOLTAGE = { FFFF000131: 52.8 };
const WRITES = [320, 322, 324];

let clock: ReturnType<typeof freezeSiteClock>;
let owner = "";

beforeAll(async () => {
  await seedUsers();
  owner = await signIn("owner");
});
beforeEach(async () => {
  clock = freezeSiteClock();
  await resetSwitchCounters([OWNER_ID, stampOf().person]);
});

type Item = { address: string; value: number };
type Charge = Record<"batteryType" | "absorption" | "float" | "rate", string>;

const rw = (register: string) => ({ register, kind: "setting", access: "rw" });
const addressOf = ({ typeCode, register }: { typeCode: string; register: string }) =>
  `${typeCode}11${register}`;
const round = (value: number) => Number(value.toFixed(2));

/** Addresses of the charge settings of the charger with a battery of this type. */
function chargerOf({ batteryType }: SpecifiedCharge): Charge {
  const device = `00332${batteryType}`;
  return {
    batteryType: `${device}1500`,
    absorption: `${device}1502`,
    float: `${device}1503`,
    rate: `${device}1504`,
  };
}

/** Equipment with all registers that the specification limits, described without limits of its own. */
const EQUIPMENT = [
  { address: "FFFF00", registers: [{ register: "0131", kind: "gauge", access: "r" }] },
  ...[...Map.groupBy(REGISTER_RANGES, ({ typeCode }) => typeCode)].map(([typeCode, ranges]) => ({
    ...{ address: `${typeCode}11`, typeCode },
    registers: ranges.map(({ register }) => rw(register)),
  })),
  ...CHARGE_RANGES.map(({ batteryType }) => ({
    ...{ address: `00332${batteryType}`, typeCode: "0033" },
    registers: ["1500", "1502", "1503", "1504"].map(rw),
  })),
];

/** Values from which each end of each range is a change that breaks no other rule. */
const INITIAL: Record<string, RegisterValue> = {
  ...BATTERY_VOLTAGE,
  ...Object.fromEntries(
    REGISTER_RANGES.map((range) => [addressOf(range), range.min + 2 * range.step]),
  ),
  ...Object.fromEntries(
    CHARGE_RANGES.flatMap((charge) => {
      const { batteryType, absorption, float, rate } = chargerOf(charge);
      return [
        [batteryType, charge.batteryType],
        [absorption, round(charge.absorption[1] * BLOCKS)],
        [float, 40],
        [rate, 0.1],
      ];
    }),
  ),
};

/** A device that takes a second for each answer, so that it stays within the budget of frames. */
class SlowDevice extends SettingDevice {
  override answer(frame: Frame): object {
    clock.forward(SECOND_MS);
    return super.answer(frame);
  }
}

/** Connects a device with all of the registers. */
async function connect(siteId: number): Promise<SettingDevice> {
  const logger = await connectLogger(siteId, {
    equipment: EQUIPMENT,
    systemType: SYSTEM_OF_ALL_TIMERS,
  });
  await logger.ask(sample("values", clock.now(), INITIAL));
  return new SlowDevice(logger, INITIAL);
}

/** Items beyond each end of each register's range and between its steps, by the limit that they break. */
const BEYOND = {
  min: REGISTER_RANGES.map((range) => ({ range, value: range.min - range.step })),
  max: REGISTER_RANGES.map((range) => ({ range, value: range.max + range.step })),
  step: REGISTER_RANGES.map((range) => ({ range, value: range.min + range.step / 2 })),
} as const;

/** The ends of the charge settings, V of the whole battery and 1/h, with the step of their registers. */
const CHARGE_ENDS = (
  [
    ["absorption", "min", 0.1],
    ["absorption", "max", 0.1],
    ["float", "min", 0.1],
    ["float", "max", 0.1],
    ["rate", "max", 0.01],
  ] as const
).map(([name, end, step]) => ({
  end,
  /** One for each battery type, with the value one step beyond. */
  items: CHARGE_RANGES.map((charge) => {
    const { absorption, float, maxRate } = charge;
    const ranges = { absorption, float, rate: [0, maxRate / BLOCKS] };
    const limit = round((ranges[name][end === "min" ? 0 : 1] ?? 0) * BLOCKS);
    const beyond = round(end === "min" ? limit - step : limit + step);
    return { address: chargerOf(charge)[name], limit, beyond };
  }),
}));

async function submit(items: readonly Item[]) {
  const { status, body } = await callAs(owner, CHANGE, {
    ...{ id: ALPHA, changeId: crypto.randomUUID(), items },
  });
  const { refusals = [], changeId = "" } = (body.data ?? {}) as Partial<ChangeRecord> & {
    refusals?: ChangeRefusal[];
  };
  return { status, message: body.message, refusals, changeId };
}

async function resultOf(changeId: string) {
  const { body } = await callAs(owner, "/site/v2/setting/changes", { id: ALPHA, changeId });
  const { list } = body.data as { list: ChangeRecord[] };
  return list[0]?.result;
}

/** Number of frames that write something. */
const countWrites = ({ logger }: SettingDevice) =>
  logger.inbox.filter(({ cmd }) => WRITES.includes(cmd)).length;

test("the API refuses every range of the specification one step beyond it, names the limit, and sends nothing", async () => {
  const device = await connect(ALPHA);
  for (const [kind, cases] of Object.entries(BEYOND)) {
    const items = cases.map(({ range, value }) => ({ address: addressOf(range), value }));
    const { status, message, refusals } = await submit(items);
    expect([kind, status, message]).toEqual([
      kind,
      422,
      "The value is outside the range of this setting",
    ]);
    expect(refusals).toMatchObject(
      cases.map(({ range: { min, max, step, ...range } }) => ({
        ...{ code: "outOfRange", address: addressOf(range), limit: { kind, min, max, step } },
      })),
    );
  }
  for (const { end, items } of CHARGE_ENDS) {
    const asked = items.map(({ address, beyond }) => ({ address, value: beyond }));
    const { status, refusals } = await submit(asked);
    expect(status).toBe(422);
    for (const { address, limit } of items)
      expect(refusals.find((refusal) => refusal.address === address)).toMatchObject({
        limit: { [end]: limit },
      });
  }
  await device.answerAll();
  expect(countWrites(device)).toBe(0);
});

test("the API accepts both ends of every range, and the logger gets them", async () => {
  const device = await connect(ALPHA);
  const ends = [
    REGISTER_RANGES.map((range) => ({ address: addressOf(range), value: range.min })),
    REGISTER_RANGES.map((range) => ({ address: addressOf(range), value: range.max })),
    ...CHARGE_ENDS.map(({ items }) =>
      items.map(({ address, limit }) => ({ address, value: limit })),
    ),
  ];
  for (const items of ends) {
    const { status, refusals, changeId } = await submit(items);
    expect([status, refusals]).toEqual([200, []]);
    await device.answerAll();
    expect(await resultOf(changeId)).toBe("success");
    expect(device.values).toMatchObject(
      Object.fromEntries(items.map(({ address, value }) => [address, value])),
    );
  }
  const written = ends.flat().map(({ address, value }) => `${address}=${value}`);
  expect(device.writes.toSorted()).toEqual(written.toSorted());
});

const asCommands = (items: readonly Item[]) =>
  items.map((item) => ({ commandId: crypto.randomUUID(), ...item }));

test("a socket refuses every range one step beyond it, alone and in a batch, and sends nothing", async () => {
  const device = await connect(SOCKET_SITE);
  for (const cases of Object.values(BEYOND)) {
    const { viewer } = await watch(SOCKET_SITE);
    const items = asCommands(
      cases.map(({ range, value }) => ({ address: addressOf(range), value })),
    );
    const { cmd, body } = await viewer.ask(322, { items });
    expect({ cmd, ...body }).toMatchObject({
      ...{ cmd: 323, status: 200 },
      result: items.map((item) => ({ ...item, state: "ended", result: "parameter error" })),
    });
    const [item] = asCommands([{ address: items[0]?.address ?? "", value: items[0]?.value ?? 0 }]);
    for (const cmd of [320, 324])
      expect(await viewer.ask(cmd, item)).toMatchObject({
        ...{ cmd: cmd + 1, body: { result: { state: "ended", result: "parameter error" } } },
      });
    viewer.socket.close(1000);
  }
  for (const { end, items } of CHARGE_ENDS) {
    const { viewer } = await watch(SOCKET_SITE);
    for (const { address, limit, beyond } of items) {
      const [item] = asCommands([{ address, value: beyond }]);
      const { cmd, body } = await viewer.ask(320, item);
      // A rate above that of all types breaks the range of the register itself.
      if (cmd === 321) expect(body).toMatchObject({ result: { result: "parameter error" } });
      else
        expect([cmd, body]).toMatchObject([
          511,
          { status: 403, reason: "ruleBroken", address, limit: { [end]: limit } },
        ]);
      expect(cmd === 321).toBe(beyond > 1 && address.endsWith("1504"));
    }
    viewer.socket.close(1000);
  }
  await device.answerAll();
  expect(countWrites(device)).toBe(0);
});

test("a socket accepts both ends of every range, and the logger gets them", async () => {
  const device = await connect(SOCKET_SITE);
  const { viewer } = await watch(SOCKET_SITE);
  const ends = (["min", "max"] as const)
    .map((end) =>
      REGISTER_RANGES.map((range) => ({ address: addressOf(range), value: range[end] })),
    )
    .concat(
      CHARGE_ENDS.map(({ items }) =>
        items.map(({ address, limit }) => ({ address, value: limit })),
      ),
    );
  for (const items of ends) {
    const { cmd, body } = await viewer.ask(322, { items: asCommands(items) });
    expect({ cmd, status: body.status, reason: body.reason }).toEqual({ cmd: 323, status: 200 });
    await device.answerAll();
    expect(device.values).toMatchObject(
      Object.fromEntries(items.map(({ address, value }) => [address, value])),
    );
  }
  expect(device.writes).toHaveLength(ends.flat().length);
});
