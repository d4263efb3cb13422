import { beforeAll, expect, test } from "vitest";
import { DAY_MS, HOUR_MS, SECOND_MS } from "#domain/units/durations.ts";
import { callApi, callAs, type DataOf, signIn } from "../support/call-api.ts";
import { ALPHA, BETA, seedUsers } from "../support/seed-users.ts";
import { connectLogger, type LoggerSocket, sample } from "../support/site-logger.ts";

const LIST = "/site/v2/alarm/rule/list";
const UPDATE = "/site/v2/alarm/rule/update";
const PREVIEW = "/site/v2/alarm/rule/preview";
const PAGE = "/site/v4/alarm/logger/page";
const DELETE = "/site/v2/alarm/logger/batchdel";
const CLEAR = "/site/v2/alarm/logger/clear";
const ACKNOWLEDGE = "/site/v2/alarm/acknowledge";
const SNOOZE = "/site/v2/alarm/snooze";

type Rules = DataOf<typeof LIST>;
type Page = DataOf<typeof PAGE>;
const tokens: Record<string, string> = {};
let logger: LoggerSocket;

const VOLTAGE = "FFFF000131";
const equipment = [
  {
    address: "FFFF00",
    registers: [
      { register: "0131", name: "batteryVoltage", kind: "gauge", unit: "V", access: "r" },
      { register: "0133", name: "batteryTemperature", kind: "gauge", unit: "°C", access: "r" },
    ],
  },
  { address: "003311", typeCode: "0033", model: "MK-5000", registers: [] },
];

beforeAll(async () => {
  await seedUsers();
  for (const name of ["owner", "full", "monitor", "demo"]) tokens[name] = await signIn(name);
  logger = await connectLogger(ALPHA, { equipment });
});

function call(path: string, input: object = {}, who = "owner") {
  return callAs(tokens[who] ?? "", path, { id: ALPHA, ...input });
}

async function readRules(): Promise<Rules> {
  const { status, body } = await call(LIST);
  expect(status).toBe(200);
  return body.data as Rules;
}

async function readLog(input: object = {}, headers: Record<string, string> = {}): Promise<Page> {
  const all = { Authorization: tokens.owner ?? "", ...headers };
  const { status, body } = await callApi(PAGE, { id: ALPHA, page: 1, size: 20, ...input }, all);
  expect(status).toBe(200);
  return body.data as Page;
}

let frames = 0;
/** Sends a voltage measured now. */
async function sendVoltage(value: number): Promise<number> {
  frames += 1;
  const at = Date.now();
  await logger.ask(sample(`v-${frames}`, at, { [VOLTAGE]: value }));
  return at;
}

function event(state: "raised" | "cleared", more: object = {}) {
  const at = Date.now();
  return { eventNo: 12, address: "003311", level: "warning", state, at, message: "Hot", ...more };
}

test("the ten limits exist with the values of the specification, closed, and name their register", async () => {
  const rules = await readRules();
  expect(rules).toMatchObject({ id: ALPHA, autoLevel: expect.any(String) });
  expect(rules.limits).toHaveLength(10);
  expect(rules.limits[0]).toMatchObject({
    alarmType: "batteryVoltage",
    address: VOLTAGE,
    unit: "V",
    lowAlarm: 9.5,
    highAlarm: 15,
    sustainTime: 10,
    isOpen: false,
  });
});

test("named parts of the rules are changed, and the rest stays", async () => {
  const before = await readRules();
  const [voltage] = before.limits;
  const { status, body } = await call(UPDATE, {
    version: before.version,
    emailInterval: 30,
    limits: [{ ruleId: voltage?.ruleId, isOpen: true }],
  });
  expect(status).toBe(200);
  const after = body.data as Rules;
  expect(after.version).toBeGreaterThan(before.version);
  expect(after).toEqual({
    ...before,
    version: after.version,
    emailInterval: 30,
    limits: before.limits.map((rule) => (rule === voltage ? { ...rule, isOpen: true } : rule)),
  });
  expect(await readRules()).toEqual(after);
});

test("too many rules are refused with the maximum", async () => {
  const rule = { address: VOLTAGE, highAlarm: 15, highClear: 14 };
  const add = (count: number) =>
    call(UPDATE, {
      limits: Array.from({ length: count }, (_, place) => ({ ...rule, name: `${place}` })),
    });
  for (const [count, maximum] of [
    [101, "100"],
    [111, "110"],
  ] as const)
    expect(await add(count)).toMatchObject({
      status: 422,
      body: {
        message: expect.stringContaining(maximum),
        data: { fields: { limits: "tooMany" } },
      },
    });
});

test("an older version gets 409 with the current rules, and changes nothing", async () => {
  const rules = await readRules();
  const { status, body } = await call(UPDATE, { version: rules.version - 1, emailInterval: 45 });
  expect(status).toBe(409);
  expect(body.data).toEqual(rules);
  expect(await readRules()).toEqual(rules);
});

