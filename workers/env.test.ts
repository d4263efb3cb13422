import { expect, test } from "vitest";
import { checkEnvironment, readMailSettings } from "./env.ts";

const whole = {
  HELIOPORT_SECRET: "A".repeat(43),
  PORTAL_ORIGIN: "https://portal.example",
  DB: {},
  FILES: {},
  SITES: {},
  SITE_EVENTS: {},
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

test("e-mail needs nothing; what is set is read", () => {
  expect(readMailSettings({})).toEqual({ from: null, server: null, binding: null });
  const MAIL = {};
  const set = { MAIL_FROM: "Helioport <a@b.de>", SMTP_URL: "smtps://u:p@smtp.b.de", MAIL };
  const { from, server, binding } = readMailSettings(set);
  expect(from).toEqual({ name: "Helioport", address: "a@b.de" });
  expect(server?.host).toBe("smtp.b.de");
  expect(binding).toBe(MAIL);
});

test("settings of e-mail that are wrong are named without their values", () => {
  const wrong = { MAIL_FROM: "nobody", SMTP_URL: "smtps://user@host" };
  expect(() => readMailSettings(wrong)).toThrow(
    'E-mail is not configured: MAIL_FROM is not "Name <name@example.com>"; SMTP_URL is not smtps://user:password@host:465',
  );
});
