import { expect, test } from "vitest";
import { BodyRoom } from "./body-room.ts";
import { SeenEnvelopes } from "./seen-envelopes.ts";

test("bodies take room as they arrive, and release it once", () => {
  const room = new BodyRoom(() => 0, 100);
  const stays = ["a", "b", "c", "d", "e"].map((network) => room.enter(network));
  expect(stays.map((stay) => stay.add(24))).toEqual([true, true, true, true, false]);
  expect(room.held).toBe(96);
  stays[0]?.leave();
  stays[0]?.leave();
  expect(room.held).toBe(72);
  expect(stays[4]?.add(24)).toBe(true);
});

test("one network takes a quarter of the room, however many bodies it begins", () => {
  const room = new BodyRoom(() => 0, 100);
  const flood = Array.from({ length: 40 }, () => room.enter("203.0.113"));
  expect(flood.filter((stay) => stay.add(5))).toHaveLength(5);
  expect(room.enter("198.51.100").add(25)).toBe(true);
});

test("a body whose request ended without a word gives its room back after 15 s", () => {
  let now = 0;
  const room = new BodyRoom(() => now, 100);
  for (const network of ["a", "b", "c", "d"]) room.enter(network).add(25);
  expect(room.enter("e").add(1)).toBe(false);
  now = 15_000;
  expect(room.enter("e").add(25)).toBe(true);
  expect(room.held).toBe(25);
});

test("an envelope is known for as long as it is kept, and then no more", () => {
  const seen = new SeenEnvelopes(1_000);
  expect([seen.add("a", 0), seen.add("a", 999), seen.add("b", 999)]).toEqual([true, false, true]);
  expect([seen.add("a", 1_000), seen.add("b", 1_000)]).toEqual([true, false]);
});
