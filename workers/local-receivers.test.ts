import { expect, test } from "vitest";
import { readLocalReceivers } from "./local-receivers.ts";

const RECEIVERS = "http://localhost:9000 http://127.0.0.1:9001 http://[::1]:9002";
const read = (PORTAL_ORIGIN: string, LOCAL_RECEIVERS: unknown = RECEIVERS) =>
  readLocalReceivers({ PORTAL_ORIGIN, LOCAL_RECEIVERS });

test("a portal on the machine itself may send to receivers there", () => {
  expect(read("http://localhost:8787")).toEqual(RECEIVERS.split(" "));
  expect(read("http://localhost:8787", "")).toEqual([]);
  expect(read("http://localhost:8787", null)).toEqual([]);
});

test("a portal with a public address has no such receivers, whatever the setting is", () => {
  for (const portal of [
    "https://portal.example",
    "http://localhost.example",
    "http://10.0.0.1",
    "",
  ])
    expect(read(portal)).toEqual([]);
});

test("only origins of the machine count", () => {
  const others =
    "http://10.0.0.1 http://localhost:9000/path https://example.org http://localhost@10.0.0.1 x";
  expect(read("http://localhost:8787", others)).toEqual([]);
});
