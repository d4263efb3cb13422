import { expect, test } from "vitest";
import { checkEnvironment } from "./env.ts";

const whole = {
  HELIOPORT_SECRET: "A".repeat(43),
  PORTAL_ORIGIN: "https://portal.example",
  DB: {},
  FILES: {},
  SITES: {},
  SITE_EVENTS: {},
  LOGGER_UPGRADES: {},
  LOGGER_FAILURES: {},
  LOGIN_ATTEMPTS: {},
};

test("an environment that has all it needs gives its secret", () => {
  expect(checkEnvironment(whole)).toEqual(new Uint8Array(32));
});

test("what is missing is named, all of it at once and without any value", () => {
  expect(() =>
    checkEnvironment({ ...whole, DB: undefined, HELIOPORT_SECRET: "too-short" }),
  ).toThrow(
    "The Worker is not configured: HELIOPORT_SECRET is not base64url of 32 bytes or more; DB is not bound",
  );
  expect(() => checkEnvironment({ ...whole, HELIOPORT_SECRET: undefined })).toThrow(
    "HELIOPORT_SECRET is missing",
  );
});
