import { expect, test } from "vitest";
import type { CommandRecord } from "#domain/commands/command-record.ts";
import type { Welcome } from "#protocol/viewer/messages.ts";
import { type LiveSite, UNKNOWN_SITE } from "./live-site.ts";
import { receiveAnswer, receivePush, refuseSite, welcomeSite } from "./receive.ts";

const NOW = 1_700_000_000_000;
const welcome: Welcome = {
  status: 200,
  time: NOW + 5_000,
  role: 1,
  online: true,
  since: NOW - 60_000,
  siteStatus: "normal",
  equipment: [],
  values: { FFFF000120: { v: 500, at: NOW }, FFFF00F000: { v: NOW + 90_000, at: NOW } },
  errors: [],
  commands: [],
  sampling: { sampleMs: 1_000, uploadMs: 1_000 },
  reconnectJitterMs: 3_000,
};
const record: CommandRecord = {
  commandId: "3f2b8c1e-5d4a-4e6f-9a7b-0c1d2e3f4a5b",
  by: "Olga Owner",
  address: "FFFF000400",
  value: 0,
  at: NOW,
  state: "queued",
  expires: NOW + 60_000,
};
const site = welcomeSite(UNKNOWN_SITE, welcome, NOW);
const asked = {
  commandId: record.commandId,
  address: "FFFF000400",
  value: 0,
  state: "asking",
} as const;
const asking: LiveSite = { ...site, asked };

test("a welcome sets the server time, and the logger's clock sets the device offset", () => {
  expect(site).toMatchObject({ serverOffset: 5_000, deviceOffset: 90_000, newestAt: NOW });
});

test("a push changes what it names, and an older one changes nothing", () => {
  const push = (at: number, v: number) => ({ at, values: { FFFF000120: v } });
  const newer = receivePush(site, 260, push(NOW + 1_000, 600));
  expect(newer.view?.values.FFFF000120?.v).toBe(600);
  expect(newer.newestAt).toBe(NOW + 1_000);
  const late = receivePush(newer, 260, push(NOW - 1_000, 400));
  expect(late.view?.values.FFFF000120?.v).toBe(600);
  expect(late.newestAt).toBe(NOW + 1_000);
});

test("a status that reports changed alarms is counted, any other is not", () => {
  const status = { online: true, since: NOW, siteStatus: "normal", equipment: [] };
  const once = receivePush(site, 264, { ...status, alarmsChanged: true });
  expect(once.alarmChanges).toBe(1);
  expect(receivePush(once, 264, status).alarmChanges).toBe(1);
});

test.each([
  [260, { at: "now", values: {} }],
  [262, {}],
  [264, { online: 1 }],
  [999, { errors: [] }],
])("a push of %i that cannot be read changes nothing", (cmd, body) => {
  expect(receivePush(site, cmd, body)).toBe(site);
});

test("a push before any welcome changes nothing", () => {
  expect(receivePush(UNKNOWN_SITE, 262, { errors: [] })).toBe(UNKNOWN_SITE);
});

test("the page's own note of a control goes as soon as the server has a record of it", () => {
  expect(receivePush(asking, 321, record).asked).toBeNull();
  const answered = receiveAnswer(asking, 321, record.commandId, { status: 200, result: record });
  expect(answered.asked).toBeNull();
  expect(answered.view?.commands).toEqual([record]);
  expect(welcomeSite(asking, { ...welcome, commands: [record] }, NOW).asked).toBeNull();
  expect(welcomeSite(asking, welcome, NOW).asked).toEqual(asked);
});

test("a refusal is recognized by its kind, and the answer to another command is ignored", () => {
  const after = (status: number, reason?: string) =>
    receiveAnswer(asking, 511, record.commandId, { status, reason }).asked;
  expect(after(403)?.state).toBe("refused");
  expect(after(403, "confirmationRequired")?.state).toBe("unconfirmed");
  expect(after(429)?.state).toBe("notTaken");
  expect(receiveAnswer(asking, 511, "another", { status: 403 })).toBe(asking);
});

test("a refused login marks the site offline, clears its errors and the device's time", () => {
  const refused = refuseSite(site);
  expect(refused.view).toMatchObject({ online: false, siteStatus: "offline", errors: [] });
  expect(refused.deviceOffset).toBe(0);
});
