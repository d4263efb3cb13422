import { runInDurableObject } from "cloudflare:test";
import { beforeEach, expect, test } from "vitest";
import type { ChangeRequest } from "#domain/settings/change.ts";
import type { ChangeAuthor } from "#protocol/settings.ts";
import { resetSwitchCounters } from "../support/reset-switch-counters.ts";
import { connectDevice, type SettingDevice } from "../support/setting-device.ts";
import { freezeSiteClock } from "../support/site-clock.ts";
import { connectLogger, sample, siteStub } from "../support/site-logger.ts";
import { stampOf } from "../support/viewer-browser.ts";
import { ring, watch } from "../support/viewer-socket.ts";

let clock: ReturnType<typeof freezeSiteClock>;
let siteId = 17_700;

beforeEach(async () => {
  clock = freezeSiteClock();
  siteId += 1;
  await resetSwitchCounters([stampOf().person]);
});

const AUTHOR: ChangeAuthor = {
  ...{ id: 7, name: "Olga Owner", session: "s", rightsVersion: 1, isAdvanced: false },
};

/** A type that the catalogue does not know. */
const DEVICE = "7E4401";
const at = (register: string) => DEVICE + register;
const setting = { kind: "setting", access: "rw", min: 0, max: 500, step: 1 } as const;
const REGISTERS = [
  { ...setting, register: "0001" },
  { ...setting, register: "0002" },
  { ...setting, register: "0003" },
  { ...setting, register: "0004", stored: false },
  { register: "0005", kind: "text", access: "rw", secret: true, initial: "old" } as const,
];
const [FIRST, SECOND, THIRD, VOLATILE, SECRET] = ["0001", "0002", "0003", "0004", "0005"].map(
  at,
) as [string, string, string, string, string];

const connect = (more: object = {}) => connectDevice(siteId, DEVICE, REGISTERS, more);

function submit(items: ChangeRequest["items"], more: Partial<ChangeRequest> = {}) {
  const request = { changeId: crypto.randomUUID(), items, ...more };
  return siteStub(siteId).submitChange(request, AUTHOR);
}

async function submitted(...given: Parameters<typeof submit>): Promise<string> {
  const result = await submit(...given);
  if (!result.ok) throw new Error(`refused: ${JSON.stringify(result)}`);
  return result.change.changeId;
}

async function changeOf(changeId: string) {
  const { changes } = await siteStub(siteId).readChanges({ page: 1, size: 1, changeId });
  return changes[0];
}

/** Lets the portal learn the values of all settings. */
async function learnAll(device: SettingDevice): Promise<void> {
  clock.forward(4 * 60_000);
  await ring(siteId);
  await device.answerAll();
}

const settingOf = async (address: string) =>
  (await siteStub(siteId).readSettings("s"))?.settings.find((one) => one.address === address);

const order = (address: string, value: number) => ({
  ...{ commandId: crypto.randomUUID(), address, value },
});

test("commands that wait for a logger count for the write budget", async () => {
  const device = await connect();
  device.logger.socket.close(1000);
  const { viewer } = await watch(siteId);
  const answers: number[] = [];
  for (let value = 100; value < 130; value++) {
    const { body } = await viewer.ask(320, order(FIRST, value));
    answers.push(Number(body.status));
  }
  expect(answers.filter((status) => status === 200)).toHaveLength(10);
  device.take(
    await connectLogger(siteId, { equipment: [{ address: DEVICE, registers: REGISTERS }] }),
  );
  await device.answerAll();
  expect(device.counts.get(FIRST)).toBe(10);
  expect(await settingOf(FIRST)).toMatchObject({ writes: 10 });
});

test("a batch that writes one register again and again counts each write", async () => {
  const device = await connect();
  const { viewer } = await watch(siteId);
  const items = Array.from({ length: 11 }, (_, index) => order(FIRST, 100 + index));
  expect((await viewer.ask(322, { items })).body).toMatchObject({
    ...{ status: 429, reason: "writeLimit", address: FIRST },
  });
  expect((await viewer.ask(322, { items: items.slice(0, 10) })).cmd).toBe(323);
  await device.answerAll();
  expect(device.counts.get(FIRST)).toBe(10);
});