test("the same body sent twice is one change, and the complete object is accepted", async () => {
  const rules = await readRules();
  const { body } = await call(UPDATE, { ...rules, autoLevel: "faults", emailInterval: 31 });
  const again = await call(UPDATE, { ...rules, autoLevel: "faults", emailInterval: 31 });
  expect([again.status, again.body.data]).toEqual([200, body.data]);
});

test.each<[string, object, number, string?]>([
  ["limits out of order", { limits: [{ ruleId: 1, highClear: 15.5 }] }, 422, "limits.0."],
  ["a limit beyond its bounds", { limits: [{ ruleId: 1, lowAlarm: -1e6 }] }, 422, "limits.0."],
  ["an unknown rule", { limits: [{ ruleId: 987, isOpen: true }] }, 422, "limits.0."],
  ["an interval of half minutes", { emailInterval: 1.5 }, 422, "emailInterval"],
  ["an interval beyond a day", { emailInterval: 1441 }, 422, "emailInterval"],
  ["a short gap", { noData: { isOpen: true, allowedGap: 4 } }, 422, "noData.allowedGap"],
  ["an unknown level", { autoLevel: "all" }, 422, "autoLevel"],
  ["a negative time", { limits: [{ ruleId: 1, sustainTime: -1 }] }, 422, "limits.0.sustainTime"],
  ["a text for a number", { limits: [{ ruleId: 1, lowAlarm: "9" }] }, 400],
  ["a number for a flag", { limits: [{ ruleId: 1, isOpen: 1 }] }, 400],
])("%s is refused with the field", async (_what, change, code, field) => {
  const before = await readRules();
  const { status, body } = await call(UPDATE, change);
  expect(status).toBe(code);
  const fields = Object.keys((body.data as { fields?: object } | undefined)?.fields ?? {});
  if (field !== undefined) expect(fields.some((name) => name.startsWith(field))).toBe(true);
  expect(await readRules()).toEqual(before);
});

test("an alarm is logged with its times, value and limit, open and then ended", async () => {
  await call(UPDATE, { limits: [{ ruleId: 1, sustainTime: 0 }] });
  await sendVoltage(12);
  const start = await sendVoltage(9.1);
  const [open] = (await readLog()).rows;
  expect(open).toMatchObject({
    episode: 1,
    address: VOLTAGE,
    source: "user rule",
    ruleId: 1,
    description: "Battery voltage is below the limit",
    startTime: start,
    dateTime: start,
    endTime: null,
    value: 9.1,
    limit: 9.5,
    unit: "V",
    reason: null,
    retroactive: false,
    acknowledged: null,
  });
  const end = await sendVoltage(12);
  const [ended] = (await readLog()).rows;
  expect(ended).toMatchObject({
    logId: open?.logId,
    endTime: end,
    duration: Math.floor((end - start) / SECOND_MS),
    reason: "recovered",
  });
});

test("the log is filtered, searched and paged, in the caller's language", async () => {
  await logger.ask({ cmd: 262, id: "hot", events: [event("raised")] });
  expect((await readLog()).total).toBe(2);
  for (const [filter, total] of [
    [{ levels: ["warning"] }, 1],
    [{ sources: ["user rule"] }, 1],
    [{ open: true }, 1],
    [{ address: "003311" }, 1],
    [{ search: "hot" }, 1],
    [{ search: "nothing" }, 0],
    [{ search: "VOLTAGE is below" }, 1],
    [{ search: "voltage is above" }, 0],
    [{ from: Date.now() + HOUR_MS, open: false }, 0],
    [{ to: Date.now() - DAY_MS }, 0],
  ] as const)
    expect((await readLog(filter)).total, JSON.stringify(filter)).toBe(total);
  const { rows, total } = await readLog({ page: 2, size: 1 });
  expect([rows.length, total, rows[0]?.source]).toEqual([1, 2, "user rule"]);
  const german = await readLog({ sources: ["user rule"] }, { "Accept-Language": "de" });
  expect(german.rows[0]?.description).toBe("Batteriespannung liegt unter dem Grenzwert");
  for (const [language, total] of [
    ["de", 1],
    ["en", 0],
  ] as const) {
    const found = await readLog({ search: "batteriespannung" }, { "Accept-Language": language });
    expect(found.total, language).toBe(total);
  }
  const [hot] = (await readLog({ levels: ["warning"] })).rows;
  expect(hot).toMatchObject({ description: "Hot", eventNo: 12, deviceName: "MK-5000" });
  expect(hot).not.toHaveProperty("ruleId");
  expect((await call(PAGE, { page: 1, size: 101 })).status).toBe(422);
});

