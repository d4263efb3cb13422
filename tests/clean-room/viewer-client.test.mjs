// Written from the public protocol pages alone, without reading the server.
import { expect, test } from "vitest";
import { Control } from "./viewer-control.mjs";
import { ViewerState } from "./viewer-state.mjs";

const POWER = "FFFF000120";
const CLOCK = "FFFF00F000";

const hello = (more = {}) => ({
  status: 200,
  time: 1_000_000,
  role: 1,
  online: true,
  since: 900_000,
  siteStatus: "normal",
  equipment: [{ address: "003311", alias: "Inverter", status: "invert", online: true }],
  values: { [POWER]: { v: 100, at: 1000 } },
  errors: [{ eventNo: 1 }],
  commands: [],
  sampling: { sampleMs: 1000, uploadMs: 1000 },
  reconnectJitterMs: 5000,
  ...more,
});

function site(more) {
  const state = new ViewerState();
  state.login(hello(more), Date.now());
  return state;
}

test("newer values replace older ones and not the other way", () => {
  const state = site();
  state.pushed(260, { at: 2000, values: { [POWER]: 200 } });
  state.pushed(260, { at: 1500, values: { [POWER]: 150 } });
  expect(state.values.get(POWER)).toEqual({ v: 200, at: 2000 });
  state.pushed(260, { at: 2000, values: { [POWER]: 201 } });
  expect(state.value(POWER)).toBe(201);
});

test("a null value means no value and takes part in the order", () => {
  const state = site();
  state.pushed(260, { at: 2000, values: { [POWER]: null } });
  state.pushed(260, { at: 1500, values: { [POWER]: 150 } });
  expect(state.values.get(POWER)).toEqual({ v: null, at: 2000 });
});

test("an address that is not named holds", () => {
  const state = site();
  state.pushed(260, { at: 2000, values: { FFFF000100: 5 } });
  expect(state.values.get(POWER)).toEqual({ v: 100, at: 1000 });
  expect(state.heldUntil).toBe(2000);
});

test("a login answer replaces all values", () => {
  const state = site();
  state.pushed(260, { at: 2000, values: { FFFF000100: 5 } });
  state.login(hello());
  expect([...state.values.keys()]).toEqual([POWER]);
});

test("262 is the whole list, 264 what changed, 339 the tree again", () => {
  const state = site();
  state.pushed(262, { errors: [] });
  expect(state.errors).toEqual([]);
  state.pushed(264, {
    siteStatus: "fault",
    equipment: [{ address: "003311", status: "fault", online: true }],
  });
  expect(state.online).toBe(true);
  expect(state.siteStatus).toBe("fault");
  expect(state.equipment.get("003311")).toMatchObject({ alias: "Inverter", status: "fault" });
  state.pushed(339, { equipment: [{ address: "003311", alias: "New" }, { address: "001101" }] });
  expect(state.equipment.get("003311")).toMatchObject({ alias: "New", status: "fault" });
  expect(state.equipment.size).toBe(2);
});

test("status 400 and 404 of 273 mark the site offline, 401 changes nothing", () => {
  for (const status of [400, 404]) {
    const state = site({ values: { [CLOCK]: { v: 5000, at: 1000 } } });
    state.refused(status);
    expect([state.online, state.siteStatus, state.errors, state.deviceTime()]).toEqual([
      false,
      "offline",
      [],
      0,
    ]);
  }
  const state = site();
  state.refused(401);
  expect(state.online).toBe(true);
});

test("device time is server time and the offset of the logger's clock", () => {
  const state = site({ values: { [CLOCK]: { v: 5000, at: 1000 } } });
  expect(state.deviceTime() - state.serverTime()).toBe(4000);
  state.pushed(260, { at: 2000, values: { [CLOCK]: 1500 } });
  expect(state.deviceTime() - state.serverTime()).toBe(-500);
  expect(Math.abs(state.serverTime() - 1_000_000)).toBeLessThan(1000);
});

test("a command record never steps back", () => {
  const state = site();
  state.pushed(321, { commandId: "a", state: "sent" });
  state.takeCommand({ commandId: "a", state: "queued" });
  expect(state.commands.get("a").state).toBe("sent");
  state.pushed(321, { commandId: "a", state: "ended", result: "unknown" });
  state.pushed(321, { commandId: "a", state: "ended", result: "unknown", readBack: 5 });
  expect(state.commands.get("a").readBack).toBe(5);
});

test("a control gives its records until it has ended", async () => {
  const control = new Control("a");
  const seen = [];
  const reading = (async () => {
    for await (const record of control) seen.push(record.state);
  })();
  for (const state of ["queued", "sent", "sent", "acknowledged", "ended"])
    control.take({ commandId: "a", state });
  await reading;
  expect(seen).toEqual(["queued", "sent", "acknowledged", "ended"]);
  expect(await control.ended).toMatchObject({ state: "ended" });
});

test("a control that is refused throws", async () => {
  const control = new Control("a");
  control.fail(new Error("403"));
  await expect(control.answer).rejects.toThrow("403");
  await expect(control.ended).rejects.toThrow("403");
});
