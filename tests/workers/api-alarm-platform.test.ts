import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import type { PlatformRules } from "#domain/alarms/platform-rules.ts";
import type { Context } from "#operations/context.ts";
import { pollSites } from "#operations/jobs/poll-sites.ts";
import { contextOf } from "#workers/services.ts";
import { callAs, type DataOf, signIn } from "../support/call-api.ts";
import { ALPHA, BETA, GAMMA, seedUsers } from "../support/seed-users.ts";
import { connectLogger, siteStub } from "../support/site-logger.ts";

const LIST = "/site/v2/alarm/platformRule/list";
const UPDATE = "/site/v2/alarm/platformRule/update";
const MINUTE = 1_700_000_040_000;

type Rules = DataOf<typeof LIST>;
let operator = "";

const rule = {
  registerName: "Battery temperature",
  unit: "°C",
  min: -40,
  max: 120,
  lowAlarm: null,
  lowClear: null,
  highAlarm: 60,
  highClear: 55,
  sustainTime: 60,
  notifyAfter: 0,
  level: "fault",
  isOpen: true,
};

beforeEach(async () => {
  await seedUsers();
  await env.DB.exec("delete from platform_rules");
  await env.DB.exec("update sites set online = 0, platform_rules_version = 0");
  await env.DB.exec("update users set type = 9 where account = 'stranger@example.org'");
  operator = await signIn("stranger");
});

async function update(version: number, rules: object[]) {
  const { status, body } = await callAs(operator, UPDATE, { version, rules });
  return { status, data: body.data as Rules & { fields?: object } };
}

test("an operator sets rules, each with a number of its own that is never used again", async () => {
  expect((await callAs(operator, LIST, {})).body.data).toMatchObject({
    version: 0,
    at: 0,
    rules: [],
    progress: { pending: 0 },
  });
  const first = await update(0, [rule, { ...rule, registerName: "SOC" }]);
  expect(first).toMatchObject({ status: 200, data: { version: 1 } });
  const [hot, soc] = first.data.rules;
  expect(hot?.ruleId).not.toBe(soc?.ruleId);
  const second = await update(1, [{ ...hot, highAlarm: 70 }]);
  expect(second.data).toMatchObject({
    version: 2,
    rules: [{ ruleId: hot?.ruleId, highAlarm: 70 }],
  });
  const third = await update(2, [rule]);
  expect([hot?.ruleId, soc?.ruleId]).not.toContain(third.data.rules[0]?.ruleId);
  expect((await callAs(operator, LIST, {})).body.data).toMatchObject(third.data);
});