test("a batch with a value that its register has already is not sent", async () => {
  const device = await connect();
  await learnAll(device);
  const { viewer } = await watch(siteId);
  const items = [order(FIRST, 10), order(SECOND, 20)];
  expect((await viewer.ask(322, { items })).body).toMatchObject({
    ...{ status: 409, reason: "notModified", address: FIRST },
  });
  await device.answerAll();
  expect(device.writes).toEqual([]);
});

test("the old value can be written again while a new one is on its way", async () => {
  const device = await connect();
  await learnAll(device);
  const { viewer } = await watch(siteId);
  expect((await viewer.ask(320, order(FIRST, 20))).cmd).toBe(321);
  expect((await viewer.ask(320, order(FIRST, 20))).body).toMatchObject({ reason: "notModified" });
  expect((await viewer.ask(320, order(FIRST, 10))).cmd).toBe(321);
  await device.answerAll();
  expect(device.writes).toEqual([`${FIRST}=20`, `${FIRST}=10`]);
});

test("writes of volatile settings do not use up the budget of their device", async () => {
  const device = await connect();
  const { viewer } = await watch(siteId);
  const items = Array.from({ length: 120 }, (_, index) => order(VOLATILE, 100 + index));
  expect((await viewer.ask(322, { items })).cmd).toBe(323);
  await device.answerAll();
  expect(device.counts.get(VOLATILE)).toBe(120);
  await submitted([{ address: FIRST, value: 20 }]);
  await device.answerAll();
  expect(device.counts.get(FIRST)).toBe(1);
});

test("repeated answers count no write back, and old values are not learned from them", async () => {
  const device = await connect();
  await submitted([{ address: FIRST, value: 20 }]);
  await device.answerAll();
  const read = device.logger.inbox.find(({ cmd }) => cmd === 336);
  device.refused.add(FIRST);
  await submitted([{ address: FIRST, value: 30 }]);
  await device.answerAll();
  const sent = device.logger.inbox.findLast(({ cmd }) => cmd === 320);
  const refusal = { cmd: 321, id: sent?.id, status: 400, result: "parameter error" };
  for (let count = 0; count < 5; count++) device.logger.send(refusal);
  device.logger.send({ cmd: 337, id: read?.id, status: 200, values: { [FIRST]: 10 } });
  await device.answerAll();
  expect(await settingOf(FIRST)).toMatchObject({ value: 20, writes: 1, drift: null });
});

test("a reconnection does not bring back a value that the panel has replaced", async () => {
  const device = await connect();
  await submitted([{ address: FIRST, value: 20 }]);
  await device.answerAll();
  // The panel sets the register, which a sample shows after the margin for older uploads.
  clock.forward(11 * 60_000);
  device.values[FIRST] = 333;
  const sample = { cmd: 260, id: "panel", start: clock.now(), step: 1_000, count: 1 };
  await device.logger.ask({ ...sample, values: { [FIRST]: [333] } });
  expect(await settingOf(FIRST)).toMatchObject({ value: 333, drift: { from: 20, to: 333 } });
  device.take(
    await connectLogger(siteId, { equipment: [{ address: DEVICE, registers: REGISTERS }] }),
  );
  expect(await settingOf(FIRST)).toMatchObject({ value: 333, drift: { from: 20, to: 333 } });
});

test("a change takes one snapshot, before its first write", async () => {
  const device = await connect();
  await submitted([FIRST, SECOND, THIRD].map((address) => ({ address, value: 20 })));
  await device.answerAll();
  expect(device.writes).toHaveLength(3);
  expect(await siteStub(siteId).listSnapshots()).toMatchObject([
    { reason: "before change", count: 3 },
  ]);
});

