import { beforeEach, expect, test } from "vitest";
import { JOURNAL_KINDS } from "#domain/journal/journal-kinds.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from "#domain/units/durations.ts";
import type { JournalQuery } from "#protocol/journal.ts";
import { freezeSiteClock } from "../support/site-clock.ts";
import { connectLogger, EQUIPMENT, siteStub } from "../support/site-logger.ts";
import { ring } from "../support/viewer-socket.ts";

const VOLTAGE = "0033110107";
const ANA = { id: 7, name: "Ana" };
const RULE = {
  ...{ address: VOLTAGE, name: "Input", unit: "V", min: 0, max: 1_000 },
  ...{ lowAlarm: null, lowClear: null, highAlarm: 250, highClear: 240 },
  ...{
    sustainTime: 0,
    notifyAfter: 0,
    level: "fault" as const,
    monitor: "all" as const,
    isOpen: true,
  },
};

const { address: _, monitor: __, ...limit } = RULE;
const PLATFORM_RULE = { ...limit, ruleId: 1, name: "Grid", isOneOf: null };

let clock: ReturnType<typeof freezeSiteClock>;
let siteId = 62_000;
let frames = 0;

beforeEach(() => {
  clock = freezeSiteClock();
  siteId += 1;
});

async function read(query: Partial<JournalQuery> = {}) {
  const all = { page: 1, size: 100, kinds: JOURNAL_KINDS, ...query };
  return (await siteStub(siteId).readJournal(all)).rows.toReversed();
}

async function whats(query: Partial<JournalQuery> = {}): Promise<string[]> {
  return (await read(query)).map(({ what }) => what);
}

/** Returns the entries on the limit of the input voltage. */
async function readOfInput() {
  const alarms = await read({ kinds: ["alarm"] });
  return alarms.filter(({ details }) => details.description === "Input");
}

/** A site with a limit on its input voltage, which is exceeded for a minute at some minutes of the past hours. */
async function siteWithLimit() {
  const logger = await connectLogger(siteId);
  const stub = siteStub(siteId);
  await stub.updateAlarmRules({ limits: [RULE], noData: { isOpen: false } }, ANA);
  const start = clock.now() + MINUTE_MS;
  const at = (minute: number) => start + minute * MINUTE_MS;
  const send = async (values: Record<number, number>, isBacklog: boolean) => {
    frames += 1;
    const minutes = Object.keys(values).map(Number);
    await logger.ask({
      cmd: 260,
      id: `s${frames}`,
      times: minutes.map(at),
      values: { [VOLTAGE]: Object.values(values) },
      ...(isBacklog && { backlog: true }),
    });
    // The background evaluates what is late.
    for (let turn = 0; turn < 4; turn++) {
      clock.forward(MINUTE_MS);
      await ring(siteId);
    }
  };
  return { logger, stub, at, send };
}

test("hiding rows records which ones, what they were about and who did it", async () => {
  const { stub, send } = await siteWithLimit();
  clock.forward(3 * HOUR_MS);
  const minutes = [0, 20, 40, 60].flatMap((minute) => [
    [minute, 260],
    [minute + 1, 230],
  ]);
  await send(Object.fromEntries(minutes), true);
  const { rows } = await stub.readAlarmLog({ page: 1, size: 10 });
  const ids = rows.map(({ logId }) => logId).toSorted((one, other) => one - other);
  expect(ids).toHaveLength(4);
  const [first = 0, second = 0, , last = 0] = ids;
  expect(await stub.hideAlarms({ logIds: [first] }, ANA)).toBe(1);
  expect(await stub.hideAlarms({ to: null }, ANA)).toBe(3);
  const hidden = (await read({ kinds: ["alarm"] })).filter(({ what }) => what === "alarm.hidden");
  const kind = { device: "MK-5000", description: "Input" };
  expect(hidden).toMatchObject([
    { author: { name: "Ana" }, details: { rows: 1, logIds: `${first}`, ...kind, count: 1 } },
    {
      author: { name: "Ana" },
      details: { rows: 3, logIds: `${second}-${last}`, ...kind, count: 3 },
    },
  ]);
});

test("an alarm found in late data is one entry, and a replay adds none", async () => {
  const { send, at } = await siteWithLimit();
  clock.forward(5 * HOUR_MS);
  const history = { 0: 230, 1: 260, 2: 260, 3: 230, 4: 230 };
  await send(history, true);
  const [found, ...more] = await readOfInput();
  expect(more).toEqual([]);
  expect(found).toMatchObject({
    what: "alarm.found",
    details: { description: "Input", value: 260, limit: 250, start: at(1), end: at(3) },
  });
  await send(history, true);
  await send({ 1: 260, 3: 230 }, true);
  expect(await readOfInput()).toEqual([found]);
});

test("late data that changes an alarm adds an entry with both times", async () => {
  const { send, at } = await siteWithLimit();
  clock.forward(5 * HOUR_MS);
  await send({ 1: 260, 5: 230 }, true);
  await send({ 3: 230 }, true);
  expect((await readOfInput()).map(({ what }) => what)).toEqual(["alarm.found", "alarm.corrected"]);
  expect((await readOfInput()).at(-1)?.details).toMatchObject({
    ...{ start: at(1), startFrom: at(1), end: at(3), endFrom: at(5) },
  });
});

