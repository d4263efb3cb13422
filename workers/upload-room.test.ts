import { expect, test } from "vitest";
import { UploadRoom } from "./upload-room.ts";

const MIB = 1_048_576;
/** Time passes at once; a step of it does what a test has planned for then. */
function roomWith(steps: (() => void)[] = []) {
  let now = 0;
  const pause = async (ms: number) => {
    now += ms;
    steps.shift()?.();
  };
  return { room: new UploadRoom({ now: () => now, pause }), waited: () => now, pause };
}

test("20 MiB are held at a time, of as many people as they are of", async () => {
  const { room, waited } = roomWith();
  const leave = await room.enter(1, 10 * MIB);
  await room.enter(2, 9 * MIB);
  await room.enter(3, MIB);
  expect([room.held, waited()]).toEqual([20 * MIB, 0]);
  expect([await room.enter(4, 1), waited()]).toEqual([null, 10_000]);
  leave?.();
  leave?.();
  expect(room.held).toBe(10 * MIB);
  expect(await room.enter(4, 1)).not.toBeNull();
});

test("whoever finds no room gets what becomes free meanwhile", async () => {
  let leave: (() => void) | null = null;
  const { room, waited } = roomWith([() => undefined, () => leave?.()]);
  leave = await room.enter(1, 10 * MIB);
  await room.enter(2, 10 * MIB);
  expect(await room.enter(3, 10 * MIB)).not.toBeNull();
  expect([room.held, waited()]).toEqual([20 * MIB, 200]);
});

test("one person has one at a time", async () => {
  const { room } = roomWith();
  const leave = await room.enter(1, 5);
  expect(await room.enter(1, 5)).toBeNull();
  expect(await room.enter(2, 5)).not.toBeNull();
  leave?.();
  expect(await room.enter(1, 5)).not.toBeNull();
});

test("room that nobody gave back is free again after a while", async () => {
  const { room, pause } = roomWith();
  await room.enter(1, 10 * MIB);
  await pause(89_999);
  await room.enter(2, 10 * MIB);
  await pause(1);
  expect(await room.enter(1, 10 * MIB)).not.toBeNull();
  expect(room.held).toBe(20 * MIB);
});
