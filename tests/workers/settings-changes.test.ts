import { beforeEach, describe, expect, test } from "vitest";
import type { ChangeRequest } from "#domain/settings/change.ts";
import type { ChangeAuthor, SubmitResult } from "#protocol/settings.ts";
import { resetSwitchCounters } from "../support/reset-switch-counters.ts";
import { freezeSiteClock } from "../support/site-clock.ts";
import { DISTURBANCES, disturb } from "../support/site-inside.ts";
import { connectLogger, type Frame, type LoggerSocket, siteStub } from "../support/site-logger.ts";
import { stampOf } from "../support/viewer-browser.ts";
import { ring, watch } from "../support/viewer-socket.ts";

let clock: ReturnType<typeof freezeSiteClock>;
let siteId = 9_850;

beforeEach(async () => {
  clock = freezeSiteClock();
  siteId += 1;
  await resetSwitchCounters([stampOf().person]);
});

const AUTHOR: ChangeAuthor = {
  id: 7,
  name: "Olga Owner",
  session: "s",
  rightsVersion: 1,
  isAdvanced: false,
};

/** A type that the catalogue does not know. */
const DEVICE = "7E4401";
const at = (register: string) => DEVICE + register;
const setting = { kind: "setting", access: "rw", min: 0, max: 500, step: 1 } as const;
const REGISTERS = [
  { ...setting, register: "0001", name: "first" },
  { ...setting, register: "0002", name: "second" },
  { ...setting, register: "0003", name: "third" },
  { ...setting, register: "0004", name: "fourth", whenOff: true },
  { ...setting, register: "0005", name: "fifth", danger: "grid" },
  { ...setting, register: "0006", name: "sixth", danger: "power" },
  { ...setting, register: "0007", name: "start", group: "slot" },
  { ...setting, register: "0008", name: "end", group: "slot" },
];
const EQUIPMENT = [{ address: DEVICE, registers: REGISTERS }];

/** A device with a memory that answers the portal, with faults by address. */
class Device {
  readonly values: Record<string, number> = {};
  readonly writes: string[] = [];
  /** What the device does to the next write of a register. */
  readonly faults: Record<string, "refuse" | "ignore"> = {};
  /** Registers that refuse their old value. */
  readonly stuck = new Set<string>();
  readonly connect: object;
  logger: LoggerSocket;
  /** Whether the logger does not support queries. */
  hasNoQuery = false;
  /** Whether the logger finds a confirmed command by its own id only, not by that of its batch. */
  confirmsItems = false;
  readonly executed = new Set<unknown>();
  /** Called before each write. */
  beforeWrite = () => {};
  #read = 0;

  constructor(logger: LoggerSocket, connect: object) {
    this.logger = logger;
    this.connect = connect;
    for (const { register } of REGISTERS) this.values[at(register)] = 10;
  }