test("the first snapshot has the values from before a change that was made earlier", async () => {
  const device = await connect();
  const changeId = await submitted([{ address: FIRST, value: 20 }]);
  await device.answerAll();
  expect(await changeOf(changeId)).toMatchObject({ result: "success" });
  const stub = siteStub(siteId);
  const before = await stub.listSnapshots();
  expect(before).toMatchObject([{ reason: "before change", count: 1 }]);
  // The settings are read within four minutes.
  for (let minute = 0; minute < 4; minute++) {
    clock.forward(60_000);
    await device.answerAll();
    await ring(siteId);
    await device.answerAll();
  }
  const [first] = await stub.listSnapshots();
  expect(first).toMatchObject({ reason: "first connection", count: 4 });
  const values = (await stub.readSnapshot(first?.snapshotId ?? 0))?.values;
  expect(values).toEqual({ [FIRST]: 10, [SECOND]: 10, [THIRD]: 10, [VOLATILE]: 10 });
  expect(device.values[FIRST]).toBe(20);
});

test("a lock, and a logger that admits no changes, end what was not sent yet", async () => {
  const device = await connect();
  const stub = siteStub(siteId);
  const author = { id: 7, name: "Olga Owner" };
  // The second item follows only after the answer to the first.
  const changeId = await submitted([FIRST, SECOND].map((address) => ({ address, value: 20 })));
  device.deafTo.add(320);
  await device.answerAll();
  const sent = device.logger.inbox.find(({ cmd }) => cmd === 320);
  await stub.setSettingLocks({ isLocked: true }, author);
  device.deafTo.clear();
  device.logger.send(device.answer(sent as never));
  await device.answerAll();
  expect(device.writes).toEqual([`${FIRST}=20`]);
  expect(await changeOf(changeId)).toMatchObject({ result: "partial" });
  await stub.setSettingLocks({ isLocked: false }, author);
  // A command of a socket waits for the logger meanwhile.
  device.logger.socket.close(1000);
  const { viewer } = await watch(siteId);
  const waiting = [order(SECOND, 30), order(THIRD, 30)];
  expect((await viewer.ask(320, waiting[0])).cmd).toBe(321);
  const equipment = [{ address: DEVICE, registers: REGISTERS }];
  device.take(await connectLogger(siteId, { equipment, remoteControl: false }));
  await device.answerAll();
  device.logger.socket.close(1000);
  device.take(await connectLogger(siteId, { equipment }));
  device.logger.socket.close(1000);
  expect((await viewer.ask(320, waiting[1])).cmd).toBe(321);
  await stub.setSettingLocks({ isLocked: true }, author);
  device.take(await connectLogger(siteId, { equipment }));
  await device.answerAll();
  expect(device.writes).toEqual([`${FIRST}=20`]);
});

test("a change is refused after its author's access was revoked, even if the Worker looked it up before", async () => {
  const device = await connect();
  const stub = siteStub(siteId);
  await stub.endViewers({ person: AUTHOR.id, rightsVersion: 2 });
  expect(await submit([{ address: FIRST, value: 20 }])).toEqual({ ok: false, reason: "forbidden" });
  const renewed = { ...AUTHOR, rightsVersion: 2 };
  const request = { changeId: crypto.randomUUID(), items: [{ address: FIRST, value: 20 }] };
  expect(await stub.submitChange(request, renewed)).toMatchObject({ ok: true });
  await stub.endViewers({ session: AUTHOR.session });
  const again = { changeId: crypto.randomUUID(), items: [{ address: SECOND, value: 20 }] };
  expect(await stub.submitChange(again, renewed)).toEqual({ ok: false, reason: "forbidden" });
  await device.answerAll();
  expect(device.counts.get(SECOND)).toBeUndefined();
});