test("a repeated update is one change, and an older version changes nothing", async () => {
  const once = await update(0, [rule]);
  expect(await update(0, [rule])).toEqual(once);
  const refused = await update(0, [{ ...rule, highAlarm: 80 }]);
  expect(refused).toEqual({ status: 409, data: once.data });
  const many = await Promise.all(
    [61, 62, 63].map((highAlarm) => update(1, [{ ...rule, highAlarm }])),
  );
  expect(many.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
});

test("limits out of order, half sides and foreign numbers are refused with the field", async () => {
  expect(await update(0, [rule, { ...rule, highClear: 60 }])).toMatchObject({
    status: 422,
    data: { fields: { "rules.1.highAlarm": "limitOrder" } },
  });
  expect(await update(0, [{ ...rule, highAlarm: 121, lowAlarm: 3, ruleId: 9 }])).toMatchObject({
    status: 422,
    data: {
      fields: {
        "rules.0.highAlarm": "tooBig",
        "rules.0.lowClear": "required",
        "rules.0.ruleId": "wrongValue",
      },
    },
  });
  expect(
    (
      await update(
        0,
        Array.from({ length: 51 }, () => rule),
      )
    ).status,
  ).toBe(422);
  expect(
    (await callAs(operator, UPDATE, { version: 0, rules: [{ ...rule, min: "0" }] })).status,
  ).toBe(400);
});

test("all rules together have 500 conditions, counting every value, and the refusal names the maximum", async () => {
  const values = (count: number) => Array.from({ length: count }, (_, value) => value);
  const byValues = (count: number) => ({
    ...rule,
    min: 0,
    max: 0,
    highAlarm: null,
    highClear: null,
    isOneOf: values(count),
  });
  const most = [...Array.from({ length: 9 }, () => byValues(50)), byValues(49), rule];
  const more = await callAs(operator, UPDATE, { version: 0, rules: [...most, rule] });
  expect(more).toMatchObject({
    status: 422,
    body: {
      message: expect.stringContaining("500"),
      data: { fields: { rules: "tooMany" } },
    },
  });
  expect(await update(0, most)).toMatchObject({ status: 200, data: { version: 1 } });
});

test("only operators read and set these rules", async () => {
  for (const name of ["owner", "demo"]) {
    const token = await signIn(name);
    expect((await callAs(token, LIST, {})).status, name).toBe(403);
    expect((await callAs(token, UPDATE, { version: 0, rules: [] })).status, name).toBe(403);
  }
});

/** The context of the poll, with the rules that each site's object got; those in `away` cannot be reached. */
function recordDeliveries(away: readonly number[] = []) {
  const got: [site: number, version: number][] = [];
  const context = contextOf(env);
  const recorded: Context = {
    ...context,
    pause: async (_ms, signal) => (signal === undefined ? undefined : context.pause(5000, signal)),
    siteObject: (siteId) =>
      ({
        visit: async () => null,
        async setPlatformRules({ version }: PlatformRules) {
          if (away.includes(siteId)) throw new Error("away");
          got.push([siteId, version]);
        },
      }) as unknown as ReturnType<Context["siteObject"]>,
  };
  return { recorded, got };
}

test("the poll delivers rules once to each online site, and later to those it could not reach", async () => {
  await env.DB.exec(`update sites set online = 1 where id in (${ALPHA}, ${BETA})`);
  const none = recordDeliveries();
  await pollSites(none.recorded, MINUTE);
  expect(none.got).toEqual([]);
  await update(0, [rule]);
  const first = recordDeliveries([BETA]);
  await pollSites(first.recorded, MINUTE);
  expect(first.got).toEqual([[ALPHA, 1]]);
  const { progress } = (await callAs(operator, LIST, {})).body.data as Rules;
  expect(progress).toEqual({ sites: progress.sites, applied: 1, pending: 1 });
  expect(progress.sites).toBeGreaterThan(2);
  const second = recordDeliveries();
  await pollSites(second.recorded, MINUTE);
  await pollSites(second.recorded, MINUTE);
  expect(second.got).toEqual([[BETA, 1]]);
  await env.DB.exec(`update sites set online = 1 where id = ${GAMMA}`);
  await update(1, []);
  const third = recordDeliveries();
  await pollSites(third.recorded, MINUTE);
  expect(third.got.toSorted()).toEqual([
    [ALPHA, 2],
    [BETA, 2],
    [GAMMA, 2],
  ]);
});

test("a site's object takes the rules as often as they come", async () => {
  const site = siteStub(88_001);
  const rules = { version: 3, at: MINUTE, rules: [] };
  await site.setPlatformRules(rules);
  await site.setPlatformRules(rules);
  await site.setPlatformRules({ ...rules, version: 2 });
  expect((await site.readAlarmRules()).limits).toHaveLength(10);
});

test("a site's rules name those of the operator that do not cover all registers of their name", async () => {
  const registers = [{ register: "0200", name: "Cell temperature", kind: "gauge", access: "r" }];
  const equipment = Array.from({ length: 51 }, (_, piece) => ({
    address: `0033${(piece + 16).toString(16).toUpperCase()}`,
    registers,
  }));
  await connectLogger(ALPHA, { equipment });
  await siteStub(ALPHA).setPlatformRules({
    version: 100,
    at: MINUTE,
    rules: [
      { ...rule, ruleId: 1, registerName: "Cell temperature", isOneOf: null, level: "fault" },
    ],
  });
  const incomplete = [{ ruleId: 1, name: "Cell temperature", covered: 50, registers: 51 }];
  const owner = await signIn("owner");
  for (const path of ["/site/v2/alarm/rule/list", "/site/v2/alarm/rule/update"] as const)
    expect((await callAs(owner, path, { id: ALPHA })).body.data).toMatchObject({ incomplete });
});
