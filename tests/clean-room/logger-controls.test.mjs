// Written from the public protocol pages alone, without reading the server.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { Controls, Memory } from "./logger-controls.mjs";
import { SimulatedDevice } from "./logger-device.mjs";

const LIMIT = "0033110047";
const make = ({ memory = new Memory(), clock = { now: 1000 }, mode = "normal" } = {}) => {
  const device = new SimulatedDevice({ settings: memory.settings });
  const died = [];
  const controls = new Controls({
    device,
    memory,
    now: () => clock.now,
    die: () => died.push(true),
  });
  controls.setMode(mode);
  return { controls, device, memory, died, clock };
};
const single = (id, value, more = {}) => ({
  cmd: 320,
  id,
  address: LIMIT,
  value,
  expires: 61_000,
  ...more,
});

test("a command is executed and read back", async () => {
  const { controls } = make();
  expect(await controls.answer(single("a", 210))).toEqual({
    cmd: 321,
    id: "a",
    status: 200,
    result: "success",
    value: 210,
  });
});

test("a command id is executed once, also when asked again at the same time", async () => {
  const { controls, device } = make();
  const answers = await Promise.all([
    controls.answer(single("a", 210)),
    controls.answer(single("a", 210)),
  ]);
  answers.push(await controls.answer(single("a", 215)));
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
  expect(device.written).toHaveLength(1);
});

test("no command is executed at or after its expiry", async () => {
  const { controls, device } = make({ clock: { now: 61_000 } });
  expect(await controls.answer(single("a", 210))).toMatchObject({
    status: 408,
    result: "response timeout",
    value: 50,
  });
  expect(device.written).toEqual([]);
});

test("a command that expires while it waits is not executed", async () => {
  const { controls, device, clock } = make({ mode: { delay: 20 } });
  const answer = controls.answer(single("a", 210));
  clock.now = 61_000;
  expect((await answer).status).toBe(408);
  expect(device.written).toEqual([]);
});

test("a value that the register does not take is a parameter error", async () => {
  const { controls, device } = make();
  for (const [i, value] of [301, 49, "210", null].entries()) {
    expect(await controls.answer(single(`a${i}`, value))).toMatchObject({
      status: 400,
      result: "parameter error",
    });
  }
  expect(await controls.answer(single("b", 5, { address: "FFFF000100" }))).toMatchObject({
    status: 400,
  });
  expect(await controls.answer(single("c", 2, { address: "0033110020" }))).toMatchObject({
    status: 400,
  });
  expect(device.written).toEqual([]);
});

test("lower-case addresses of commands are raised", async () => {
  const { controls, device } = make();
  await controls.answer(single("a", 0, { address: "ffff000400" }));
  expect(device.written).toEqual([{ address: "FFFF000400", value: 0 }]);
});

test("a batch control goes in order and is not atomic", async () => {
  const { controls, device } = make();
  const items = [
    { id: "a", address: LIMIT, value: 200 },
    { id: "b", address: LIMIT, value: 999 },
    { id: "c", address: LIMIT, value: 220 },
  ];
  const answer = await controls.answer({ cmd: 322, id: "f", expires: 61_000, items });
  expect(answer).toMatchObject({ cmd: 323, id: "f" });
  expect(answer.items.map(({ id, status, value }) => [id, status, value])).toEqual([
    ["a", 200, 200],
    ["b", 400, 200],
    ["c", 200, 220],
  ]);
  expect(device.written.map(({ value }) => value)).toEqual([200, 220]);
});

test("a silent logger does nothing and can still be asked", async () => {
  const { controls, device } = make({ mode: "silent" });
  expect(await controls.answer(single("a", 210))).toBe(null);
  expect(device.written).toEqual([]);
  controls.setMode("normal");
  expect(await controls.answer(single("a", 210))).toMatchObject({ status: 200 });
});

test.each([
  ["die", 200, 210],
  ["die begun", 500, 50],
])(
  "after it died in mode '%s' the register decides the answer and nothing is executed again",
  async (mode, status, value) => {
    const folder = mkdtempSync(join(tmpdir(), "logger-"));
    try {
      const file = join(folder, "state.json");
      const before = make({ memory: new Memory(file), mode });
      expect(await before.controls.answer(single("a", 210))).toBe(null);
      expect(before.died).toEqual([true]);
      const after = make({ memory: new Memory(file) });
      expect(await after.controls.answer(single("a", 210))).toMatchObject({ status, value });
      expect(after.device.written).toEqual([]);
      const later = make({ memory: new Memory(file) });
      expect(await later.controls.answer(single("a", 210))).toMatchObject({ status, value });
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
);

test("a malformed control gets 511", async () => {
  const { controls } = make();
  expect(await controls.answer({ cmd: 320, id: "a", address: LIMIT, value: 1 })).toMatchObject({
    cmd: 511,
    id: "a",
    status: 400,
  });
  expect(await controls.answer({ cmd: 322, id: "a", expires: 61_000 })).toMatchObject({
    cmd: 511,
    status: 400,
  });
});