test("other versions, models and serial numbers of equipment are recorded, with both values", async () => {
  const { logger } = await siteWithLimit();
  const change = async (more: object) => {
    logger.send({ cmd: 339, equipment: EQUIPMENT.map((piece) => ({ ...piece, ...more })) });
    await logger.settle();
  };
  await change({ versions: { software: "1.4" }, serial: "A1" });
  await change({ versions: { software: "1.5" }, serial: "A1" });
  // A field that is missing once is not a change, the next value is.
  await change({ versions: {}, serial: "A1" });
  await change({ versions: { software: "1.5" }, serial: "A2" });
  const changed = (await read({ kinds: ["equipment"] })).filter(
    ({ what }) => what === "equipment.changed",
  );
  const fields = changed.map(({ details: { field, from, to } }) => [field, from, to]);
  expect(fields).toEqual([
    ["serial", null, "A1"],
    ["versions.software", null, "1.4"],
    ["versions.software", "1.4", "1.5"],
    ["serial", "A1", "A2"],
    ["versions.software", null, "1.5"],
  ]);
  expect(changed[2]?.details).toMatchObject({
    address: EQUIPMENT[0]?.address,
    count: EQUIPMENT.length,
  });
});

test("a logger that alternates between versions is limited, and what is left out is counted", async () => {
  const { logger } = await siteWithLimit();
  const [piece] = EQUIPMENT;
  for (let turn = 0; turn < 260; turn++) {
    clock.forward(MINUTE_MS);
    const versions = { software: turn % 2 === 0 ? "1" : "2" };
    logger.send({ cmd: 339, equipment: [{ ...piece, versions }] });
    if (turn % 20 === 19) await logger.settle();
  }
  await logger.settle();
  const all = await siteStub(siteId).readJournal({
    ...{ page: 1, size: 100, kinds: ["equipment"] },
  });
  expect(all.total).toBeLessThan(115);
  expect(await whats({ kinds: ["journal"] })).toEqual(["journal.started"]);
  clock.forward(DAY_MS);
  logger.send({ cmd: 339, equipment: [{ ...piece, versions: { software: "3" } }] });
  await logger.settle();
  const [newest] = (await siteStub(siteId).readJournal({ page: 1, size: 1, kinds: ["equipment"] }))
    .rows;
  expect(newest?.details).toMatchObject({ to: "3" });
  expect(Number(newest?.details.omitted)).toBeGreaterThan(20);
});

test("another version of the logger and a change of the operator's rules are recorded", async () => {
  const { logger, stub } = await siteWithLimit();
  logger.socket.close(1000);
  await logger.closed;
  clock.forward(10 * SECOND_MS);
  await connectLogger(siteId, { versions: { software: "2.0" } });
  await connectLogger(siteId, { versions: { software: "2.1" } });
  const changed = (await read({ kinds: ["logger"] })).filter(
    ({ what }) => what === "logger.changed",
  );
  expect(changed.at(-1)?.details).toMatchObject({
    ...{ field: "versions.software", from: "2.0", to: "2.1" },
  });
  await stub.updateAlarmRules({ limits: [{ ruleId: 1_000, highAlarm: 260 }] }, ANA);
  await stub.updateAlarmRules({ noData: { isOpen: false, allowedGap: 90 } }, ANA);
  await stub.setPlatformRules({
    version: 1,
    at: clock.now(),
    rules: [{ ...PLATFORM_RULE, registerName: "acInputVoltage" }],
  });
  // Rules for a register that the site does not have change nothing.
  const other = { ...PLATFORM_RULE, ruleId: 2, registerName: "unknown" };
  const both = [{ ...PLATFORM_RULE, registerName: "acInputVoltage" }, other];
  await stub.setPlatformRules({ version: 2, at: clock.now(), rules: both });
  const rules = (await read({ kinds: ["rule"] })).slice(-3);
  expect(rules).toMatchObject([
    { details: { rule: "Input", fields: "highAlarm", from: 250, to: 260 } },
    { details: { rule: "", fields: "noData.allowedGap", to: 90 } },
    { what: "rule.operatorChanged", author: null, details: { rule: "Grid" } },
  ]);
});

test("an alarm that did not happen, as late data shows, is withdrawn", async () => {
  const logger = await connectLogger(siteId);
  const rule = { ...RULE, sustainTime: 240 };
  await siteStub(siteId).updateAlarmRules({ limits: [rule], noData: { isOpen: false } }, ANA);
  const start = clock.now() + MINUTE_MS;
  clock.forward(5 * HOUR_MS);
  const upload = async (values: Record<number, number>) => {
    const times = Object.keys(values).map((minute) => start + Number(minute) * MINUTE_MS);
    frames += 1;
    const batch = { times, values: { [VOLTAGE]: Object.values(values) } };
    await logger.ask({ cmd: 260, id: `s${frames}`, backlog: true, ...batch });
    for (let turn = 0; turn < 4; turn++) {
      clock.forward(MINUTE_MS);
      await ring(siteId);
    }
  };
  await upload({ 0: 230, 2: 260, 4: 260, 6: 260, 8: 230, 10: 230, 12: 230, 14: 230 });
  // The values in between show that it never lasted for four minutes.
  await upload({ 3: 230, 5: 230, 7: 230 });
  const entries = await readOfInput();
  expect(entries.map(({ what }) => what)).toEqual(["alarm.found", "alarm.withdrawn"]);
  expect(entries[1]?.details).toMatchObject({ start: start + 2 * MINUTE_MS });
  expect((await siteStub(siteId).readAlarmLog({ page: 1, size: 10 })).total).toBe(0);
});