test("an alarm is acknowledged once, by name, and snoozed for 30 days at most", async () => {
  const [hot] = (await readLog({ open: true })).rows;
  const logId = hot?.logId;
  const done = await call(ACKNOWLEDGE, { logId }, "full");
  expect(done.status).toBe(200);
  const first = (await readLog({ logId })).rows[0]?.acknowledged;
  expect(first).toMatchObject({ by: "The full" });
  expect(await call(ACKNOWLEDGE, { logId })).toMatchObject({ status: 200, body: done.body });
  expect((await readLog({ logId })).rows[0]?.acknowledged).toEqual(first);
  // The demo account sees no users.
  const shown = await readLog({ logId }, { Authorization: tokens.demo ?? "" });
  expect(shown.rows[0]?.acknowledged).toEqual({ by: null, at: first?.at });
  const until = Date.now() + HOUR_MS;
  expect((await call(SNOOZE, { logId, until })).status).toBe(200);
  expect((await readLog({ logId })).rows[0]?.snoozedUntil).toBe(until);
  for (const wrong of [Date.now() - 1, Date.now() + 31 * DAY_MS])
    expect((await call(SNOOZE, { logId, until: wrong })).status).toBe(422);
  for (const path of [ACKNOWLEDGE, SNOOZE])
    expect((await call(path, { logId: 9_999, until })).status).toBe(404);
});

test("only ended alarms are hidden, one by one or all", async () => {
  const [open] = (await readLog({ open: true })).rows;
  const [ended] = (await readLog({ open: false })).rows;
  const refused = await call(DELETE, { logIds: [open?.logId] });
  expect([refused.status, refused.body.message]).toEqual([409, "no records to delete"]);
  expect((await call(DELETE, { logIds: [] })).body.message).toBe("no records to delete");
  const hidden = await call(DELETE, { logIds: [ended?.logId, open?.logId] });
  expect([hidden.status, hidden.body.data]).toEqual([200, { hidden: 1 }]);
  expect((await readLog()).rows.map(({ logId }) => logId)).toEqual([open?.logId]);
  const none = await call(CLEAR);
  expect([none.status, none.body.message]).toEqual([409, "No log to clear"]);
  await logger.ask({ cmd: 262, id: "cool", events: [event("cleared")] });
  const until = Date.now() + HOUR_MS;
  // An ended alarm can still be acknowledged, but has no notifications to suppress.
  for (const who of ["owner", "full"])
    expect((await call(ACKNOWLEDGE, { logId: open?.logId }, who)).status).toBe(200);
  expect((await call(SNOOZE, { logId: open?.logId, until })).status).toBe(409);
  // A hidden row is answered like one that never existed.
  for (const path of [ACKNOWLEDGE, SNOOZE]) {
    const [of, unknown] = [ended?.logId, 9_999].map((logId) => call(path, { logId, until }));
    expect((await of)?.body).toEqual((await unknown)?.body);
    expect((await of)?.status).toBe(404);
  }
  expect((await call(CLEAR, { to: Date.now() - DAY_MS })).status).toBe(409);
  const cleared = await call(CLEAR);
  expect([cleared.status, cleared.body.data]).toEqual([200, { hidden: 1 }]);
  expect((await readLog()).total).toBe(0);
});

test("a preview counts what a rule would have raised, and saves nothing", async () => {
  const [rule] = (await readRules()).limits;
  const before = await readRules();
  const { status, body } = await call(PREVIEW, { rule });
  expect(status).toBe(200);
  expect(body.data).toMatchObject({ alarms: 1 });
  const { ruleId: _, ...typed } = rule ?? { ruleId: 0 };
  const strict = { ...typed, lowAlarm: 1, lowClear: 2 };
  expect((await call(PREVIEW, { rule: strict })).body.data).toMatchObject({ alarms: 0 });
  expect(await readRules()).toEqual(before);
});

test("a site without a logger has rules and an empty log", async () => {
  const { body } = await callAs(tokens.owner ?? "", LIST, { id: BETA });
  expect((body.data as Rules).limits).toHaveLength(10);
  const page = await callAs(tokens.owner ?? "", PAGE, { id: BETA, page: 1, size: 20 });
  expect(page.body.data).toEqual({ total: 0, rows: [] });
});

test("a monitor reads neither rules nor log, and the demo account changes nothing", async () => {
  for (const [path, input] of [
    [LIST, {}],
    [PAGE, {}],
    [UPDATE, { emailInterval: 5 }],
    [DELETE, { logIds: [1] }],
    [CLEAR, {}],
    [ACKNOWLEDGE, { logId: 1 }],
    [SNOOZE, { logId: 1, until: Date.now() + HOUR_MS }],
  ] as const) {
    expect((await call(path, input, "monitor")).status, path).toBe(403);
    const isRead = path === LIST || path === PAGE;
    expect((await call(path, input, "demo")).status, path).toBe(isRead ? 200 : 403);
  }
  expect((await callApi(PAGE, { id: ALPHA })).status).toBe(401);
});
