import { expect, test } from "vitest";
import { SocketPace } from "./socket-pace.ts";

test("a session takes 3,000 tickets and as many sockets a minute, independent of others", () => {
  let now = 130_000;
  const pace = new SocketPace(() => now);
  for (let asked = 0; asked < 3_000; asked++) expect(pace.take("ticket", "one")).toBe(0);
  expect(pace.take("ticket", "one")).toBe(60);
  expect(pace.take("upgrade", "one")).toBe(0);
  expect(pace.take("ticket", "other")).toBe(0);
  now = 189_999;
  expect(pace.take("ticket", "one")).toBe(1);
  now = 190_000;
  expect(pace.take("ticket", "one")).toBe(0);
});

test("a serial number takes ten sockets in the minute that begins with the first", () => {
  let now = 59_000;
  const pace = new SocketPace(() => now);
  for (let asked = 0; asked < 10; asked++) expect(pace.take("loggerUpgrade", "HP-1")).toBe(0);
  now = 61_000;
  expect(pace.take("loggerUpgrade", "HP-1")).toBe(58);
  expect(pace.take("loggerUpgrade", "HP-2")).toBe(0);
  now = 119_000;
  expect(pace.take("loggerUpgrade", "HP-1")).toBe(0);
});