test("a secret reaches the device, and no record, no history and no journal shows it", async () => {
  const device = await connect();
  const { viewer } = await watch(siteId, { role: 3, owner: false, person: 8, session: "m" });
  const word = "hunter-4711";
  const changeId = await submitted([{ address: SECRET, value: word }]);
  await device.answerAll();
  expect(device.values[SECRET]).toBe(word);
  expect(await changeOf(changeId)).toMatchObject({ result: "success", items: [{ value: null }] });
  const pushed = await viewer.unread();
  expect(pushed.some(({ cmd }) => cmd === 321)).toBe(true);
  const stub = siteStub(siteId);
  const { welcome } = await watch(siteId);
  const shown = [
    ...[pushed, welcome, await stub.readSettings("s"), await changeOf(changeId)],
    await stub.readJournal({ page: 1, size: 50, kinds: [] }),
    await stub.readSnapshot(null),
  ];
  expect(JSON.stringify(shown)).not.toContain(word);
});

test("a secret that the logger uploads or answers reaches no viewer, no sample and no history", async () => {
  const device = await connect();
  const { logger } = device;
  const word = "hunter-4712";
  const { viewer: owner } = await watch(siteId);
  const { viewer: monitor } = await watch(siteId, {
    role: 3,
    owner: false,
    person: 8,
    session: "m",
  });
  logger.send(sample("u1", clock.now(), { [FIRST]: 10, [SECRET]: word }));
  await logger.settle();
  expect(logger.inbox.find(({ id }) => id === "u1")).toMatchObject({ status: 200 });
  const answers = [
    owner.ask(336, { addresses: [FIRST, SECRET] }, "o"),
    monitor.ask(336, { addresses: [SECRET, FIRST] }, "m"),
  ];
  device.values[SECRET] = word;
  await device.answerAll();
  const answered = await Promise.all(answers);
  for (const { cmd, body } of answered)
    expect({ cmd, ...body }).toMatchObject({ cmd: 337, values: { [FIRST]: 10, [SECRET]: null } });
  const sampled = owner.ask(288, {}, "s");
  const { id } = await logger.next(({ cmd }) => cmd === 288);
  const values = { [FIRST]: 10, [SECRET]: word };
  logger.send({ cmd: 289, id, status: 200, at: clock.now(), values });
  expect((await sampled).body).toMatchObject({ values: { [FIRST]: 10, [SECRET]: null } });
  const pushed = [...(await owner.unread()), ...(await monitor.unread())];
  expect(pushed.some(({ cmd }) => cmd === 260)).toBe(true);
  const { welcome } = await watch(siteId);
  const rows = await runInDurableObject(siteStub(siteId), (_, { storage: { sql } }) =>
    sql
      .exec<{ name: string }>(`SELECT name FROM sqlite_master WHERE type = 'table'`)
      .toArray()
      .filter(({ name }) => !name.startsWith("_cf_"))
      .map(({ name }) => dump(sql.exec(`SELECT * FROM "${name}"`).toArray())),
  );
  expect(dump([pushed, welcome, answered])).not.toContain(word);
  expect(rows.join()).toContain(FIRST);
  expect(rows.join()).not.toContain(word);
});

/** Returns values as a text, in which bytes are read as characters. */
function dump(value: unknown): string {
  return JSON.stringify(value, (_, one: unknown) =>
    one instanceof ArrayBuffer ? new TextDecoder("latin1").decode(one) : one,
  );
}

test("a change that switches the inverters off explains alarms once it is sent, and one that is refused does not", async () => {
  const address = "FFFF000400";
  const inverters = { ...setting, register: "0400", max: 1, initial: 1 };
  const device = await connectDevice(siteId, "FFFF00", [inverters]);
  const noted = () =>
    runInDurableObject(siteStub(siteId), (_, { storage: { sql } }) =>
      sql.exec(`SELECT value FROM facts WHERE name = 'alarmPortalAction'`).toArray(),
    );
  expect((await submit([{ address, value: 2 }])).ok).toBe(false);
  await submitted([{ address, value: 1 }]);
  await device.answerAll();
  expect(await noted()).toEqual([]);
  await submitted([{ address, value: 0 }]);
  await device.answerAll();
  expect(device.writes).toEqual([`${address}=0`]);
  expect(await noted()).toMatchObject([{ value: expect.stringContaining("switchOff") }]);
});

