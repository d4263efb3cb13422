import { expect, test } from "vitest";
import { UploadRoom } from "./upload-room.ts";

const MIB = 1_048_576;
/** Returns a room with a virtual clock; each step runs the actions that the test has scheduled for it. */
function roomWith(steps: (() => void)[] = []) {
  let now = 0;
  const pause = async (ms: number) => {
    now += ms;
    steps.shift()?.();
  };
  const room = new UploadRoom({ now: () => now, pause });
  const enter = async (userId: number) => {
    const stay = await room.enter(userId);
    if (stay === null) throw new Error(`no room for ${userId}`);
    return stay;
  };
  return { room, enter, waited: () => now, pause };
}

test("20 MiB are held at a time, of as many users as they are of", async () => {
  const { room, enter, waited } = roomWith();
  const first = await enter(1);
  expect(await first.add(10 * MIB)).toBe(true);
  expect(await (await enter(2)).add(9 * MIB)).toBe(true);
  expect(await (await enter(3)).add(MIB)).toBe(true);
  expect([room.held, waited()]).toEqual([20 * MIB, 0]);
  const fourth = await enter(4);
  expect([await fourth.add(1), waited(), room.held]).toEqual([false, 10_000, 20 * MIB]);
  first.leave();
  first.leave();
  expect(room.held).toBe(10 * MIB);
  expect(await fourth.add(1)).toBe(true);
});

test("uploads that only announce their bytes hold back no other one", async () => {
  const { room, enter, waited } = roomWith();
  for (let userId = 1; userId <= 50; userId += 1)
    expect(await (await enter(userId)).add(1_024)).toBe(true);
  expect(await (await enter(51)).add(10 * MIB)).toBe(true);
  expect([waited(), room.held]).toEqual([0, 10 * MIB + 50 * 1_024]);
});

test("an upload without room gets room that becomes free while it waits", async () => {
  let leave = () => {};
  const { room, enter, waited } = roomWith([() => undefined, () => leave()]);
  const first = await enter(1);
  leave = first.leave;
  await first.add(10 * MIB);
  await (await enter(2)).add(10 * MIB);
  expect(await (await enter(3)).add(10 * MIB)).toBe(true);
  expect([room.held, waited()]).toEqual([20 * MIB, 200]);
});

test("one user has one upload at a time", async () => {
  const { room, enter } = roomWith();
  const stay = await enter(1);
  expect(await room.enter(1)).toBeNull();
  expect(await room.enter(2)).not.toBeNull();
  stay.leave();
  expect(await room.enter(1)).not.toBeNull();
});

test("room that was never released is free again after a while", async () => {
  const { room, enter, pause } = roomWith();
  await (await enter(1)).add(10 * MIB);
  await pause(89_999);
  await (await enter(2)).add(10 * MIB);
  await pause(1);
  expect(await (await enter(1)).add(10 * MIB)).toBe(true);
  expect(room.held).toBe(20 * MIB);
});