  /** Answers everything that the portal has sent, until nothing more comes. */
  async answerAll(): Promise<void> {
    for (let quiet = 0; quiet < 2; ) {
      await this.logger.settle();
      const frames = this.logger.inbox.slice(this.#read);
      this.#read = this.logger.inbox.length;
      const asked = frames.filter(({ cmd }) => [320, 322, 324, 326, 336].includes(cmd));
      quiet = asked.length === 0 ? quiet + 1 : 0;
      for (const frame of asked) this.logger.send(this.#answer(frame));
    }
  }

  take(logger: LoggerSocket): void {
    if (logger !== this.logger) this.#read = 0;
    this.logger = logger;
  }

  #answer(frame: Frame): object {
    const { cmd, id } = frame;
    if (cmd === 326) {
      const isKnown = !this.confirmsItems || this.executed.has(frame.of);
      return { cmd: 327, id, status: isKnown ? 200 : 404 };
    }
    if (cmd === 336) {
      if (this.hasNoQuery) return { cmd: 511, id, status: 501 };
      const addresses = frame.addresses as string[];
      const values = Object.fromEntries(addresses.map((one) => [one, this.values[one] ?? null]));
      return { cmd: 337, id, status: 200, values };
    }
    const items = (frame.items ?? [frame]) as { id: string; address: string; value: number }[];
    const isRefused = items.some(({ address }) => this.faults[address] !== undefined);
    const answers = items.map((item) => this.#write(item, frame.atomic === true && isRefused));
    return cmd === 322 ? { cmd: 323, id, items: answers } : { cmd: cmd + 1, ...answers[0] };
  }

  #write({ id, address, value }: { id: string; address: string; value: number }, isVoid: boolean) {
    const fault = this.stuck.has(address) && value === 10 ? "refuse" : this.faults[address];
    if (isVoid || fault === "refuse") {
      delete this.faults[address];
      return { cmd: 321, id, status: 500, result: "configuration failed" };
    }
    this.beforeWrite();
    this.writes.push(`${address}=${value}`);
    this.executed.add(id);
    if (fault !== "ignore") this.values[address] = value;
    delete this.faults[address];
    return { cmd: 321, id, status: 200, result: "success", value: this.values[address] };
  }
}

async function connectDevice(connect: object = {}): Promise<Device> {
  const given = { equipment: EQUIPMENT, ...connect };
  return new Device(await connectLogger(siteId, given), given);
}

function submit(
  items: ChangeRequest["items"],
  more: Partial<ChangeRequest> = {},
  author: Partial<ChangeAuthor> = {},
): Promise<SubmitResult> {
  const request = { changeId: crypto.randomUUID(), items, ...more };
  return siteStub(siteId).submitChange(request, { ...AUTHOR, ...author });
}

async function submitted(...given: Parameters<typeof submit>): Promise<string> {
  const result = await submit(...given);
  if (!result.ok) throw new Error(`refused: ${JSON.stringify(result)}`);
  return result.change.changeId;
}

async function refusals(...given: Parameters<typeof submit>) {
  const result = await submit(...given);
  if (result.ok || result.reason !== "refused") return result;
  return result.refusals.map(({ code, address }) => [code, address]);
}

async function changeOf(changeId: string) {
  const { changes } = await siteStub(siteId).readChanges({ page: 1, size: 1, changeId });
  const [change] = changes;
  if (change === undefined) throw new Error("no such change");
  return change;
}

const two = [
  { address: at("0001"), value: 20 },
  { address: at("0002"), value: 30 },
];

describe.each(DISTURBANCES)("across %s", (disturbance) => {
  test("a change is read, written in order, read back and held", async () => {
    const device = await connectDevice();
    const changeId = await submitted(two, { reason: "winter" });
    device.take(await disturb(siteId, disturbance, device.logger, device.connect));
    await device.answerAll();
    expect(await changeOf(changeId)).toMatchObject({
      state: "read back",
      result: "success",
      reason: "winter",
      items: [
        { from: 10, value: 20, readBack: 20, result: "success", held: null },
        { from: 10, value: 30, readBack: 30, result: "success", held: null },
      ],
    });
    expect(device.writes).toEqual([`${at("0001")}=20`, `${at("0002")}=30`]);
    clock.forward(90_000);
    await ring(siteId);
    device.take(await disturb(siteId, disturbance, device.logger, device.connect));
    await device.answerAll();
    expect(await changeOf(changeId)).toMatchObject({
      state: "held",
      result: "success",
      items: [{ held: true }, { held: true }],
    });
    expect(device.writes).toHaveLength(2);
  });

  test("an atomic change without the feature is rolled back in reverse order", async () => {
    const device = await connectDevice();
    device.faults[at("0003")] = "refuse";
    const items = [...two, { address: at("0003"), value: 40 }];
    const changeId = await submitted(items, { atomic: true });
    await device.logger.settle();
    device.take(await disturb(siteId, disturbance, device.logger, device.connect));
    await device.answerAll();
    expect(await changeOf(changeId)).toMatchObject({ state: "ended", result: "rolled back" });
    expect(device.values).toMatchObject({ [at("0001")]: 10, [at("0002")]: 10, [at("0003")]: 10 });
    const undone = [`${at("0002")}=10`, `${at("0001")}=10`];
    expect(device.writes.slice(2)).toEqual(undone);
  });
});

test("an atomic change is one frame for a logger with the feature", async () => {
  const device = await connectDevice({ features: ["atomic"] });
  device.faults[at("0002")] = "refuse";
  const failed = await submitted(two, { atomic: true });
  await device.answerAll();
  expect(await changeOf(failed)).toMatchObject({ result: "failed" });
  expect(device.writes).toEqual([]);
  const changeId = await submitted(two, { atomic: true });
  await device.answerAll();
  expect(await changeOf(changeId)).toMatchObject({ state: "read back", result: "success" });
  expect(device.logger.inbox.filter(({ cmd }) => cmd === 322)).toHaveLength(2);
  expect(device.logger.inbox.findLast(({ cmd }) => cmd === 322)).toMatchObject({ atomic: true });
});

test("an atomic change is rolled back on a logger without queries, by writing all old values", async () => {
  const device = await connectDevice();
  const uploaded = { [at("0001")]: [10], [at("0002")]: [10], [at("0003")]: [10] };
  device.logger.send({ cmd: 260, id: "b", times: [clock.now()], values: uploaded });
  device.hasNoQuery = true;
  device.faults[at("0003")] = "refuse";
  const items = [...two, { address: at("0003"), value: 40 }];
  await device.logger.settle();
  const changeId = await submitted(items, { atomic: true });
  await device.answerAll();
  expect(await changeOf(changeId)).toMatchObject({ state: "ended", result: "rolled back" });
  const undone = ["0003", "0002", "0001"].map((register) => `${at(register)}=10`);
  expect(device.writes.slice(2)).toEqual(undone);
});

test("a rollback that fails is mixed until a user has looked at it", async () => {
  const device = await connectDevice();
  device.faults[at("0002")] = "refuse";
  device.stuck.add(at("0001"));
  const changeId = await submitted(two, { atomic: true });
  await device.answerAll();
  expect(await changeOf(changeId)).toMatchObject({ result: "mixed", seen: false });
  expect(device.values).toMatchObject({ [at("0001")]: 20, [at("0002")]: 10 });
  const stub = siteStub(siteId);
  const faults = async () => (await stub.readChanges({ page: 1, size: 1 })).faults;
  expect(await faults()).toBe(1);
  expect(await stub.markChangesSeen([changeId], { id: 7, name: "Olga Owner" })).toBe(1);
  expect(await faults()).toBe(0);
  expect(await changeOf(changeId)).toMatchObject({ result: "mixed", seen: true });
});

test("a change of 100 registers succeeds on a logger that needs two seconds for each write", async () => {
  const numbers = Array.from({ length: 100 }, (_, index) => String(1_000 + index));
  const registers = numbers.map((register) => ({ ...setting, register, name: `n${register}` }));
  const device = await connectDevice({ equipment: [{ address: DEVICE, registers }] });
  for (const number of numbers) device.values[at(number)] = 10;
  device.beforeWrite = () => clock.forward(2_000);
  const started = clock.now();
  const changeId = await submitted(numbers.map((number) => ({ address: at(number), value: 20 })));
  await device.answerAll();
  const change = await changeOf(changeId);
  expect(change).toMatchObject({ state: "read back", result: "success" });
  expect(change.items.filter(({ result }) => result !== "success")).toEqual([]);
  expect(device.writes).toHaveLength(100);
  expect(clock.now() - started).toBeGreaterThanOrEqual(200_000);
});

test("another value than expected is a conflict, and nothing is written", async () => {
  const device = await connectDevice();
  const [first, second] = two as [(typeof two)[0], (typeof two)[0]];
  device.values[first.address] = 10;
  const primed = await submitted([{ ...first, value: 11 }]);
  await device.answerAll();
  expect(await changeOf(primed)).toMatchObject({ result: "success" });
  const stale = [{ ...first, expected: 10 }, second];
  expect(await refusals(stale)).toEqual([["conflict", first.address]]);
  // A value that is set at the device after the last report is found by the read before the write.
  device.values[first.address] = 77;
  const changeId = await submitted([{ ...first, expected: 11 }, second]);
  await device.answerAll();
  expect(await changeOf(changeId)).toMatchObject({
    result: "conflict",
    items: [{ result: "conflict", from: 77 }, { result: "not sent" }],
  });
  expect(device.writes).toEqual([`${first.address}=11`]);
});

test("an equal value is not sent, and a thousand equal saves write nothing", async () => {
  const device = await connectDevice();
  const [first] = two as [(typeof two)[0]];
  await submitted([first]);
  await device.answerAll();
  for (let count = 0; count < 1_000; count++)
    expect(await refusals([first])).toEqual([["notModified", null]]);
  await device.answerAll();
  expect(device.writes).toHaveLength(1);
});

test("a value that the device puts back is reverted by device, never held", async () => {
  const device = await connectDevice();
  const changeId = await submitted(two);
  await device.answerAll();
  device.values[at("0001")] = 10;
  clock.forward(90_000);
  await ring(siteId);
  await device.answerAll();
  expect(await changeOf(changeId)).toMatchObject({
    state: "ended",
    result: "partial",
    items: [{ held: false, result: "reverted by device" }, { held: true }],
  });
});

test("the write budget stops a register at ten a day, until the register is named", async () => {
  const device = await connectDevice();
  for (let value = 100; value < 110; value++) {
    await submitted([{ address: at("0001"), value }]);
    await device.answerAll();
  }
  const next = [{ address: at("0001"), value: 200 }];
  expect(await refusals(next)).toEqual([["writeLimit", at("0001")]]);
  expect(await refusals(next, { confirmWear: { [at("0001")]: "second" } })).toEqual([
    ["writeLimit", at("0001")],
  ]);
  await submitted(next, { confirmWear: { [at("0001")]: "first" } });
  await device.answerAll();
  expect(device.writes).toHaveLength(11);
  const settings = await siteStub(siteId).readSettings("s");
  const first = settings?.settings.find(({ address }) => address === at("0001"));
  expect(first).toMatchObject({ value: 200, writes: 11, writesToday: 11 });
});

test("locks, remote control, unattended mode, inverters and groups refuse a change before it is sent", async () => {
  const device = await connectDevice();
  const stub = siteStub(siteId);
  const author = { id: 7, name: "Olga Owner" };
  expect(await refusals([{ address: at("0004"), value: 20 }])).toEqual([
    ["invertersOn", at("0004")],
  ]);
  expect(await refusals([{ address: at("0007"), value: 20 }])).toEqual([
    ["groupIncomplete", at("0007")],
  ]);
  expect(await refusals([{ address: at("0001"), value: 501 }])).toEqual([
    ["outOfRange", at("0001")],
  ]);
  expect(await refusals([{ address: at("0099"), value: 1 }])).toEqual([
    ["unknownRegister", at("0099")],
  ]);
  await stub.setSettingLocks({ isUnattended: true }, author);
  expect(await refusals([{ address: at("0005"), value: 20 }])).toEqual([
    ["unattended", at("0005")],
  ]);
  await stub.setSettingLocks({ isUnattended: false, isLocked: true }, author);
  expect(await refusals(two)).toEqual([["locked", null]]);
  const { viewer } = await watch(siteId);
  const control = { commandId: crypto.randomUUID(), address: at("0001"), value: 20 };
  expect(await viewer.ask(320, control)).toMatchObject({
    cmd: 511,
    body: { status: 403, reason: "locked" },
  });
  await stub.setSettingLocks({ isLocked: false }, author);
  device.take(await connectLogger(siteId, { ...device.connect, remoteControl: false }));
  expect(await refusals(two)).toEqual([["remoteControlOff", null]]);
  await device.answerAll();
  expect(device.writes).toEqual([]);
});

test("the advanced password is required, valid for ten minutes, and tried five times in fifteen", async () => {
  const device = await connectDevice();
  const stub = siteStub(siteId);
  await stub.setAdvancedPassword("hash", { id: 7, name: "Olga Owner" });
  expect(await refusals(two)).toEqual([["passwordRequired", null]]);
  await stub.enterAdvanced(7, "s");
  await submitted(two);
  await device.answerAll();
  clock.forward(10 * 60_000);
  expect(await refusals([{ address: at("0001"), value: 25 }])).toEqual([
    ["passwordRequired", null],
  ]);
  for (let attempt = 0; attempt < 5; attempt++)
    expect(await stub.tryAdvancedPassword(7)).toEqual({ ok: true, hash: "hash" });
  expect(await stub.tryAdvancedPassword(7)).toMatchObject({ ok: false, reason: "tooMany" });
  expect(await stub.tryAdvancedPassword(8)).toMatchObject({ ok: true });
  clock.forward(15 * 60_000);
  expect(await stub.tryAdvancedPassword(7)).toMatchObject({ ok: true });
});

test("a control of a viewer needs the advanced password, unless its user has the hidden-setting flag", async () => {
  await connectDevice();
  await siteStub(siteId).setAdvancedPassword("hash", { id: 7, name: "Olga Owner" });
  const ask = async (who: Parameters<typeof watch>[1]) => {
    const { viewer } = await watch(siteId, who);
    return viewer.ask(320, { commandId: crypto.randomUUID(), address: at("0001"), value: 20 });
  };
  const refused = { body: { status: 403, reason: "passwordRequired" } };
  expect(await ask({})).toMatchObject(refused);
  expect(await ask({ skipsPassword: true })).toMatchObject({ cmd: 321, body: { status: 200 } });
});

test("a change that may interrupt the power is confirmed, so that the device does not revert it", async () => {
  const device = await connectDevice({ features: ["revert"] });
  const changeId = await submitted([{ address: at("0006"), value: 20 }]);
  await device.answerAll();
  expect(await changeOf(changeId)).toMatchObject({ result: "success", revertAfter: 300 });
  const sent = device.logger.inbox.find(({ cmd }) => cmd === 320);
  expect(sent).toMatchObject({ revertAfter: 300 });
  expect(device.logger.inbox.find(({ cmd }) => cmd === 326)).toMatchObject({ of: sent?.id });
  clock.forward(90_000);
  await ring(siteId);
  await device.answerAll();
  expect(await changeOf(changeId)).toMatchObject({ state: "held" });
});

test("an address that the logger alone describes is written with a time to revert", async () => {
  const address = { ...setting, register: "0009", name: "busAddress" };
  const device = await connectDevice({
    features: ["revert"],
    equipment: [{ address: DEVICE, registers: [...REGISTERS, address] }],
  });
  const items = [{ address: at("0009"), value: 20 }];
  // The items of an atomic change are confirmed together, after the last one.
  const many = ["0001", "0002", "0003", "0005", "0006", "0007"].map((register) => ({
    ...{ address: at(register), value: 20 },
  }));
  const other = { address: at("0008"), value: 30 };
  const changes = [await submitted(items), await submitted([...many, other], { atomic: true })];
  await device.answerAll();
  expect(await changeOf(changes[0] ?? "")).toMatchObject({ result: "success", revertAfter: 300 });
  expect(await changeOf(changes[1] ?? "")).toMatchObject({ result: "success", revertAfter: 420 });
  expect(device.logger.inbox.find(({ cmd }) => cmd === 320)).toMatchObject({ revertAfter: 300 });
});

test("a batch is confirmed by the ids of its commands if the logger does not know that of its frame", async () => {
  const device = await connectDevice({ features: ["atomic", "revert"] });
  device.confirmsItems = true;
  const changeId = await submitted(two, { atomic: true, revertAfter: 600 });
  await device.answerAll();
  const confirmed = device.logger.inbox.filter(({ cmd }) => cmd === 326).map(({ of }) => of);
  const sent = device.logger.inbox.find(({ cmd }) => cmd === 322);
  expect(confirmed).toEqual([sent?.id, ...device.executed]);
  expect(device.executed.size).toBe(2);
  // An unconfirmed value would be read only after the device might have reverted it.
  clock.forward(90_000);
  await ring(siteId);
  await device.answerAll();
  expect(await changeOf(changeId)).toMatchObject({ state: "held" });
});

test("a control of a viewer is a change of its own, with its second read", async () => {
  const device = await connectDevice();
  const { viewer } = await watch(siteId);
  const commandId = crypto.randomUUID();
  await viewer.ask(320, { commandId, address: at("0001"), value: 20 });
  await device.answerAll();
  for (let half = 0; half < 3; half++) {
    clock.forward(30_000);
    await viewer.beat();
  }
  await ring(siteId);
  await device.answerAll();
  const { changes } = await siteStub(siteId).readChanges({
    page: 1,
    size: 10,
    address: at("0001"),
  });
  expect(changes).toMatchObject([{ state: "held", items: [{ address: at("0001"), held: true }] }]);
  await viewer.beat();
  const last = viewer.messages.inbox.findLast(({ cmd, tag }) => cmd === 321 && tag === "");
  expect(last?.body).toMatchObject({ commandId, result: "success", held: true });
});

test("the settings are read after the first connection, and drift is found on the next day", async () => {
  const device = await connectDevice();
  const stub = siteStub(siteId);
  clock.forward(4 * 60_000);
  await ring(siteId);
  await device.answerAll();
  expect(await stub.listSnapshots()).toMatchObject([
    {
      ...{ reason: "first connection", count: REGISTERS.length },
      equipment: [{ address: at("").slice(0, 6), versions: {} }],
    },
  ]);
  device.values[at("0003")] = 99;
  clock.forward(24 * 3_600_000);
  device.take(await connectLogger(siteId, device.connect));
  await ring(siteId);
  await device.answerAll();
  const settings = await stub.readSettings("s");
  expect(settings?.settings.find(({ address }) => address === at("0003"))).toMatchObject({
    value: 99,
    drift: { from: 10, to: 99 },
  });
  const journal = await stub.readJournal({ page: 1, size: 5, kinds: ["setting"] });
  expect(journal.rows).toMatchObject([
    { what: "setting.drifted", details: { address: at("0003"), from: 10, to: 99 } },
  ]);
  expect(await stub.listSnapshots()).toHaveLength(2);
});

test("a drift over several changes lasts from the first value, and ends when the value is back", async () => {
  const device = await connectDevice();
  const stub = siteStub(siteId);
  clock.forward(4 * 60_000);
  await ring(siteId);
  await device.answerAll();
  const drifts: unknown[] = [];
  for (const value of [99, 50, 10]) {
    device.values[at("0003")] = value;
    clock.forward(24 * 3_600_000);
    device.take(await connectLogger(siteId, device.connect));
    await ring(siteId);
    await device.answerAll();
    const settings = await stub.readSettings("s");
    const drift = settings?.settings.find(({ address }) => address === at("0003"))?.drift;
    drifts.push(drift && [drift.from, drift.to]);
  }
  expect(drifts).toEqual([[10, 99], [10, 50], null]);
  const journal = await stub.readJournal({ page: 1, size: 5, kinds: ["setting"] });
  const changes = journal.rows.map(({ what, details }) => [what, details.from, details.to]);
  expect(changes).toEqual([
    ["setting.drifted", 50, 10],
    ["setting.drifted", 99, 50],
    ["setting.drifted", 10, 99],
  ]);
});
