import { expect, test } from "vitest";
import type { CommandRecord } from "#domain/commands/command-record.ts";
import {
  applyCommand,
  applyEquipment,
  applyErrors,
  applyStatus,
  applyValues,
  markRefused,
  type SiteView,
} from "./apply-changes.ts";

const ERROR = {
  equipmentName: "MK-5000",
  message: "Hot",
  equipmentType: "0033",
  eventTrigger: "fault",
  eventNo: 12,
  address: "003311",
  at: 1,
} as const;

const VIEW: SiteView = {
  role: 1,
  online: true,
  since: 10,
  siteStatus: "normal",
  equipment: [
    { address: "003311", registers: [], status: "invert", online: true },
    { address: "FFFF00", registers: [], status: null, online: true },
  ],
  values: { FFFF000100: { v: 5, at: 100 }, FFFF000120: { v: 7, at: 100 } },
  errors: [ERROR],
  commands: [],
};

const record = (changes: Partial<CommandRecord>): CommandRecord => ({
  commandId: "0b7f5f0c-7a51-4f0e-8f5f-3f1b8a6f2d11",
  by: "Olga",
  address: "FFFF000400",
  value: 0,
  at: 1,
  state: "queued",
  expires: 60_001,
  ...changes,
});

test("a push changes the values that it names and no others", () => {
  const { values } = applyValues(VIEW, { at: 200, values: { FFFF000100: null, FFFF000134: 50 } });
  expect(values).toEqual({
    FFFF000100: { v: null, at: 200 },
    FFFF000120: { v: 7, at: 100 },
    FFFF000134: { v: 50, at: 200 },
  });
});

test("an older push changes only values that are older still", () => {
  const newer = applyValues(VIEW, { at: 300, values: { FFFF000100: 1 } });
  const { values } = applyValues(newer, { at: 200, values: { FFFF000100: 2, FFFF000120: 3 } });
  expect(values).toEqual({ FFFF000100: { v: 1, at: 300 }, FFFF000120: { v: 3, at: 200 } });
});

test("a change of status touches the equipment it names", () => {
  const changed = applyStatus(VIEW, {
    online: false,
    since: 20,
    siteStatus: "offline",
    equipment: [{ address: "003311", status: "fault", online: false }],
  });
  expect(changed).toMatchObject({ online: false, since: 20, siteStatus: "offline" });
  expect(changed.equipment).toEqual([
    { address: "003311", registers: [], status: "fault", online: false },
    { address: "FFFF00", registers: [], status: null, online: true },
  ]);
});

test("errors and equipment are replaced whole", () => {
  expect(applyErrors(VIEW, []).errors).toEqual([]);
  expect(applyEquipment(VIEW, []).equipment).toEqual([]);
});

test("a step that comes late never takes a command back", () => {
  const sent = applyCommand(VIEW, record({ state: "sent" }));
  expect(applyCommand(sent, record({ state: "queued" }))).toBe(sent);
  const ended = applyCommand(sent, record({ state: "ended", result: "unknown" }));
  expect(ended.commands).toEqual([record({ state: "ended", result: "unknown" })]);
  const readBack = record({ state: "ended", result: "unknown", readBack: 0 });
  expect(applyCommand(ended, readBack).commands).toEqual([readBack]);
});

test("a refused login marks the site offline and empties its errors", () => {
  expect(markRefused(VIEW)).toMatchObject({ online: false, siteStatus: "offline", errors: [] });
});
