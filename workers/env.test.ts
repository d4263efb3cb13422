import { expect, test } from "vitest";
import { checkEnvironment, readMailSettings, readMapSettings } from "./env.ts";

const whole = {
  HELIOPORT_SECRET: "A".repeat(43),
  PORTAL_ORIGIN: "https://portal.example",
  DB: {},
  FILES: {},
  SITES: {},
  SWITCHES: {},
  SITE_EVENTS: {},
  MAILS: {},
  URGENT_MAILS: {},
  EXPORTS: {},
  LOGGER_FAILURES: {},
  LOGIN_ATTEMPTS: {},
  WEATHER_CALLS: {},
};

test("an environment that has all it needs gives its secret", () => {
  expect(checkEnvironment(whole)).toEqual(new Uint8Array(32));
});

test("all missing settings are named at once, without their values", () => {
  expect(() =>
    checkEnvironment({ ...whole, DB: undefined, HELIOPORT_SECRET: "too-short" }),
  ).toThrow(
    "The Worker is not configured: HELIOPORT_SECRET is not base64url of 32 bytes or more; DB is not bound",
  );
  expect(() => checkEnvironment({ ...whole, HELIOPORT_SECRET: undefined })).toThrow(
    "HELIOPORT_SECRET is missing",
  );
});

test("e-mail needs no setting; given ones are read", () => {
  expect(readMailSettings({})).toEqual({ from: null, server: null, binding: null });
  const MAIL = {};
  const set = { MAIL_FROM: "Helioport <a@b.de>", SMTP_URL: "smtps://u:p@smtp.b.de", MAIL };
  const { from, server, binding } = readMailSettings(set);
  expect(from).toEqual({ name: "Helioport", address: "a@b.de" });
  expect(server?.host).toBe("smtp.b.de");
  expect(binding).toBe(MAIL);
});

test("settings of e-mail that are wrong are named without their values", () => {
  const wrong = { MAIL_FROM: "not-an-address", SMTP_URL: "smtps://user@host" };
  expect(() => readMailSettings(wrong)).toThrow(
    'E-mail is not configured: MAIL_FROM is not "Name <name@example.com>"; SMTP_URL is not smtps://user:password@host:465',
  );
});

test("a map's tiles are read with the one host that they need, and whom to thank", () => {
  const url = "https://{s}.tiles.example.org/{z}/{x}/{y}.png";
  expect(
    readMapSettings({
      MAP_TILES_URL: url,
      MAP_TILES_ATTRIBUTION: "© Makers <https://example.org/copyright>",
    }),
  ).toEqual({
    url,
    host: "https://*.tiles.example.org",
    attribution: { text: "© Makers", href: "https://example.org/copyright" },
  });
  expect(
    readMapSettings({
      MAP_TILES_URL: "https://tiles.example.org/{z}/{x}/{y}",
      MAP_TILES_ATTRIBUTION: "Makers",
    }),
  ).toMatchObject({ attribution: { text: "Makers", href: null } });
});

test("without an address maps have no tiles, and an invalid address is named", () => {
  expect(readMapSettings({ MAP_TILES_URL: "" })).toBeNull();
  for (const wrong of ["https://example.org/", "javascript:{x}{y}{z}", "https://a;b/{z}/{x}/{y}"])
    expect(() => readMapSettings({ MAP_TILES_URL: wrong })).toThrow(
      "Maps are not configured: MAP_TILES_URL is no address of tiles",
    );
});
