import { expect, test } from "vitest";
import { SocketPace } from "./socket-pace.ts";

test("a session takes 3,000 tickets and as many sockets a minute, whatever others do", () => {
  let now = 120_000;
  const pace = new SocketPace(() => now);
  for (let asked = 0; asked < 3_000; asked++) expect(pace.take("ticket", "one")).toBe(true);
  expect(pace.take("ticket", "one")).toBe(false);
  expect(pace.take("upgrade", "one")).toBe(true);
  expect(pace.take("ticket", "other")).toBe(true);
  now = 179_999;
  expect(pace.take("ticket", "one")).toBe(false);
  now = 180_000;
  expect(pace.take("ticket", "one")).toBe(true);
});