test("no command of a change is executed after the change has expired", async () => {
  const device = await connect();
  const expires = clock.now() + 20_000;
  await submitted([{ address: FIRST, value: 20 }], { expires });
  device.deafTo.add(320);
  await device.answerAll();
  expect(device.logger.inbox.find(({ cmd }) => cmd === 320)).toMatchObject({ expires });
  // It is not repeated afterwards, although a read shows the old value.
  clock.forward(30_000);
  await ring(siteId);
  device.deafTo.clear();
  await device.answerAll();
  expect(device.writes).toEqual([]);
});

test.each([
  ["has no time limit of its own", undefined, 82_000],
  ["expires early", 10_000, 10_000],
])(
  "a change that %s sends its first write although no read is answered",
  async (_, asked, lifetime) => {
    const registers = Array.from({ length: 14 }, (__, index) => ({
      ...setting,
      register: (0x20 + index).toString(16).padStart(4, "0").toUpperCase(),
    }));
    const device = await connectDevice(siteId, DEVICE, registers);
    device.deafTo.add(336);
    const submittedAt = clock.now();
    const expires = asked && submittedAt + asked;
    const items = registers.map(({ register }) => ({ address: at(register), value: 20 }));
    const changeId = await submitted(items, { expires });
    await device.answerAll();
    expect(await changeOf(changeId)).toMatchObject({ expires: submittedAt + lifetime });
    for (let second = 0; second < 90 && device.writes.length === 0; second += 2) {
      clock.forward(2_000);
      await ring(siteId);
      await device.answerAll();
    }
    expect(clock.now()).toBeLessThan(submittedAt + lifetime);
    expect(await changeOf(changeId)).toMatchObject({ result: "success" });
  },
);

test("a rollback reads again if the device does not answer its first read", async () => {
  const device = await connect();
  device.refused.add(SECOND);
  const items = [FIRST, SECOND].map((address) => ({ address, value: 20 }));
  const changeId = await submitted(items, { atomic: true });
  // The device answers the read before the change, and then no more reads for a while.
  await device.logger.settle();
  device.logger.send(device.answer(device.logger.inbox.find(({ cmd }) => cmd === 336) as never));
  device.deafTo.add(336);
  await device.answerAll();
  expect(device.values[FIRST]).toBe(20);
  clock.forward(60_000);
  await ring(siteId);
  device.deafTo.clear();
  clock.forward(60_000);
  await ring(siteId);
  await device.answerAll();
  expect(await changeOf(changeId)).toMatchObject({ result: "rolled back" });
  expect(device.values[FIRST]).toBe(10);
});

test("a change that waits is checked against the rules again when its turn comes", async () => {
  const inverter = "003311";
  const volts = { kind: "setting", access: "rw", unit: "V", step: 0.1, precision: 1 } as const;
  const [absorption, float] = [`${inverter}1502`, `${inverter}1503`];
  const device = await connectDevice(siteId, inverter, [
    { ...volts, register: "1502", initial: 58 },
    { ...volts, register: "1503", initial: 54 },
  ]);
  await learnAll(device);
  await submitted([{ address: absorption, value: 55 }]);
  // It is refused although the device still has the higher absorption voltage.
  expect(await submit([{ address: float, value: 57 }])).toMatchObject({
    ...{ ok: false, reason: "refused", refusals: [{ code: "ruleBroken" }] },
  });
  // The absorption voltage stays at the lower value that the panel has set meanwhile.
  const later = await submitted([{ address: float, value: 55 }]);
  device.values[absorption] = 54.5;
  device.refused.add(absorption);
  await device.answerAll();
  expect(await changeOf(later)).toMatchObject({ result: "refused", refusal: "ruleBroken" });
  expect(device.writes).toEqual([]);
});
